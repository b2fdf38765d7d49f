import { z } from 'zod'
import { listChains as contract } from '@/lib/contracts/chains'
import { viewedMost } from '@/lib/contracts/limits'
import { isoTime } from '@/lib/contracts/primitives'
import { chainSorts } from '@/lib/contracts/vocabulary'
import { Prisma } from '@/lib/db/generated/client'
import type { ProjectContext } from '../context'
import { badCursor, keysetCursor, positionText } from '../keyset-cursor'
import { naturalPlace } from '../natural-order'
import { operation } from '../operation'
import { type ChainFilter, chainMatches } from '../runs/chain-filter'
import { loadChains } from '../versions/views'
import { listByDrop } from './rank'

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

/** Lists chains by keyset, and judges only those of the page. */
export const listChains = operation(contract, async (ctx, { sort, newest, limit, cursor: text, ...filters }) => {
  const cursor = text === undefined ? null : decode(text, sort)
  const { rows, drops } =
    sort === 'largest_drop'
      ? await listByDrop(ctx, filters, { after: afterRanked(cursor), limit: limit + 1 })
      : { rows: await select(ctx, filters, { sort, cursor, limit: limit + 1 }), drops: null }
  const { page, next } = cursors.cut<Row>(rows, limit, ({ key, name }) => ({ sort, key: toKey(key), name }))
  const loaded = await loadChains(
    ctx.db,
    ctx.project.id,
    page.map(({ id }) => id),
    newest ? 'newest' : { most: viewedMost.listed },
  )
  return {
    chains: loaded.map(({ view }) => view),
    total: cursor ? null : await count(ctx, filters),
    drops,
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

const afterRanked = (cursor: Cursor | null) => {
  const [group, key] = Array.isArray(cursor?.key) ? cursor.key : []
  return cursor && group !== undefined && key !== undefined
    ? { key: [group, key] as [number, number], name: cursor.name }
    : null
}

async function count(ctx: ProjectContext, filters: ChainFilter): Promise<number> {
  const [row] = await ctx.db.$queryRaw<
    { n: number }[]
  >`SELECT count(*)::int AS n FROM chain c WHERE ${chainMatches(ctx.project.id, filters)}`
  return row?.n ?? 0
}

const ownPlace = naturalPlace(Prisma.sql`c.name`)

type Page = { sort: StoredSort; cursor: Cursor | null; limit: number }

/** Selects the chains of one page: by name along an index; by time with one index probe for each chain; by runs from the rollups. */
function select(ctx: ProjectContext, filters: ChainFilter, { sort, cursor, limit }: Page) {
  const { key, from } = keyOf(ctx, sort)
  const after = cursor ? Prisma.sql`AND ${afterOf(key, cursor)}` : Prisma.empty
  const found = Prisma.sql`
    SELECT c.id, c.name, ${key} AS key FROM chain c ${from} WHERE ${chainMatches(ctx.project.id, filters)} ${after}`
  if (sort === 'name') return ctx.db.$queryRaw<Row[]>`${found} ORDER BY ${ownPlace} LIMIT ${limit}`
  // The place of a name takes longer to compute than the key, and decides only between equal keys.
  return ctx.db.$queryRaw<Row[]>`
    WITH found AS MATERIALIZED (${found}),
      last AS (SELECT key FROM found ORDER BY key DESC NULLS LAST OFFSET ${limit - 1} LIMIT 1)
    SELECT c.id, c.name, c.key FROM found c
    WHERE coalesce(c.key >= (SELECT key FROM last), true) AND NOT (c.key IS NULL AND EXISTS (SELECT 1 FROM last WHERE key IS NOT NULL))
    ORDER BY c.key DESC NULLS LAST, ${ownPlace} LIMIT ${limit}`
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

const isLater = ({ name }: Pick<Cursor, 'name'>) =>
  Prisma.sql`(${ownPlace}) > (${naturalPlace(Prisma.sql`${name}::text`)})`

function afterOf(key: Prisma.Sql, cursor: Cursor): Prisma.Sql {
  const later = isLater(cursor)
  if (cursor.sort === 'name') return later
  if (cursor.key === null) return Prisma.sql`${key} IS NULL AND ${later}`
  const at = cursor.sort === 'last_run' ? Prisma.sql`${cursor.key}::timestamptz` : Prisma.sql`${cursor.key}::float8`
  return Prisma.sql`(${key} < ${at} OR ${key} IS NULL OR (${key} = ${at} AND ${later}))`
}
