import { open } from 'node:fs/promises'
import { UsageError } from '../exit-codes'

const COMPRESSED = [
  { name: 'gzip', unpack: 'gunzip -c', magic: [0x1f, 0x8b] },
  { name: 'zstd', unpack: 'zstd -dc', magic: [0x28, 0xb5, 0x2f, 0xfd] },
]

/**
 * Refuses files that no format reads as they are: compressed ones, tables and YAML.
 * @throws UsageError with the way to convert it
 */
export async function refuseUnreadable(path: string): Promise<void> {
  if (/\.[ct]sv$/i.test(path)) throw new UsageError(`${path} is a table: convert it to JSON lines, one object a row`)
  if (/\.ya?ml$/i.test(path))
    throw new UsageError(`${path} is YAML: write it as JSON, for promptfoo with --output results.json`)
  const head = await readStart(path)
  const packed = COMPRESSED.find(({ magic }) => magic.every((byte, index) => head[index] === byte))
  if (packed)
    throw new UsageError(
      `${path} is compressed (${packed.name}): unpack it first, for example with ${packed.unpack} <file> > runs.jsonl`,
    )
}

async function readStart(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    if ((await file.stat()).isDirectory()) throw new UsageError(`${path} is a folder: name the files in it`)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
