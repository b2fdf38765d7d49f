import { open } from 'node:fs/promises'
import { MAX_BODY_BYTES } from '@/lib/contracts/ingest'
import { UsageError } from './exit-codes'
import type { Terminal } from './terminal'

const MIB = 1024 ** 2

/**
 * The JSON of a file, or of standard input for "-". A byte order mark is skipped, which some shells write. Read no further
 * than the desk would take. `what` names it in errors, like "the run".
 * @throws UsageError where it is no JSON or too large. Error where the file cannot be read.
 */
export async function readJsonInput(file: string, what: string, terminal: Terminal): Promise<unknown> {
  const text = await readText(file, what, terminal)
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new UsageError(`${what} is not JSON: ${error instanceof Error ? error.message : error}`)
  }
}

async function readText(file: string, what: string, terminal: Terminal): Promise<string> {
  try {
    return file === '-' ? await terminal.readStdin(MAX_BODY_BYTES) : await readFileUpTo(file, MAX_BODY_BYTES)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new UsageError(`${what} is larger than ${MAX_BODY_BYTES / MIB} MiB, which is more than the desk takes`)
  }
}

async function readFileUpTo(file: string, maxBytes: number): Promise<string> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    if (size > maxBytes) throw new RangeError('too large')
    return await handle.readFile('utf8')
  } finally {
    await handle.close()
  }
}
