import { appendFile } from 'node:fs/promises'
import { type AuditCheck, verifyAudit as contract } from '@/lib/contracts/audit'
import type { Db } from '@/lib/db/client'
import { CHAIN_START, type ChainFault, checkHead } from '@/lib/engine/audit/check-chain'
import { getEnv } from '@/lib/env'
import { operation } from '../operation'
import { ChainChecker } from './check-export'
import { readEvents } from './read'

/** Verifies the chain from its first event to its current end. Events appended meanwhile are not checked. */
export const verifyAudit = operation(contract, (ctx, { noted }) => checkLog(ctx.db, ctx.project.id, noted))

async function checkLog(db: Db, projectId: string, noted?: string): Promise<AuditCheck> {
  const { seq, hash, last, loose } = await loadHead(db, projectId)
  const checker = new ChainChecker(noted)
  for await (const events of readEvents(db, projectId, last)) if (!checker.take(events)) return checker.result()
  return checker.result(checkHead(checker.end, { seq, hash }) ?? unlinked(loose, seq))
}

/** Verifies the chain of every project. `faults`: a message for each log that fails. */
export async function checkEveryLog(db: Db): Promise<{ projects: number; faults: string[] }> {
  const projects = await db.project.findMany({ select: { id: true, slug: true } })
  const faults: string[] = []
  for (const { id, slug } of projects) {
    const { fault } = await checkLog(db, id)
    if (fault) faults.push(`${slug}: ${fault.message}`)
  }
  return { projects: projects.length, faults }
}

type Head = { seq: number; hash: string; last: number; loose: number }

/** Reads the stored head, the highest number, and the number of unlinked events, all from one snapshot. */
async function loadHead(db: Db, projectId: string): Promise<Head> {
  const [head] = await db.$queryRaw<Head[]>`
    SELECT coalesce(h.seq, ${CHAIN_START.seq}) AS seq, coalesce(h.hash, ${CHAIN_START.hash}) AS hash,
      (SELECT coalesce(max(seq), 0) FROM audit_event WHERE project_id = p.id) AS last,
      (SELECT count(*)::int FROM audit_event WHERE project_id = p.id AND seq IS NULL) AS loose
    FROM (SELECT ${projectId}::uuid AS id) p LEFT JOIN audit_head h ON h.project_id = p.id`
  return head ?? { ...CHAIN_START, last: 0, loose: 0 }
}

function unlinked(loose: number, seq: number): ChainFault | null {
  if (loose === 0) return null
  return {
    seq: seq + 1,
    kind: 'wrong_link',
    message: `${loose} events after event ${seq} were never put into the chain`,
  }
}

type NotedHead = { project: string; seq: number; hash: string }
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
  const line = JSON.stringify({ at: now.toISOString(), heads: await listHeads(db) })
  await Promise.all([file && appendFile(file, `${line}\n`, { mode: 0o600 }), url && send(url, line)])
}

const placesOf = ({ AUDIT_HEADS_FILE, AUDIT_HEADS_URL }: ReturnType<typeof getEnv>): Places => ({
  file: AUDIT_HEADS_FILE,
  url: AUDIT_HEADS_URL,
})

function listHeads(db: Db): Promise<NotedHead[]> {
  return db.$queryRaw<NotedHead[]>`
    SELECT p.slug AS project, h.seq, h.hash FROM audit_head h JOIN project p ON p.id = h.project_id WHERE h.seq > 0 ORDER BY p.slug`
}

/** The operator chose the address, so private ones are allowed. */
async function send(url: string, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const { status } = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' })
  if (status >= 300) throw new Error(`the heads of the audit log were answered with ${status}`)
}
