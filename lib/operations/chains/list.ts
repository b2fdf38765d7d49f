import { z } from 'zod'
import { listChains as contract } from '@/lib/contracts/chains'
import { isoTime } from '@/lib/contracts/primitives'
import { chainSorts } from '@/lib/contracts/vocabulary'
import { Prisma } from '@/lib/db/generated/client'
import { type DropPlace, isCompared, isWorse, placeByDrop } from '@/lib/engine/regression/rank-drops'
import type { ProjectContext } from '../context'
import { badCursor, keysetCursor, positionText } from '../keyset-cursor'
import { byName, naturalPlace } from '../natural-order'
import { operation } from '../operation'
import { type ChainFilter, chainMatches } from '../runs/chain-filter'
import { pairsOfOne } from '../versions/alike'
import { CONFIDENCE_PAIRS, loadCompared } from '../versions/compared'
import { loadChainRows, loadVersionRows } from '../versions/rows'
import { highestFirst, loadChains, toChainView } from '../versions/views'

type Sort = (typeof chainSorts)[number]
type StoredSort = Exclude<Sort, 'largest_drop'>

/** Position after a page: its sort, the key of its last chain (null: it never ran), and the name of that chain. */
const cursors = keysetCursor(
  z.strictObject({
    sort: z.enum(chainSorts),
    key: z.union([isoTime, z.number(), z.tuple([z.number(), z.number()]), z.null()]),
    name: positionText,
  }),
)
type Cursor = ReturnType<typeof cursors.decode>

/** Lists chains by keyset, and judges only those of the page; by the largest drop, all that match are judged first. */
export const listChains = operation(contract, async (ctx, { sort, newest, limit, cursor: text, ...filters }) => {
  const cursor = text === undefined ? null : decode(text, sort)
  const ranked = sort === 'largest_drop' ? await rankByDrop(ctx, await findIds(ctx, filters)) : null
  const rows = ranked
    ? ranked.places.filter((place) => !cursor || isAfter(place, cursor)).slice(0, limit + 1)
    : await select(ctx, filters, { sort: sort as StoredSort, cursor, limit: limit + 1 })
  const { page, next } = cursors.cut<Row>(rows, limit, ({ key, name }) => ({ sort, key: toKey(key), name }))
  const loaded = await loadChains(
    ctx.db,
    ctx.project.id,
    page.map(({ id }) => id),
    newest ? 'newest' : 'every',
  )
  return {
    chains: loaded.map(({ view }) => view),
    total: cursor ? null : ranked ? ranked.places.length : (await findIds(ctx, filters)).length,
    drops: ranked && !cursor ? ranked.counts : null,
    next,
  }
})

type Key = Date | number | [number, number] | string | null
type Row = { id: string; name: string; key: Key }

const toKey = (key: Key): Cursor['key'] => (key instanceof Date ? key.toISOString() : key)

function decode(text: string, sort: Sort): Cursor {
  const cursor = cursors.decode(text)
  const { key } = cursor
  const fits = {
    name: key === null,
    last_run: typeof key !== 'number' && !Array.isArray(key),
    runs: typeof key === 'number',
    largest_drop: Array.isArray(key),
  }
  if (cursor.sort !== sort || !fits[sort]) throw badCursor(`belongs to another order than "${sort}"`)
  return cursor
}

function isAfter(place: { key: [number, number]; name: string }, { key, name }: Cursor): boolean {
  if (!Array.isArray(key)) return true
  const order = place.key[0] - key[0] || place.key[1] - key[1]
  return order > 0 || (order === 0 && byName(place.name, name) > 0)
}

async function findIds(ctx: ProjectContext, filters: ChainFilter): Promise<string[]> {
  const rows = await ctx.db.$queryRaw<
    { id: string }[]
  >`SELECT c.id FROM chain c WHERE ${chainMatches(ctx.project.id, filters)}`
  return rows.map(({ id }) => id)
}

const ownPlace = naturalPlace(Prisma.sql`c.name`)

type Page = { sort: StoredSort; cursor: Cursor | null; limit: number }

/** Selects the chains of one page: by name along an index; by time with one index probe for each chain; by runs from the rollups. */
function select(ctx: ProjectContext, filters: ChainFilter, { sort, cursor, limit }: Page) {
  const { key, from } = keyOf(ctx, sort)
  const after = cursor ? Prisma.sql`AND ${afterOf(key, cursor)}` : Prisma.empty
  const by = sort === 'name' ? ownPlace : Prisma.sql`${key} DESC NULLS LAST, ${ownPlace}`
  return ctx.db.$queryRaw<Row[]>`
    SELECT c.id, c.name, ${key} AS key FROM chain c ${from}
    WHERE ${chainMatches(ctx.project.id, filters)} ${after} ORDER BY ${by} LIMIT ${limit}`
}

function keyOf(ctx: ProjectContext, sort: StoredSort): { key: Prisma.Sql; from: Prisma.Sql } {
  const own = Prisma.sql`project_id = ${ctx.project.id}::uuid`
  if (sort === 'name') return { key: Prisma.sql`NULL::text`, from: Prisma.empty }
  if (sort === 'last_run')
    return {
      key: Prisma.sql`l.at`,
      from: Prisma.sql`CROSS JOIN LATERAL (SELECT (SELECT s.occurred_at FROM run_summary s WHERE s.${own} AND s.chain_id = c.id
        ORDER BY s.occurred_at DESC, s.id DESC LIMIT 1) AS at) l`,
    }
  return {
    key: Prisma.sql`coalesce(t.runs, 0)::float8`,
    from: Prisma.sql`LEFT JOIN (
      SELECT r.chain_id, sum(r.runs) AS runs FROM rollup_day r WHERE r.${own} GROUP BY 1) t ON t.chain_id = c.id`,
  }
}

function afterOf(key: Prisma.Sql, cursor: Cursor): Prisma.Sql {
  const later = Prisma.sql`(${ownPlace}) > (${naturalPlace(Prisma.sql`${cursor.name}::text`)})`
  if (cursor.sort === 'name') return later
  if (cursor.key === null) return Prisma.sql`${key} IS NULL AND ${later}`
  const at = cursor.sort === 'last_run' ? Prisma.sql`${cursor.key}::timestamptz` : Prisma.sql`${cursor.key}::float8`
  return Prisma.sql`(${key} < ${at} OR ${key} IS NULL OR (${key} = ${at} AND ${later}))`
}

type Ranked = { id: string; name: string; key: [group: number, key: number] }
type Drops = { compared: number; worse: number; confidenceCompared: number }

/** Ranks these chains by how much their newest version is worse, from sums of their runs, and counts the worse ones. */
async function rankByDrop(
  { db, project }: ProjectContext,
  ids: readonly string[],
): Promise<{ places: Ranked[]; counts: Drops }> {
  const chains = (await loadChainRows(db, project.id, ids)).toSorted(
    (a, b) => (b.lastRunAt?.getTime() ?? 0) - (a.lastRunAt?.getTime() ?? 0),
  )
  const byChain = Map.groupBy(await loadVersionRows(db, project.id, ids), ({ chainId }) => chainId)
  const own = chains.map((chain) => pairsOfOne(chain, highestFirst(byChain.get(chain.id) ?? [])))
  const pairs = own.flat()
  const withConfidence = new Set(pairs.filter(({ isMeansOnly }) => !isMeansOnly).slice(0, CONFIDENCE_PAIRS))
  // Scenarios change how certain a drop is, not its size.
  const loaded = await loadCompared(db, project.id, pairs, { scenarioPairs: 0 })
  const places = chains.map((chain, index) => {
    const { name, versions } = toChainView(chain, byChain.get(chain.id) ?? [], loaded, 'newest')
    const place = placeByDrop(versions[0] ?? null)
    return { id: chain.id, name, place, hasConfidence: own[index]?.some((pair) => withConfidence.has(pair)) ?? false }
  })
  const compared = places.filter(({ place }) => isCompared(place))
  return {
    places: places.toSorted(byPlace).map(({ id, name, place }) => ({ id, name, key: [place.group, place.key] })),
    counts: {
      compared: compared.length,
      worse: compared.filter(({ place }) => isWorse(place)).length,
      confidenceCompared: compared.filter(({ hasConfidence }) => hasConfidence).length,
    },
  }
}

type Placed = { name: string; place: DropPlace }

function byPlace(a: Placed, b: Placed): number {
  return a.place.group - b.place.group || a.place.key - b.place.key || byName(a.name, b.name)
}
