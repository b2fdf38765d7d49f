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

/** Lists runs by keyset: each page continues exactly where the last ended, even if runs arrive in between. */
export const listRuns = operation(contract, (ctx, { sort, limit, cursor, ...filters }) =>
  selectRuns(ctx, filters, { sort, limit, cursor }),
)

type Page = { sort: RunSort; limit: number; cursor: string | undefined }

/** Returns one page of matching runs, and the cursor of the next page or null. */
export async function selectRuns(
  ctx: ProjectContext,
  filters: RunFilters,
  { sort, limit, cursor: text }: Page,
): Promise<{ runs: RunRow[]; next: string | null }> {
  const cursor = text === undefined ? null : decodeRunCursor(text, sort)
  const predicate = await buildRunPredicate(ctx, filters, sort)
  const words = toWordQuery(filters)
  if (!predicate || words === null) return { runs: [], next: null }
  const select = words ? await wordSelector(ctx, words, { predicate, sort, limit: limit + 1 }) : selectLeg
  const rows: SummaryRow[] = []
  let endedAt: RunCursor | null = null
  for (const leg of orderLegs(sort, cursor)) {
    if (rows.length > limit || endedAt) break
    const found = await select(ctx, predicate, leg, limit + 1 - rows.length)
    rows.push(...found.rows)
    endedAt = found.endedAt
  }
  const { page, next } = runCursors.cut(rows, limit, (row) => cursorAfter(row, sort))
  const excerpts =
    words &&
    (await findExcerpts(
      ctx,
      page.map(({ id }) => id),
      words,
    ))
  return {
    runs: page.map((row) => ({ ...toRunRow(row), ...(excerpts && { excerpt: excerpts.get(row.id) }) })),
    next: next ?? (endedAt && runCursors.encode(endedAt)),
  }
}

/** `endedAt`: where a bounded search stopped before the end of the list; `rows` are the matches until there. */
type Found = { rows: SummaryRow[]; endedAt: RunCursor | null }
type Selector = (ctx: ProjectContext, predicate: RunPredicate, leg: OrderLeg, limit: number) => Promise<Found>

/** Merges the first rows of each arm's index, so that the cost depends on the page and not on the table. */
const selectLeg: Selector = async (ctx, predicate, leg, limit) => ({
  rows: await selectNamed(
    ctx,
    Prisma.sql`SELECT * FROM (${toLeg(ctx, predicate, leg, limit)}) s ORDER BY ${leg.by} LIMIT ${limit}`,
    leg,
  ),
  endedAt: null,
})

function selectNamed(ctx: ProjectContext, found: Prisma.Sql, { by }: OrderLeg): Promise<SummaryRow[]> {
  return ctx.db.$queryRaw<SummaryRow[]>`
    SELECT ${SUMMARY_COLUMNS} FROM (${found}) s ${summaryNames(ctx.project.id)} ORDER BY ${by}`
}

/** Selects the first rows of each arm. */
function toLeg(ctx: ProjectContext, { every, arms }: RunPredicate, { where, by }: OrderLeg, limit: number): Prisma.Sql {
  const fixed = [Prisma.sql`s.project_id = ${ctx.project.id}::uuid`, ...(where ? [where] : []), ...every]
  const selects = (arms.length > 0 ? arms : [null]).map((arm) => {
    const all = Prisma.join(arm ? [...fixed, arm] : fixed, ' AND ')
    return Prisma.sql`(SELECT s.* FROM run_summary s WHERE ${all} ORDER BY ${by} LIMIT ${limit})`
  })
  return Prisma.join(selects, ' UNION ALL ')
}

/**
 * `rare`: up to this many matching runs a word is looked up by its index, whatever the other filters. Otherwise this many
 * `texts`, or `runs` when other filters apply, are read in list order per step.
 */
export const SEARCHED = { rare: 4000, texts: 5_000, runs: 2_500 }

type Asked = { predicate: RunPredicate; sort: RunSort; limit: number }

/**
 * Chooses how runs with these words are found: by the word index when a word is rare or a step through the list is unlikely to
 * contain a match; otherwise in list order, one step at a time, so that a page costs the same among a million runs.
 */
async function wordSelector(ctx: ProjectContext, words: WordQuery, asked: Asked): Promise<Selector> {
  const byWords: Selector = async (_ctx, predicate, leg, limit) => ({
    rows: await selectNamed(ctx, toHits(ctx, words, predicate, leg, limit), leg),
    endedAt: null,
  })
  const { all, fitting, rarest } = await estimateMatches(ctx, words)
  const isByTextAlone = asked.sort === 'newest' || asked.sort === 'oldest' ? isEmpty(asked.predicate) : false
  const most = isByTextAlone ? SEARCHED.texts : SEARCHED.runs
  if (rarest <= SEARCHED.rare || (fitting * most) / all < 1) return byWords
  return async (_ctx, predicate, leg, limit) => {
    const walked = isByTextAlone ? toTexts(ctx, leg, most) : toLeg(ctx, predicate, leg, most)
    const walk = isByTextAlone ? walkTexts : walkRuns
    const rows = await selectNamed(ctx, walk(ctx, words, walked, { leg, most, limit }), leg)
    if (rows.length >= limit) return { rows, endedAt: null }
    const endedAt = await findEnd(ctx, walked, { leg, most, sort: asked.sort })
    return endedAt && rows.length === 0 ? byWords(ctx, predicate, leg, limit) : { rows, endedAt }
  }
}

const isEmpty = ({ every, arms }: RunPredicate) => every.length + arms.length === 0

type Walk = { leg: OrderLeg; most: number; limit: number }

/** Reads texts in list order, which is faster than reading runs when there is no other filter. */
function toTexts(ctx: ProjectContext, { where, by }: OrderLeg, most: number): Prisma.Sql {
  return Prisma.sql`
    (SELECT * FROM (SELECT t.run_id AS id, t.occurred_at, t.words FROM run_text t WHERE t.project_id = ${ctx.project.id}::uuid) s
    ${where ? Prisma.sql`WHERE ${where}` : Prisma.empty} ORDER BY ${by} LIMIT ${most})`
}

// LATERAL with LIMIT reads each text once: without table statistics, a plain join may rescan all texts for every run.
function walkTexts(ctx: ProjectContext, words: WordQuery, walked: Prisma.Sql, { leg, limit }: Walk): Prisma.Sql {
  return Prisma.sql`
    SELECT s.* FROM (SELECT s.id FROM ${walked} s WHERE s.words @@ ${words.sql} ORDER BY ${leg.by} LIMIT ${limit}) h
      JOIN LATERAL (SELECT s.* FROM run_summary s WHERE s.project_id = ${ctx.project.id}::uuid AND s.id = h.id LIMIT 1) s ON true`
}

function walkRuns(ctx: ProjectContext, words: WordQuery, walked: Prisma.Sql, { leg, most, limit }: Walk): Prisma.Sql {
  const fits = fitsWords(ctx.project.id, words)
  return Prisma.sql`
    SELECT s.* FROM (SELECT * FROM (${walked}) s ORDER BY ${leg.by} LIMIT ${most}) s
      JOIN LATERAL (SELECT 1 FROM run_text t WHERE t.run_id = s.id AND ${fits} LIMIT 1) t ON true
    ORDER BY ${leg.by} LIMIT ${limit}`
}

type Stretch = { leg: OrderLeg; most: number; sort: RunSort }

/** The cursor after a full step of `most` rows; null when fewer rows were left. */
async function findEnd(
  ctx: ProjectContext,
  walked: Prisma.Sql,
  { leg, most, sort }: Stretch,
): Promise<RunCursor | null> {
  const { column } = ORDERS[sort]
  const [row] = await ctx.db.$queryRaw<{ id: string; key: Date | number | null }[]>`
    SELECT s.id, s.${Prisma.raw(column)} AS key FROM (${walked}) s ORDER BY ${leg.by} LIMIT 1 OFFSET ${most - 1}`
  return row ? { sort, key: row.key instanceof Date ? row.key.toISOString() : row.key, id: row.id } : null
}

/** Selects the matches of the word index in list order; by time, only as far as the page needs. */
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

/**
 * A section of an order that one index yields: its start condition and its order. `hitsBy`: the same order for word hits `h`,
 * which have only a time.
 */
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
 * The sections of an order from the cursor on. Runs without a score come last in either direction. Each section is one range of
 * one index; ties are broken by id.
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

/** The cursor of the page after this row. */
function cursorAfter(row: SummaryRow, sort: RunSort): RunCursor {
  const { column } = ORDERS[sort]
  const key = column === 'occurred_at' ? row.occurredAt.toISOString() : row[column]
  return { sort, key, id: row.id }
}

const position = z.strictObject({ sort: z.enum(runSorts), key: z.union([isoTime, z.number(), z.null()]), id })

/** Position after a page: its sort, the key of its last row (null = no value) and that row's id. */
type RunCursor = z.infer<typeof position>

export const runCursors = keysetCursor(position)

/** @throws invalid_input naming `cursor` when it is malformed or belongs to another sort */
function decodeRunCursor(text: string, sort: RunSort): RunCursor {
  const cursor = runCursors.decode(text)
  const isTime = typeof cursor.key === 'string'
  if (cursor.sort !== sort || isTime !== (sort === 'newest' || sort === 'oldest'))
    throw badCursor(`belongs to another order than "${sort}"`)
  return cursor
}
