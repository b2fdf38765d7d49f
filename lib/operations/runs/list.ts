import { z } from 'zod'
import { id, isoTime } from '@/lib/contracts/primitives'
import { listRuns as contract, type RunFilters, type RunRow, type RunSort } from '@/lib/contracts/runs'
import { runSorts } from '@/lib/contracts/vocabulary'
import { Prisma } from '@/lib/db/generated/client'
import type { ProjectContext } from '../context'
import { badCursor, keysetCursor } from '../keyset-cursor'
import { operation } from '../operation'
import { buildRunPredicate, type RunPredicate } from './filter'
import { SUMMARY_COLUMNS, type SummaryRow, summaryNames, toRunRow } from './rows'
import { estimateMatches, findExcerpts, fitsWords, toWordQuery, type WordQuery } from './text'

/** Runs by keyset: a page goes on exactly where the last one ended, whatever arrived in between. */
export const listRuns = operation(contract, (ctx, { sort, limit, cursor, ...filters }) =>
  selectRuns(ctx, filters, { sort, limit, cursor }),
)

type Page = { sort: RunSort; limit: number; cursor: string | undefined }

/** One page of the runs that fit, and the cursor of the next; null when there is none. */
export async function selectRuns(
  ctx: ProjectContext,
  filters: RunFilters,
  { sort, limit, cursor: text }: Page,
): Promise<{ runs: RunRow[]; next: string | null }> {
  const cursor = text === undefined ? null : decodeRunCursor(text, sort)
  const predicate = await buildRunPredicate(ctx, filters, sort)
  const words = toWordQuery(filters)
  if (!predicate || words === null) return { runs: [], next: null }
  const select = words ? await wordSelector(ctx, words) : selectLeg
  const rows: SummaryRow[] = []
  for (const leg of orderLegs(sort, cursor)) {
    if (rows.length <= limit) rows.push(...(await select(ctx, predicate, leg, limit + 1 - rows.length)))
  }
  const { page, next } = runCursors.cut(rows, limit, (row) => cursorAfter(row, sort))
  const excerpts =
    words &&
    (await findExcerpts(
      ctx,
      page.map(({ id }) => id),
      words,
    ))
  return { runs: page.map((row) => ({ ...toRunRow(row), ...(excerpts && { excerpt: excerpts.get(row.id) }) })), next }
}

type Selector = (ctx: ProjectContext, predicate: RunPredicate, leg: OrderLeg, limit: number) => Promise<SummaryRow[]>

/** Takes the first rows of each arm from its own index, then the first of all: the cost is that of the page, not of the table. */
const selectLeg: Selector = (ctx, predicate, leg, limit) =>
  selectNamed(
    ctx,
    Prisma.sql`SELECT * FROM (${toLeg(ctx, predicate, leg, limit)}) s ORDER BY ${leg.by} LIMIT ${limit}`,
    leg,
  )

function selectNamed(ctx: ProjectContext, found: Prisma.Sql, { by }: OrderLeg): Promise<SummaryRow[]> {
  return ctx.db.$queryRaw<SummaryRow[]>`
    SELECT ${SUMMARY_COLUMNS} FROM (${found}) s ${summaryNames(ctx.project.id)} ORDER BY ${by}`
}

/** The first rows of each arm. */
function toLeg(ctx: ProjectContext, { every, arms }: RunPredicate, { where, by }: OrderLeg, limit: number): Prisma.Sql {
  const fixed = [Prisma.sql`s.project_id = ${ctx.project.id}::uuid`, ...(where ? [where] : []), ...every]
  const selects = (arms.length > 0 ? arms : [null]).map((arm) => {
    const all = Prisma.join(arm ? [...fixed, arm] : fixed, ' AND ')
    return Prisma.sql`(SELECT s.* FROM run_summary s WHERE ${all} ORDER BY ${by} LIMIT ${limit})`
  })
  return Prisma.join(selects, ' UNION ALL ')
}

/** Words that so many runs hold or fewer are looked up in their index, and what is found is put in order. */
const RARE = 4000
/** Else so many runs are read in order; among them a page of those that hold the words is to be expected. */
const WALKED = { texts: 30_000, runs: 10_000 }

/** How runs with these words are found: by the words where few hold them, else in the order of the list. */
async function wordSelector(ctx: ProjectContext, words: WordQuery): Promise<Selector> {
  const byWords: Selector = (_ctx, predicate, leg, limit) =>
    selectNamed(ctx, toHits(ctx, words, predicate, leg, limit), leg)
  if ((await estimateMatches(ctx, words)) <= RARE) return byWords
  return async (_ctx, predicate, leg, limit) => {
    const isByTextAlone = leg.hitsBy !== undefined && predicate.every.length + predicate.arms.length === 0
    const most = isByTextAlone ? WALKED.texts : WALKED.runs
    const walked = isByTextAlone ? toTexts(ctx, leg, most) : toLeg(ctx, predicate, leg, most)
    const walk = isByTextAlone ? walkTexts : walkRuns
    const found = await selectNamed(ctx, walk(ctx, words, walked, { leg, most, limit }), leg)
    if (found.length >= limit || !(await reaches(ctx, walked, most))) return found
    return byWords(ctx, predicate, leg, limit)
  }
}

type Walk = { leg: OrderLeg; most: number; limit: number }

/** The texts in order, which is quicker than the runs where nothing else of these is asked for. */
function toTexts(ctx: ProjectContext, { where, by }: OrderLeg, most: number): Prisma.Sql {
  return Prisma.sql`
    (SELECT * FROM (SELECT t.run_id AS id, t.occurred_at, t.words FROM run_text t WHERE t.project_id = ${ctx.project.id}::uuid) s
    ${where ? Prisma.sql`WHERE ${where}` : Prisma.empty} ORDER BY ${by} LIMIT ${most})`
}

function walkTexts(ctx: ProjectContext, words: WordQuery, walked: Prisma.Sql, { leg, limit }: Walk): Prisma.Sql {
  return Prisma.sql`
    SELECT s.* FROM (SELECT s.id FROM ${walked} s WHERE s.words @@ ${words.sql} ORDER BY ${leg.by} LIMIT ${limit}) h
      JOIN run_summary s ON s.project_id = ${ctx.project.id}::uuid AND s.id = h.id`
}

function walkRuns(ctx: ProjectContext, words: WordQuery, walked: Prisma.Sql, { leg, most, limit }: Walk): Prisma.Sql {
  const fits = fitsWords(ctx.project.id, words)
  return Prisma.sql`
    SELECT s.* FROM (SELECT * FROM (${walked}) s ORDER BY ${leg.by} LIMIT ${most}) s
      JOIN LATERAL (SELECT 1 FROM run_text t WHERE t.run_id = s.id AND ${fits} LIMIT 1) t ON true
    ORDER BY ${leg.by} LIMIT ${limit}`
}

/** Whether so many rows were there to read, and so more may come after them. */
async function reaches(ctx: ProjectContext, walked: Prisma.Sql, most: number): Promise<boolean> {
  const [row] = await ctx.db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (SELECT 1 FROM (${walked}) w LIMIT ${most}) w`
  return (row?.count ?? 0) >= most
}

/** The runs with these words, put in order; by time as far as it takes to fill the page. */
function toHits(
  ctx: ProjectContext,
  words: WordQuery,
  predicate: RunPredicate,
  leg: OrderLeg,
  limit: number,
): Prisma.Sql {
  const { every, arms } = predicate
  const all = Prisma.join(
    [
      Prisma.sql`s.project_id = ${ctx.project.id}::uuid AND s.id = h.id`,
      ...(leg.where ? [leg.where] : []),
      ...every,
      ...(arms.length > 0 ? [Prisma.sql`(${Prisma.join(arms, ' OR ')})`] : []),
    ],
    ' AND ',
  )
  const fits = fitsWords(ctx.project.id, words)
  const inOrder = leg.hitsBy
    ? Prisma.sql`${leg.where ? Prisma.sql`WHERE ${leg.where}` : Prisma.empty} ORDER BY ${leg.by}`
    : Prisma.empty
  return Prisma.sql`
    WITH hit AS MATERIALIZED (SELECT t.run_id AS id, t.occurred_at FROM run_text t WHERE ${fits})
    SELECT s.* FROM (SELECT * FROM hit s ${inOrder}) h
      JOIN LATERAL (SELECT s.* FROM run_summary s WHERE ${all} LIMIT 1) s ON true
    ORDER BY ${leg.hitsBy ?? leg.by} LIMIT ${limit}`
}

/** A stretch of an order that one index yields: where it starts, and how it runs; `hitsBy` the same of hits `h`, which know only their time. */
type OrderLeg = { where: Prisma.Sql | null; by: Prisma.Sql; hitsBy?: Prisma.Sql }

type Order = { column: 'occurred_at' | 'quality' | 'confidence'; isDescending: boolean }

const ORDERS: Record<RunSort, Order> = {
  newest: { column: 'occurred_at', isDescending: true },
  oldest: { column: 'occurred_at', isDescending: false },
  quality_low: { column: 'quality', isDescending: false },
  quality_high: { column: 'quality', isDescending: true },
  confidence_low: { column: 'confidence', isDescending: false },
  confidence_high: { column: 'confidence', isDescending: true },
}

/**
 * The legs of an order, from the cursor on. Runs without a score come last in either direction: none is not low, and not
 * high. Each leg is one range of one index; ties are broken by id.
 */
function orderLegs(sort: RunSort, cursor: RunCursor | null): OrderLeg[] {
  const { column, isDescending } = ORDERS[sort]
  const key = Prisma.raw(`s.${column}`)
  const direction = Prisma.raw(isDescending ? 'DESC' : 'ASC')
  const after = Prisma.raw(isDescending ? '<' : '>')
  const by = Prisma.sql`${key} ${direction}, s.id ${direction}`
  if (column === 'occurred_at') {
    return [
      {
        where: cursor && Prisma.sql`(${key}, s.id) ${after} (${cursor.key}::timestamptz, ${cursor.id}::uuid)`,
        by,
        hitsBy: Prisma.sql`h.occurred_at ${direction}, h.id ${direction}`,
      },
    ]
  }
  const isBeyondScored = cursor !== null && cursor.key === null
  const start = cursor && Prisma.sql`(${key}, s.id) ${after} (${cursor.key}::float8, ${cursor.id}::uuid)`
  const scored = { where: start ?? Prisma.sql`${key} IS NOT NULL`, by }
  const unscored = {
    where: isBeyondScored
      ? Prisma.sql`${key} IS NULL AND s.id ${after} ${cursor.id}::uuid`
      : Prisma.sql`${key} IS NULL`,
    by: Prisma.sql`s.id ${direction}`,
  }
  return isBeyondScored ? [unscored] : [scored, unscored]
}

/** The cursor that goes on after this row. */
function cursorAfter(row: SummaryRow, sort: RunSort): RunCursor {
  const { column } = ORDERS[sort]
  const key = column === 'occurred_at' ? row.occurredAt.toISOString() : row[column]
  return { sort, key, id: row.id }
}

const position = z.strictObject({ sort: z.enum(runSorts), key: z.union([isoTime, z.number(), z.null()]), id })

/** Where a page ended: the sort, the key of its last row (null = it had none) and that row's id. */
type RunCursor = z.infer<typeof position>

export const runCursors = keysetCursor(position)

/** @throws invalid_input naming `cursor` when it is not one of ours, or belongs to another sort. */
function decodeRunCursor(text: string, sort: RunSort): RunCursor {
  const cursor = runCursors.decode(text)
  const isTime = typeof cursor.key === 'string'
  if (cursor.sort !== sort || isTime !== (sort === 'newest' || sort === 'oldest'))
    throw badCursor(`belongs to another order than "${sort}"`)
  return cursor
}
