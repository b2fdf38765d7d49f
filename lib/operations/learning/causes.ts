import type { Db, Tx } from '@/lib/db/client'
import type { Attribution } from '@/lib/db/generated/client'

/** Named causes that are learned from: the newest. */
const LEARNED_FROM = 500

/** What holds of each run, the newest first: what was taken back, or said anew later, does not. */
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

/** A run without a verdict of which a person named the step that caused it to go wrong: the forecast takes it for rejected. */
export type NamedFailure = { runId: string; chainId: string }

/** The named failures of these causes, in the order in which they were named. */
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
