import { appendFile } from 'node:fs/promises'
import type { Db } from '@/lib/db/client'
import { getEnv } from '@/lib/env'

type Head = { project: string; seq: number; hash: string }
type Places = { file?: string | undefined; url?: string | undefined }

const TIMEOUT_MS = 10_000

/**
 * Writes the current head of each project's audit log outside of the database: as a line of JSON to a file, and to an address. Anyone who
 * rewrites the log later, even the database owner, would have to change it there as well.
 * @throws when a destination fails, so that it is retried
 */
export async function noteHeads(db: Db, now: Date, places: Places = placesOf(getEnv())): Promise<void> {
  const { file, url } = places
  if (!file && !url) return
  const line = JSON.stringify({ at: now.toISOString(), heads: await readHeads(db) })
  await Promise.all([file && appendFile(file, `${line}\n`, { mode: 0o600 }), url && send(url, line)])
}

const placesOf = ({ AUDIT_HEADS_FILE, AUDIT_HEADS_URL }: ReturnType<typeof getEnv>): Places => ({
  file: AUDIT_HEADS_FILE,
  url: AUDIT_HEADS_URL,
})

function readHeads(db: Db): Promise<Head[]> {
  return db.$queryRaw<Head[]>`
    SELECT p.slug AS project, h.seq, h.hash FROM audit_head h JOIN project p ON p.id = h.project_id WHERE h.seq > 0 ORDER BY p.slug`
}

/** The operator chose the address, so private ones are allowed. */
async function send(url: string, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const { status } = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' })
  if (status >= 300) throw new Error(`the heads of the audit log were answered with ${status}`)
}
