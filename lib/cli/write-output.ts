import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import type { Terminal } from './terminal'

/**
 * Passes bytes on to a file, or to standard output where none is named, and counts their lines. The file is there only
 * once all of it is: a part that broke off never takes the place of an earlier whole.
 */
export async function writeOutput(
  bytes: AsyncIterable<Uint8Array>,
  file: string | undefined,
  terminal: Terminal,
): Promise<number> {
  if (file === undefined) return passOn(bytes, (chunk) => terminal.write(chunk))
  const part = `${file}.${randomUUID()}.part`
  const handle = await open(part, 'wx')
  try {
    const lines = await passOn(bytes, async (chunk) => void (await handle.writeFile(chunk)))
    await handle.sync()
    await handle.close()
    await rename(part, file)
    return lines
  } catch (error) {
    await handle.close().catch(() => {})
    await rm(part, { force: true })
    throw error
  }
}

const LINE_BREAK = 0x0a

async function passOn(bytes: AsyncIterable<Uint8Array>, take: (chunk: Uint8Array) => Promise<void>): Promise<number> {
  let lines = 0
  for await (const chunk of bytes) {
    await take(chunk)
    for (const byte of chunk) if (byte === LINE_BREAK) lines += 1
  }
  return lines
}
