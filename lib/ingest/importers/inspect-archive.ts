import { unzipSync } from 'fflate'
import { isRecord } from '@/lib/contracts/is-record'
import { parsePythonJson } from '../json'
import { cannotImport, type Imported, type ImportOptions } from './detect-format'
import { inspectSample } from './inspect-log'

const MAX_ENTRY_BYTES = 256 * 1024 * 1024

/** Imports an Inspect AI log in its .eval form (a zip); samples are unpacked one at a time. Never throws. */
export function* inspectArchive(bytes: Uint8Array, options: ImportOptions = {}): Generator<Imported> {
  const names: string[] = []
  try {
    unzipSync(bytes, { filter: ({ name }) => names.push(name) < 0 })
  } catch (error) {
    yield cannotImport(`not a zip: ${messageOf(error)}`)
    return
  }
  // An interrupted log has no header yet, but the journal of its start.
  const header = readEntry(bytes, names.includes('header.json') ? 'header.json' : '_journal/start.json')
  if (!isRecord(header) || !isRecord(header.eval)) {
    yield cannotImport(`not an Inspect log: ${typeof header === 'string' ? header : 'the header is missing'}`)
    return
  }
  for (const name of names.filter((entry) => /^samples\/.+\.json$/.test(entry))) {
    const sample = readEntry(bytes, name)
    yield typeof sample === 'string' ? cannotImport(sample, name) : inspectSample(header, sample, options)
  }
}

/** Returns the parsed JSON of an entry, or a message if that fails. */
function readEntry(bytes: Uint8Array, name: string): unknown {
  try {
    const entry = unzipSync(bytes, { filter: (file) => file.name === name && file.originalSize <= MAX_ENTRY_BYTES })[
      name
    ]
    if (entry === undefined) return `${name} is missing or larger than ${MAX_ENTRY_BYTES} bytes`
    return parsePythonJson(new TextDecoder().decode(entry))
  } catch (error) {
    return `${name}: ${messageOf(error)}`
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 200) : String(error)
}
