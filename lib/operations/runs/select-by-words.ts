import type { RunSort } from '@/lib/contracts/runs'
import { Prisma } from '@/lib/db/generated/client'
import type { ProjectContext } from '../context'
import type { RunPredicate } from './filter'
import { isByTime, ORDERS, type OrderLeg, type RunCursor } from './order'
import { type Selector, selectNamed, toLeg } from './select'
import { estimateMatches, fitsWords, fitsWordsBeforePrefix, type WordQuery } from './text'

/**
 * `rare`: up to this many matching runs a word is looked up by its index, whatever the other filters. Otherwise this many
 * `texts`, or `runs` when other filters apply, are read in list order per step. `checks`: how many texts are checked for a prefix rather
 * than one looked up by it.
 */
export const SEARCHED = { rare: 4000, texts: 5_000, runs: 2_500, checks: 4 }

type Asked = { predicate: RunPredicate; sort: RunSort; limit: number }

/**
 * Chooses how runs with these words are found: by the word index when a word is rare or a step through the list is unlikely to
 * contain a match; otherwise in list order, one step at a time, so that a page costs the same among a million runs.
 */
export async function selectByWords(ctx: ProjectContext, words: WordQuery, asked: Asked): Promise<Selector> {
  const { all, fitting, rarest, rarestWhole, prefix } = await estimateMatches(ctx, words)
  // The index reads a prefix in all projects, and only then those with the other words: if these are few, it is checked in their texts.
  const isPrefixLast = rarestWhole <= Math.min(SEARCHED.rare, SEARCHED.checks * prefix)
  const hits = (isPrefixLast ? fitsWordsBeforePrefix : fitsWords)(ctx.project.id, words)
  const byWords: Selector = async (_ctx, predicate, leg, limit) => ({
    rows: await selectNamed(ctx, toHits(ctx, hits, predicate, leg, limit), leg),
    endedAt: null,
  })
  const isByTextAlone = isByTime(asked.sort) && isEmpty(asked.predicate)
  const most = isByTextAlone ? SEARCHED.texts : SEARCHED.runs
  const expected = (fitting * most) / all
  if (rarest <= SEARCHED.rare || expected < 1) return byWords
  return async (_ctx, predicate, leg, limit) => {
    const walked = isByTextAlone ? toTexts(ctx, leg, most) : toLeg(ctx, predicate, leg, most)
    const walk = isByTextAlone ? walkTexts : walkRuns
    const end = () => findEnd(ctx, walked, { leg, most, sort: asked.sort })
    // Where the step will hardly fill the page, its end is asked for at once.
    const [rows, known] = await Promise.all([
      selectNamed(ctx, walk(ctx, words, walked, { leg, most, limit }), leg),
      expected < limit ? end() : undefined,
    ])
    if (rows.length >= limit) return { rows, endedAt: null }
    const endedAt = known === undefined ? await end() : known
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
  hits: Prisma.Sql,
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
  const inOrder = leg.hitsBy
    ? Prisma.sql`${leg.where ? Prisma.sql`WHERE ${leg.where}` : Prisma.empty} ORDER BY ${leg.by}`
    : Prisma.empty
  return Prisma.sql`
    WITH hit AS MATERIALIZED (SELECT t.run_id AS id, t.occurred_at FROM run_text t WHERE ${hits})
    SELECT s.* FROM (SELECT * FROM hit s ${inOrder}) h
      JOIN LATERAL (SELECT s.* FROM run_summary s WHERE ${all} LIMIT 1) s ON true
    ORDER BY ${leg.hitsBy ?? leg.by} LIMIT ${limit}`
}
