import type { ConfidenceFall } from '@/lib/contracts/measured'
import type { Db, Tx } from '@/lib/db/client'
import { type Sample, sampleOfSums } from '@/lib/engine/stats/descriptive'
import { confidenceFallOf } from '@/lib/engine/weekly/compare-weeks'
import { COMPARED_RUNS } from '../versions/compared'
import type { WeekPeriod } from './period'
import type { ChainSums } from './sums'

type Row = { chainId: string; isCurrent: boolean; n: number; sum: number; squares: number }

/** Finds chains whose confidence fell from one week to the next, by chain id, from the newest live runs of each, read by index. */
export async function findConfidenceFalls(
  db: Db | Tx,
  projectId: string,
  { from, to, previousFrom }: WeekPeriod,
  chains: readonly ChainSums[],
): Promise<Map<string, ConfidenceFall>> {
  const ids = chains
    .filter(({ current, previous }) => current.confidenceCount > 0 && previous.confidenceCount > 0)
    .map(({ chainId }) => chainId)
  if (ids.length === 0) return new Map()
  const rows = await db.$queryRaw<Row[]>`
    SELECT c.id AS "chainId", w.is_current AS "isCurrent", count(s.confidence)::int AS n,
      coalesce(sum(s.confidence), 0)::float8 AS sum, coalesce(sum(s.confidence * s.confidence), 0)::float8 AS squares
    FROM unnest(${ids}::uuid[]) AS c(id)
    CROSS JOIN (VALUES (true, ${from}::timestamptz, ${to}::timestamptz), (false, ${previousFrom}::timestamptz, ${from}::timestamptz))
      AS w(is_current, since, until)
    CROSS JOIN LATERAL (
      SELECT r.confidence FROM run_summary r JOIN chain_version v ON v.project_id = ${projectId}::uuid AND v.id = r.version_id
      WHERE r.project_id = ${projectId}::uuid AND r.chain_id = c.id AND r.kind = 'live' AND r.status <> 'running' AND v.state <> 'candidate'
        AND r.occurred_at >= w.since AND r.occurred_at < w.until
      ORDER BY r.occurred_at DESC, r.id DESC LIMIT ${COMPARED_RUNS}) s
    GROUP BY 1, 2`
  const sampleIn = (chainId: string, week: boolean): Sample | null => {
    const row = rows.find((one) => one.chainId === chainId && one.isCurrent === week)
    return row ? sampleOfSums(row.n, row.sum, row.squares) : null
  }
  return new Map(
    ids.flatMap((id) => {
      const fall = confidenceFallOf(sampleIn(id, false), sampleIn(id, true))
      return fall ? [[id, fall] as const] : []
    }),
  )
}
