import { getDb } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { recomputeRuns } from '../runs/recompute'

class Undo extends Error {}

/**
 * Recomputes every run of a project from its facts, in a transaction that is rolled back, and compares summaries and review items
 * with those stored. Returns a sentence for each that differs: it was not updated when a fact changed.
 */
export async function findStaleRuns(projectId: string): Promise<string[]> {
  const found: string[] = []
  const replay = inTransaction({ db: getDb() }, async (tx) => {
    const read = async () => [
      ...(await tx.runSummary.findMany({ where: { projectId }, omit: { revision: true } })).map(
        (row) => [`run ${row.clientId}`, JSON.stringify(row)] as const,
      ),
      ...(await tx.reviewItem.findMany({ where: { projectId } })).map(
        (item) => [`review of ${item.runId}`, JSON.stringify(reasonsOf(item.reasons))] as const,
      ),
    ]
    const stored = new Map(await read())
    const runs = await tx.runSummary.findMany({ where: { projectId }, select: { id: true } })
    await recomputeRuns(tx, { projectId, runIds: runs.map(({ id }) => id), now: new Date(), cause: 'replayed' })
    for (const [what, row] of await read())
      if ((stored.get(what) ?? '[]') !== row) found.push(`${what}: ${stored.get(what)} becomes ${row}`)
    throw new Undo()
  })
  await replay.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error
  })
  return found
}

/** A kind of failure that was new when its run arrived may be older by now: an earlier run came later. */
const reasonsOf = (reasons: readonly string[]) => reasons.filter((reason) => reason !== 'new_failure')
