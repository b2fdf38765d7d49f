import type { Db } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { type Column, chooseColumns, type PathCounts, type Side } from '@/lib/engine/dspy/choose-columns'
import type { ChosenRuns } from './choose-runs'

/** Objects whose keys are data have as many paths as there are runs; they become one column of JSON. */
export const MAX_COLUMNS = 200
const DEPTHS = [8, 1, 0]

/** The columns of one side, and how deep objects were opened for them: as deep as few enough columns come of it. */
export async function findColumns(
  db: Db,
  side: Side,
  chosen: ChosenRuns,
): Promise<{ columns: Column[]; depth: number }> {
  for (const depth of DEPTHS) {
    const { counts, runs } = await countPaths(db, side, chosen, depth)
    if (counts.length <= MAX_COLUMNS) return { columns: chooseColumns(side, counts, runs), depth }
  }
  throw new Error('a value that is not opened has one path')
}

type Row = PathCounts & { runs: number }

/** Opens every value of the side as `flatten` does, and counts what stands at each path: one statement over all runs. */
async function countPaths(db: Db, side: Side, chosen: ChosenRuns, depth: number) {
  const rows = await db.$queryRaw<Row[]>`
    WITH leaf AS (
      SELECT w.path, w.value, jsonb_typeof(w.value) AS kind
      FROM (SELECT r.${Prisma.raw(side)} AS value ${chosen}) x CROSS JOIN LATERAL (
        WITH RECURSIVE walk(path, value) AS (
          SELECT '{}'::text[], x.value WHERE x.value IS NOT NULL
          UNION ALL
          SELECT walk.path || e.key, e.value FROM walk
          CROSS JOIN LATERAL jsonb_each(CASE WHEN jsonb_typeof(walk.value) = 'object' THEN walk.value ELSE '{}' END) e
          WHERE cardinality(walk.path) < ${depth}
        )
        SELECT path, value FROM walk
        WHERE jsonb_typeof(value) <> 'null'
          AND (jsonb_typeof(value) <> 'object' OR value = '{}' OR cardinality(path) >= ${depth})
      ) w
    )
    SELECT path, count(*)::int AS present, (SELECT count(*) ${chosen})::int AS runs,
      count(*) FILTER (WHERE kind = 'number')::int AS numbers,
      count(*) FILTER (WHERE CASE WHEN kind = 'number' THEN abs(value::numeric) <= ${Number.MAX_SAFE_INTEGER}
        AND value::numeric = trunc(value::numeric) END)::int AS integers,
      count(*) FILTER (WHERE kind = 'boolean')::int AS booleans
    FROM leaf GROUP BY path LIMIT ${MAX_COLUMNS + 1}`
  return { counts: rows, runs: rows[0]?.runs ?? 0 }
}
