import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { asCount, asRecord } from '@/lib/ingest/json'

export type ResumeState = {
  /** Records already answered in an earlier run of this import; 0 if there was none. */
  done(key: string): Promise<number>
  save(key: string, records: number): Promise<void>
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
      return asCount((await read())[key]) ?? 0
    },
    async save(key, records) {
      await write({ ...(await read()), [key]: records })
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
