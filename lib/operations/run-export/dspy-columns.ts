import type { Db } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { type Column, chooseColumns, flatten, keyOf, type PathCounts, type Side } from '@/lib/engine/dspy/examples'
import { AppError } from '../errors'
import { fillPayloads } from '../payloads/fill'
import type { ChosenRuns } from './dspy-examples'

/** Objects whose keys are data have as many paths as there are runs; beyond this limit they become one JSON column. */
export const MAX_COLUMNS = 200
const DEPTHS = [8, 1, 0]

/** Runs of the project among which one statement reads, so that none takes too long, and the work ends soon after a reader who leaves. */
const SPAN_RUNS = 20_000

type SideColumns = { columns: Column[]; depth: number }
type Reading = { signal?: AbortSignal | undefined; spanRuns?: number }

/**
 * Returns the columns of both sides, and how deep objects were flattened for them: as deep as the column limit allows. All runs are read
 * span by span, once more for each side that has too many columns at a depth.
 * @throws unavailable once `signal` says that the reader has left
 */
export async function findColumns(
  db: Db,
  chosen: ChosenRuns,
  { signal, spanRuns = SPAN_RUNS }: Reading = {},
): Promise<Record<Side, SideColumns>> {
  const spans = await listSpans(db, chosen, spanRuns)
  const found = new Map<Side, SideColumns>()
  for (const depth of DEPTHS) {
    const sides = (['request', 'output'] as const).filter((side) => !found.has(side))
    if (sides.length === 0) break
    const { runs, counts } = await countPaths(db, spans, { sides, depth, signal })
    for (const [side, own] of counts) found.set(side, { columns: chooseColumns(side, [...own.values()], runs), depth })
  }
  const [request, output] = [found.get('request'), found.get('output')]
  if (!request || !output) throw new Error('a value that is not opened has one path')
  return { request, output }
}

type Pass = { sides: readonly Side[]; depth: number; signal: AbortSignal | undefined }

/** Counts the values at each path of these sides over all runs; those of a side beyond the column limit are left out. */
async function countPaths(db: Db, spans: readonly ChosenRuns[], { sides, depth, signal }: Pass) {
  const counts = new Map(sides.map((side) => [side, new Map<string, PathCounts>()]))
  let runs = 0
  for (const span of spans) {
    if (signal?.aborted) throw new AppError('unavailable', 'the reader has left')
    const add = async (side: Side, own: Map<string, PathCounts>) => {
      for (const found of await countSpan(db, side, span, depth))
        own.set(keyOf(found.path), addCounts(found, own.get(keyOf(found.path))))
      if (own.size > MAX_COLUMNS) counts.delete(side)
    }
    const [[counted]] = await Promise.all([
      db.$queryRaw<{ runs: number }[]>`SELECT count(*)::int AS runs ${span.from}`,
      ...[...counts].map(([side, own]) => add(side, own)),
    ])
    runs += counted?.runs ?? 0
    if (counts.size === 0) break
  }
  return { runs, counts }
}

/** Divides the chosen runs by their ids, along which runs are stored, into spans of so many runs of the project. */
async function listSpans(db: Db, { projectId, from }: ChosenRuns, spanRuns: number): Promise<ChosenRuns[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM (
      SELECT id, row_number() OVER (ORDER BY id) AS place FROM run_summary WHERE project_id = ${projectId}::uuid) s
    WHERE place % ${spanRuns} = 0 ORDER BY id`
  const ends = rows.map(({ id }) => id)
  return [...ends, null].map((end, place) => {
    const start = ends[place - 1] ?? null
    const bounds = [
      Prisma.empty,
      ...(start === null ? [] : [Prisma.sql`s.id > ${start}::uuid AND r.id > ${start}::uuid`]),
      ...(end === null ? [] : [Prisma.sql`s.id <= ${end}::uuid AND r.id <= ${end}::uuid`]),
    ]
    return { projectId, from: Prisma.sql`${from} ${Prisma.join(bounds, ' AND ')}` }
  })
}

async function countSpan(db: Db, side: Side, span: ChosenRuns, depth: number): Promise<PathCounts[]> {
  const apart = Prisma.sql`EXISTS (
    SELECT 1 FROM payload p WHERE p.project_id = ${span.projectId}::uuid AND p.run_id = r.id AND p.node_id IS NULL AND p.field = ${side}
      AND p.gone_at IS NULL)`
  return [
    ...(await countStored(db, side, Prisma.sql`${span.from} AND NOT ${apart}`, depth)),
    ...(await countRead(db, side, { ...span, from: Prisma.sql`${span.from} AND ${apart}` }, depth)),
  ]
}

const addCounts = (a: PathCounts, b: PathCounts | undefined): PathCounts =>
  b
    ? {
        path: a.path,
        present: a.present + b.present,
        numbers: a.numbers + b.numbers,
        integers: a.integers + b.integers,
        booleans: a.booleans + b.booleans,
      }
    : a

/** Counts the values in the payload store, which are read one by one. */
async function countRead(db: Db, side: Side, { projectId, from }: ChosenRuns, depth: number): Promise<PathCounts[]> {
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
  return [...counts.values()]
}

/** Flattens every value of one side like `flatten` and counts the values at each path, in one statement. */
function countStored(db: Db, side: Side, from: Prisma.Sql, depth: number): Promise<PathCounts[]> {
  return db.$queryRaw<PathCounts[]>`
    WITH leaf AS (
      SELECT w.path, w.value, jsonb_typeof(w.value) AS kind
      FROM (SELECT r.${Prisma.raw(side)}::jsonb AS value ${from}) x CROSS JOIN LATERAL (
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
    SELECT path, count(*)::int AS present,
      count(*) FILTER (WHERE kind = 'number')::int AS numbers,
      count(*) FILTER (WHERE CASE WHEN kind = 'number' THEN abs(value::numeric) <= ${Number.MAX_SAFE_INTEGER}
        AND value::numeric = trunc(value::numeric) END)::int AS integers,
      count(*) FILTER (WHERE kind = 'boolean')::int AS booleans
    FROM leaf GROUP BY path LIMIT ${MAX_COLUMNS + 1}`
}
