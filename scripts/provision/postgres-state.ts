import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'

const stateSchema = z.object({
  port: z.number().int(),
  password: z.string(),
  cluster: z.string(),
  owner: z.object({ pid: z.number().int(), startedAt: z.string() }).nullable(),
})

/** The state of a data folder's server. `owner` is the process that stops the server when it ends. */
export type PostgresState = z.infer<typeof stateSchema>

export function readPostgresState(dataDir: string): PostgresState | null {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(path.join(dataDir, 'postgres.json'), 'utf8')))
  } catch {
    return null
  }
}

/** Writes the state if it changed: the disk may be full. */
export function writePostgresState(dataDir: string, state: PostgresState) {
  if (isDeepStrictEqual(readPostgresState(dataDir), state)) return
  writePrivately(path.join(dataDir, 'postgres.json'), `${JSON.stringify(state, null, 2)}\n`)
}

/** Writes a file readable by its owner only, atomically, and makes its folder if it is missing. */
export function writePrivately(file: string, text: string) {
  const partial = `${file}.${process.pid}`
  try {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(partial, text, { mode: 0o600 })
    renameSync(partial, file)
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
}

export function newPassword() {
  return randomBytes(24).toString('base64url')
}

// The size of PostgreSQL's WAL files; it cannot start without space for one.
const journalFile = 16 * 1024 * 1024

/** Whether the disk of a folder has enough space for PostgreSQL to work. True if that is unknown. */
export function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= journalFile
  } catch {
    return true
  }
}
