import type { Db } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { type Column, chooseColumns, flatten, keyOf, type PathCounts, type Side } from '@/lib/engine/dspy/examples'
import { fillPayloads } from '../payloads/fill'

/** FROM and WHERE of the runs to export: summary `s` and run `r`. */
export type ChosenRuns = { projectId: string; from: Prisma.Sql }

const PAGE_RUNS = 500
/** Stored bytes per page, roughly the compressed size; a larger run gets its own page. */
const PAGE_BYTES = 1024 * 1024

export type ExampleRow = {
  id: string
  clientId: string
  occurredAt: Date
  request: unknown
  output: unknown
  chain: string
  version: string
  scenario: string | null
  execution: string | null
  status: string
  blocked: boolean
  score: number
  decision: string
}

/** Yields the chosen runs, oldest first, in pages limited in runs and in bytes. */
export async function* selectExamples(db: Db, chosen: ChosenRuns): AsyncGenerator<ExampleRow[], void, undefined> {
  let last: ExampleRow | undefined
  for (;;) {
    const after: Prisma.Sql = last
      ? Prisma.sql`AND (s.occurred_at, s.id) > (${last.occurredAt}::timestamptz, ${last.id}::uuid)`
      : Prisma.empty
    const page = await selectPage(db, chosen, after)
    last = page.at(-1)
    if (!last) return
    await fillPayloads(db, chosen.projectId, { runs: page })
    yield page
  }
}

function selectPage(db: Db, { projectId, from }: ChosenRuns, after: Prisma.Sql) {
  return db.$queryRaw<ExampleRow[]>`
    SELECT p.id, s.client_id AS "clientId", s.occurred_at AS "occurredAt", r.request, r.output, c.name AS chain, v.version,
      s.scenario, s.execution, s.status, s.blocked, s.quality AS score, s.decision
    FROM (
      SELECT id, project_id, sum(bytes) OVER (ORDER BY occurred_at, id) - bytes AS before FROM (
        SELECT s.id, s.project_id, s.occurred_at,
          coalesce(pg_column_size(r.request), 0) + coalesce(pg_column_size(r.output), 0) + coalesce((
            SELECT sum(p.stored) FROM payload p WHERE p.project_id = ${projectId}::uuid AND p.run_id = s.id AND p.node_id IS NULL
              AND p.gone_at IS NULL), 0)::int AS bytes
        ${from} ${after} ORDER BY s.occurred_at, s.id LIMIT ${PAGE_RUNS}
      ) sized
    ) p
    JOIN run_summary s ON s.project_id = ${projectId}::uuid AND s.id = p.id
    JOIN run r ON r.project_id = ${projectId}::uuid AND r.id = p.id
    JOIN chain c ON c.project_id = ${projectId}::uuid AND c.id = s.chain_id
    JOIN chain_version v ON v.project_id = ${projectId}::uuid AND v.id = s.version_id
    WHERE p.before < ${PAGE_BYTES} ORDER BY s.occurred_at, s.id`
}

/** Objects whose keys are data have as many paths as there are runs; beyond this limit they become one JSON column. */
export const MAX_COLUMNS = 200
const DEPTHS = [8, 1, 0]

/** Returns the columns of one side, and how deep objects were flattened for them: as deep as the column limit allows. */
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

/** Counts the values at each path of one side over all runs, in one statement except for values in the payload store. */
async function countPaths(db: Db, side: Side, chosen: ChosenRuns, depth: number) {
  const apart = Prisma.sql`EXISTS (
    SELECT 1 FROM payload p WHERE p.project_id = ${chosen.projectId}::uuid AND p.run_id = r.id AND p.node_id IS NULL AND p.field = ${side}
      AND p.gone_at IS NULL)`
  const counted = await countStored(db, side, Prisma.sql`${chosen.from} AND NOT ${apart}`, depth)
  const rest = await countRead(db, side, { ...chosen, from: Prisma.sql`${chosen.from} AND ${apart}` }, depth)
  if (rest.runs === 0) return counted
  const [{ runs } = { runs: 0 }] = await db.$queryRaw<{ runs: number }[]>`SELECT count(*)::int AS runs ${chosen.from}`
  const byPath = Map.groupBy([...counted.counts, ...rest.counts], ({ path }) => keyOf(path))
  return { counts: [...byPath.values()].flatMap(([first, second]) => (first ? [addCounts(first, second)] : [])), runs }
}

const addCounts = (
  a: PathCounts,
  b: PathCounts = { ...a, present: 0, numbers: 0, integers: 0, booleans: 0 },
): PathCounts => ({
  path: a.path,
  present: a.present + b.present,
  numbers: a.numbers + b.numbers,
  integers: a.integers + b.integers,
  booleans: a.booleans + b.booleans,
})

/** The same for values in the payload store, which are read one by one. */
async function countRead(db: Db, side: Side, { projectId, from }: ChosenRuns, depth: number) {
  const ids = await db.$queryRaw<{ id: string }[]>`SELECT r.id ${from} ORDER BY r.id`
  const counts = new Map<string, PathCounts>()
  for (const { id } of ids) {
    const stored = await db.run.findUnique({ where: { projectId_id: { projectId, id } }, select: { [side]: true } })
    if (!stored) continue
    const run = { id, ...stored }
    await fillPayloads(db, projectId, { runs: [run] })
    for (const { path, value } of flatten(new Map<string, unknown>(Object.entries(run)).get(side), depth)) {
      const isNumber = typeof value === 'number'
      const counted = {
        ...{ path, present: 1, numbers: Number(isNumber), integers: Number(Number.isSafeInteger(value)) },
        booleans: Number(typeof value === 'boolean'),
      }
      counts.set(keyOf(path), addCounts(counted, counts.get(keyOf(path))))
    }
    if (counts.size > MAX_COLUMNS) break
  }
  return { counts: [...counts.values()], runs: ids.length }
}

/** Flattens every value of one side like `flatten` and counts the values at each path, in one statement over all runs. */
async function countStored(db: Db, side: Side, from: Prisma.Sql, depth: number) {
  const rows = await db.$queryRaw<Row[]>`
    WITH leaf AS (
      SELECT w.path, w.value, jsonb_typeof(w.value) AS kind
      FROM (SELECT r.${Prisma.raw(side)} AS value ${from}) x CROSS JOIN LATERAL (
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
    SELECT path, count(*)::int AS present, (SELECT count(*) ${from})::int AS runs,
      count(*) FILTER (WHERE kind = 'number')::int AS numbers,
      count(*) FILTER (WHERE CASE WHEN kind = 'number' THEN abs(value::numeric) <= ${Number.MAX_SAFE_INTEGER}
        AND value::numeric = trunc(value::numeric) END)::int AS integers,
      count(*) FILTER (WHERE kind = 'boolean')::int AS booleans
    FROM leaf GROUP BY path LIMIT ${MAX_COLUMNS + 1}`
  return { counts: rows, runs: rows[0]?.runs ?? 0 }
}
