import type { ExportedRun } from '@/lib/contracts/run-export'
import { exportedScore } from '@/lib/contracts/run-export'
import type { Db } from '@/lib/db/client'

type ExportedScore = ExportedRun['scores'][number]
type Row = Omit<ExportedScore, 'computedAt'> & { runId: string; computedAt: Date }

/** The latest revision of every series of these runs. Of the breakdown only the numbers leave the database. */
export async function findLatestScores(
  db: Db,
  projectId: string,
  runIds: readonly string[],
): Promise<Map<string, ExportedScore[]>> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT DISTINCT ON (s.run_id, s.series) s.run_id AS "runId", s.series, s.revision, s.profile, s.value, s.grade, s.band, s.blocked,
      s.breakdown->'threshold' AS threshold, s.engine_version AS "engineVersion", s.computed_at AS "computedAt",
      ARRAY(SELECT jsonb_build_object('name', f->'name', 'weight', f->'weight', 'value', f->'value')
        FROM jsonb_array_elements(s.breakdown->'factors') WITH ORDINALITY AS x(f, place) ORDER BY place) AS factors
    FROM score s WHERE s.project_id = ${projectId}::uuid AND s.run_id = ANY(${runIds}::uuid[])
    ORDER BY s.run_id, s.series, s.revision DESC`
  const byRun = Map.groupBy(rows, (row) => row.runId)
  return new Map(
    [...byRun].map(([runId, own]) => [
      runId,
      own.map((row) => exportedScore.parse({ ...row, computedAt: row.computedAt.toISOString() })),
    ]),
  )
}
