import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { AppError, notFound } from '../errors'

const hashInSql = (text: Prisma.Sql) => Prisma.sql`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`

/**
 * SHA-256, in hex, of what a person reads of a run, read as `x`: what was sent, and its end, which may come later. It stays the same when
 * signals, scores or verdicts change, and when the output is moved to the payload store.
 */
export function runDigest(projectId: string, runId: string): Prisma.Sql {
  const output = Prisma.sql`coalesce(
    (SELECT p.hash FROM payload p WHERE p.project_id = ${projectId}::uuid AND p.run_id = ${runId}::uuid AND p.node_id IS NULL
      AND p.field = 'output' AND p.gone_at IS NULL LIMIT 1), ${hashInSql(Prisma.sql`x.output::text`)})`
  return hashInSql(
    Prisma.sql`jsonb_build_array(x.body_hash, x.status, extract(epoch FROM x.ended_at), ${output}, x.error, x.content_removed_at IS NULL)::text`,
  )
}

/** @throws not_found */
export async function loadRunDigest(db: Db | Tx, projectId: string, runId: string): Promise<string> {
  const [row] = await db.$queryRaw<{ digest: string }[]>`
    SELECT ${runDigest(projectId, runId)} AS digest FROM run x WHERE x.project_id = ${projectId}::uuid AND x.id = ${runId}::uuid`
  if (!row) throw notFound('run')
  return row.digest
}

/**
 * Refuses a verdict on a run that is no longer what the person saw. Its lock must be held.
 * @throws stale_evidence, not_found
 */
export async function refuseUnseen(tx: Tx, projectId: string, runId: string, seen: string): Promise<void> {
  if ((await loadRunDigest(tx, projectId, runId)) !== seen)
    throw new AppError('stale_evidence', 'the run changed after you opened it: read it again')
}
