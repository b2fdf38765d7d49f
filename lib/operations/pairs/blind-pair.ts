import type { BlindPair, BlindSide } from '@/lib/contracts/pairs'
import type { Db } from '@/lib/db/client'
import { fillPayloads } from '../payloads/fill'
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
  return { id, scenario, request: first.request, first, second }
}
