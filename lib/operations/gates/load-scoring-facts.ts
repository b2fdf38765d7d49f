import type { Db, Tx } from '@/lib/db/client'

export type ScoringFacts = { weights: string[]; judges: string[] }
type Row = { runId: string; kind: 'weights' | 'judges'; value: string }

/**
 * What the scores of these runs were made with: the weights stamped on the newest revision of each, and who judged them where
 * a judgement is a part of the score. One statement.
 */
export async function loadScoringFacts(
  db: Db | Tx,
  projectId: string,
  runIds: readonly string[],
): Promise<(runIds: readonly string[]) => ScoringFacts> {
  const rows = await db.$queryRaw<Row[]>`
    WITH asked AS (
      SELECT id, profile FROM run_summary
      WHERE project_id = ${projectId}::uuid AND id = ANY(${runIds}::uuid[]) AND quality IS NOT NULL
    )
    SELECT a.id AS "runId", 'weights' AS kind, w.value FROM asked a CROSS JOIN LATERAL (
      SELECT breakdown FROM score
      WHERE project_id = ${projectId}::uuid AND run_id = a.id AND series = a.profile ORDER BY revision DESC LIMIT 1
    ) s CROSS JOIN LATERAL (
      SELECT string_agg(concat(f ->> 'name', ' ', round((f ->> 'weight')::numeric, 2)), ', ' ORDER BY f ->> 'name') AS value
      FROM jsonb_array_elements(s.breakdown -> 'factors') f
    ) w WHERE w.value IS NOT NULL
    UNION
    SELECT a.id, 'judges', g.by FROM asked a JOIN signal g ON g.project_id = ${projectId}::uuid AND g.run_id = a.id
    WHERE a.profile = 'confidence' AND g.evaluator = 'peer' AND g.by IS NOT NULL`
  const byRun = Map.groupBy(rows, (row) => row.runId)
  return (ids) => {
    const own = ids.flatMap((id) => byRun.get(id) ?? [])
    const of = (kind: Row['kind']) => [...new Set(own.filter((row) => row.kind === kind).map((row) => row.value))]
    return { weights: of('weights'), judges: of('judges') }
  }
}
