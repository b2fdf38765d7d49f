import { unzipSync } from 'fflate'
import { isRecord } from '@/lib/contracts/is-record'
import { quoteLargeIntegers } from '../exact-json'
import { parsePythonJson } from '../json'
import { cannotImport, type Imported, type ImportOptions } from './detect-format'
import { inspectSample } from './inspect-log'

const MAX_ENTRY_BYTES = 256 * 1024 * 1024
// Every call searches the whole list of entries.
const SAMPLES_AT_ONCE = 200
const BYTES_AT_ONCE = 32 * 1024 * 1024

/** Imports an Inspect AI log in its .eval form (a zip); samples are unpacked a few at a time. Never throws. */
export function* inspectArchive(bytes: Uint8Array, options: ImportOptions = {}): Generator<Imported> {
  const sizes = new Map<string, number>()
  try {
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        sizes.set(name, originalSize)
        return false
      },
    })
  } catch (error) {
    yield cannotImport(`not a zip: ${messageOf(error)}`)
    return
  }
  // An interrupted log has no header yet, but the journal of its start.
  const header = readEntry(bytes, sizes.has('header.json') ? 'header.json' : '_journal/start.json')
  if (!isRecord(header) || !isRecord(header.eval)) {
    yield cannotImport(`not an Inspect log: ${typeof header === 'string' ? header : 'the header is missing'}`)
    return
  }
  for (const names of partsOf([...sizes].filter(([entry]) => /^samples\/.+\.json$/.test(entry)))) {
    const entries = unpack(bytes, names)
    for (const name of names) {
      const sample = entries === null ? readEntry(bytes, name) : parseEntry(name, entries[name])
      yield typeof sample === 'string' ? cannotImport(sample, name) : inspectSample(header, sample, options)
    }
  }
}

function* partsOf(entries: readonly (readonly [name: string, size: number])[]): Generator<string[]> {
  let part: string[] = []
  let bytes = 0
  for (const [name, size] of entries) {
    if (part.length === SAMPLES_AT_ONCE || (part.length > 0 && bytes + size > BYTES_AT_ONCE)) {
      yield part
      part = []
      bytes = 0
    }
    part.push(name)
    bytes += size
  }
  if (part.length > 0) yield part
}

/** Returns the bytes of these entries, or null if one cannot be unpacked. */
function unpack(bytes: Uint8Array, names: readonly string[]): Record<string, Uint8Array> | null {
  const wanted = new Set(names)
  try {
    return unzipSync(bytes, { filter: ({ name, originalSize }) => wanted.has(name) && originalSize <= MAX_ENTRY_BYTES })
  } catch {
    return null
  }
}

/** Returns the parsed JSON of an entry, or a message if that fails. */
function readEntry(bytes: Uint8Array, name: string): unknown {
  try {
    const entries = unzipSync(bytes, { filter: (file) => file.name === name && file.originalSize <= MAX_ENTRY_BYTES })
    return parseEntry(name, entries[name])
  } catch (error) {
    return `${name}: ${messageOf(error)}`
  }
}

function parseEntry(name: string, entry: Uint8Array | undefined): unknown {
  if (entry === undefined) return `${name} is missing or larger than ${MAX_ENTRY_BYTES} bytes`
  try {
    return parsePythonJson(quoteLargeIntegers(new TextDecoder().decode(entry)))
  } catch (error) {
    return `${name}: ${messageOf(error)}`
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 200) : String(error)
}
