import type { Tx } from '@/lib/db/client'
import { insertRows } from '@/lib/db/rows'
import { RUN } from './columns'
import { type IncomingRun, toRunRow } from './to-rows'

export type KnownRun = { clientId: string; runId: string; hash: string }

/**
 * Inserts the runs that are new and tells which ids were there already. The unique index decides, so two requests
 * with the same id at the same instant make one run.
 */
export async function insertRuns(
  tx: Tx,
  projectId: string,
  runs: readonly IncomingRun[],
): Promise<{ fresh: IncomingRun[]; known: Map<string, KnownRun> }> {
  const ordered = [...runs].sort((a, b) => (a.run.id < b.run.id ? -1 : 1))
  const inserted = await tx.$queryRaw<{ id: string }[]>(
    insertRows('run', RUN, ordered.map(toRunRow), 'ON CONFLICT (project_id, client_id) DO NOTHING RETURNING id'),
  )
  const ids = new Set(inserted.map((row) => row.id))
  const fresh = runs.filter((run) => ids.has(run.runId))
  if (fresh.length === runs.length) return { fresh, known: new Map() }
  const others = runs.filter((run) => !ids.has(run.runId)).map((run) => run.run.id)
  return { fresh, known: await findKnownRuns(tx, projectId, others) }
}

/** Those of these ids that a run has already, by id. */
export async function findKnownRuns(
  tx: Tx,
  projectId: string,
  clientIds: readonly string[],
): Promise<Map<string, KnownRun>> {
  if (clientIds.length === 0) return new Map()
  const rows = await tx.run.findMany({
    where: { projectId, clientId: { in: [...clientIds] } },
    select: { id: true, clientId: true, bodyHash: true },
  })
  return new Map(rows.map((row) => [row.clientId, { clientId: row.clientId, runId: row.id, hash: row.bodyHash }]))
}
