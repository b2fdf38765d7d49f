import { byEvaluator, type Evaluator } from '@/lib/contracts/evaluators'
import type { Db, Tx } from '@/lib/db/client'
import { CONFIDENCE_WEIGHTS } from '@/lib/engine/confidence/weights'

/** What a run was decided by: stamped on its scores when it came in. */
export type StampedPolicy = { confidenceWeights: Record<Evaluator, number>; gaffThreshold: number | null }

type Row = {
  runId: string
  series: string
  threshold: number | null
  weights: Partial<Record<Evaluator, number>> | null
}

/**
 * The weights and the threshold that these runs were decided by, read off the newest revision of their original series: a
 * later verdict is weighed as it would have been that day, whatever the configuration says since.
 */
export async function loadStampedPolicies(
  db: Db | Tx,
  projectId: string,
  runIds: readonly string[],
): Promise<(runId: string) => StampedPolicy> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT DISTINCT ON (run_id, series) run_id AS "runId", series, (breakdown ->> 'threshold')::float8 AS threshold,
      CASE WHEN series = 'confidence' THEN (
        SELECT jsonb_object_agg(f ->> 'name', f -> 'weight') FROM jsonb_array_elements(breakdown -> 'factors') f) END AS weights
    FROM score WHERE project_id = ${projectId}::uuid AND run_id = ANY(${runIds}::uuid[]) AND series IN ('confidence', 'gaff')
    ORDER BY run_id, series, revision DESC`
  const found = new Map(rows.map((row) => [`${row.runId} ${row.series}`, row]))
  return (runId) => {
    const weights = found.get(`${runId} confidence`)?.weights ?? {}
    const confidenceWeights = byEvaluator((evaluator) => weights[evaluator] ?? CONFIDENCE_WEIGHTS[evaluator])
    return { confidenceWeights, gaffThreshold: found.get(`${runId} gaff`)?.threshold ?? null }
  }
}
