import { createHash } from 'node:crypto'
import type { BlindPair, BlindSide } from '@/lib/contracts/pairs'
import type { Db, Tx } from '@/lib/db/client'
import type { RunPair } from '@/lib/db/generated/client'
import { fillPayloads } from '../payloads/fill'
import { loadRunDigests } from '../runs/lock'
import { findSentNulls } from '../runs/rows'
import { toErrorView, toNodeView } from '../runs/views'

/**
 * Returns the pair for judging, without anything that identifies the sides, such as versions, ids and scores; null if it was deleted with
 * one of its runs.
 */
export async function findBlindPair(db: Db, projectId: string, pairId: string): Promise<BlindPair | null> {
  const pair = await db.runPair.findUnique({ where: { projectId_id: { projectId, id: pairId } } })
  if (!pair) return null
  const { id, scenario, aRunId, bRunId, claimedFirst } = pair
  // Before the words: if they change in between, the answer is refused.
  const evidenceDigest = await loadPairDigest(db, pair)
  const ids = claimedFirst === 'b' ? [bRunId, aRunId] : [aRunId, bRunId]
  const runs = await db.run.findMany({
    where: { projectId, id: { in: ids } },
    select: { id: true, request: true, output: true, error: true },
  })
  const nodes = await db.nodeRun.findMany({ where: { projectId, runId: { in: ids } }, orderBy: { ordinal: 'asc' } })
  await fillPayloads(db, projectId, { runs, nodes })
  const nullsOf = await findSentNulls(db, projectId, ids)
  const [first, second] = ids.map((runId): (BlindSide & { request: unknown }) | null => {
    const run = runs.find((candidate) => candidate.id === runId)
    if (!run) return null
    const nulls = nullsOf(runId)
    const sent = (field: 'request' | 'output') => run[field] ?? (nulls.fields.has(field) ? null : undefined)
    return {
      request: sent('request'),
      output: sent('output'),
      error: toErrorView(run.error)?.message ?? null,
      steps: nodes
        .filter((node) => node.runId === runId)
        .map((node) => {
          const {
            name,
            id: nodeId,
            type,
            status,
            output,
            error,
            toolCalls,
          } = toNodeView(node, null, nulls.nodes.has(node.nodeId))
          return { name: name ?? nodeId, type, status, output, error: error?.message ?? null, toolCalls }
        }),
    }
  })
  if (!first || !second) return null
  return { id, scenario, request: first.request, first, second, evidenceDigest }
}

/** SHA-256, in hex, of what is read of both sides, in an order that does not tell which is which. */
export async function loadPairDigest(
  db: Db | Tx,
  { projectId, aRunId, bRunId }: Pick<RunPair, 'projectId' | 'aRunId' | 'bRunId'>,
): Promise<string> {
  const digests = await loadRunDigests(db, projectId, [aRunId, bRunId])
  return createHash('sha256')
    .update([...digests.values()].sort().join(' '))
    .digest('hex')
}
