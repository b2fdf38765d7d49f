import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { asCount, asRecord } from '@/lib/ingest/json'

/** Records answered so far, and how many of them were rejected. */
type ImportProgress = { records: number; rejected: number }

export const NOT_BEGUN: ImportProgress = { records: 0, rejected: 0 }

export type ResumeState = {
  /** What an earlier run of this import did. */
  done(key: string): Promise<ImportProgress>
  save(key: string, progress: ImportProgress): Promise<void>
  /** Finished imports are forgotten: importing again is harmless, and may be intended. */
  forget(key: string): Promise<void>
}

/** Stores the progress of interrupted imports in one small file. An unreadable file restarts all imports. */
export function resumeState(file: string): ResumeState {
  const read = async (): Promise<Record<string, unknown>> => {
    try {
      return asRecord(JSON.parse(await readFile(file, 'utf8')))
    } catch {
      return {}
    }
  }
  const write = async (state: Record<string, unknown>) => {
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(`${file}.${process.pid}`, JSON.stringify(state))
    await rename(`${file}.${process.pid}`, file)
  }
  return {
    async done(key) {
      const { records, rejected } = asRecord((await read())[key])
      return { records: asCount(records) ?? 0, rejected: asCount(rejected) ?? 0 }
    },
    async save(key, progress) {
      await write({ ...(await read()), [key]: progress })
    },
    async forget(key) {
      const { [key]: finished, ...rest } = await read()
      if (finished !== undefined) await write(rest)
    },
  }
}

/** Returns where this system keeps the state of programs. */
export function defaultResumeFile(): string {
  if (process.platform === 'win32') return path.join(homedir(), 'AppData', 'Local', 'veritas', 'imports.json')
  if (process.platform === 'darwin')
    return path.join(homedir(), 'Library', 'Application Support', 'veritas', 'imports.json')
  return path.join(homedir(), '.local', 'state', 'veritas', 'imports.json')
}

/** Identifies an import: the content of the file, its destination and options. */
export async function resumeKey(file: string, parts: readonly (string | undefined)[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(parts))
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}
