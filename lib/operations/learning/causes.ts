import type { Db, Tx } from '@/lib/db/client'
import type { Attribution } from '@/lib/db/generated/client'

/** Only the newest attributions are learned from. */
const LEARNED_FROM = 500

/** Returns the attribution in force of each run, newest first, without withdrawn and superseded ones. */
export async function loadCauses(db: Db | Tx, projectId: string): Promise<Attribution[]> {
  const rows = await db.attribution.findMany({
    where: { projectId },
    orderBy: [{ recordedAt: 'desc' }, { id: 'desc' }],
    take: LEARNED_FROM,
  })
  const newest = new Map<string, Attribution>()
  for (const row of rows) if (!newest.has(row.runId)) newest.set(row.runId, row)
  return [...newest.values()].filter(({ isTakenBack }) => !isTakenBack)
}

/** A run without a verdict for which a person named a causing step; the forecast counts it as rejected. */
export type NamedFailure = { runId: string; chainId: string }

/** Returns the named failures, in the order in which they were named. */
export async function loadNamedFailures(db: Db | Tx, projectId: string): Promise<NamedFailure[]> {
  const named = (await loadCauses(db, projectId)).filter(({ nodeId }) => nodeId !== null)
  const runs = await db.runSummary.findMany({
    where: {
      projectId,
      id: { in: named.map(({ runId }) => runId) },
      OR: [{ humanOrigin: null }, { humanOrigin: 'ingest' }],
    },
    select: { id: true, chainId: true },
  })
  const chains = new Map(runs.map(({ id, chainId }) => [id, chainId]))
  return named.toReversed().flatMap(({ runId }) => {
    const chainId = chains.get(runId)
    return chainId === undefined ? [] : [{ runId, chainId }]
  })
}
