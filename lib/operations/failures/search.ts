import { z } from 'zod'
import { type FailureFilters, type FailureStatus, searchFailures as searchContract } from '@/lib/contracts/failures'
import { isoTime } from '@/lib/contracts/primitives'
import { failureSorts, failureStatuses } from '@/lib/contracts/vocabulary'
import { Prisma } from '@/lib/db/generated/client'
import { type ProjectContext, personOf } from '../context'
import { invalidInput } from '../errors'
import { badCursor, keysetCursor, positionText } from '../keyset-cursor'
import { hasWords } from '../natural-order'
import { operation } from '../operation'
import { stepNames, withPlaces } from '../rollups/failure-places'
import { findChainIds } from '../rollups/period'
import {
  allCounts,
  type GroupRow,
  groupColumns,
  groupNames,
  membersOf,
  newestMessage,
  statusSql,
  toGroupView,
} from './groups'
import { countsOf, isWhole, loadTrend, type Span, spanOf } from './trend'

type Sort = (typeof failureSorts)[number]

/** Position after a page: its sort, the key of its last group, and that group's fingerprint. */
const cursors = keysetCursor(
  z.strictObject({ sort: z.enum(failureSorts), key: z.union([isoTime, z.number()]), fingerprint: positionText }),
)

/** Lists failure groups by time or by count, counted from the rollups of the given time and chains. */
export const searchFailures = operation(
  searchContract,
  async (ctx, { limit, cursor: text, sort, trend, ...filters }) => {
    const cursor = text === undefined ? null : decode(text, sort)
    const scope = {
      ...spanOf(filters, ctx.now()),
      chainIds: await findChainIds(ctx, filters.chain),
      node: filters.node,
    }
    const found = conditions(ctx, filters, scope)
    const [rows, counts] = await Promise.all([
      select(
        ctx,
        { ...found, fits: [...found.fits, ...ofStatus(filters, ctx.now())] },
        { sort, cursor, limit: limit + 1 },
      ),
      cursor ? null : countByStatus(ctx, found),
    ])
    const { page, next } = cursors.cut(rows, limit, (row) => ({
      sort,
      key: keyOf(row, sort),
      fingerprint: row.fingerprint,
    }))
    const groups = (await withPlaces(ctx.db, ctx.project.id, page)).map((row) => toGroupView(row, ctx.now()))
    const { marks, ...seen } = trend
      ? await loadTrend(
          ctx,
          filters.range,
          scope,
          groups.map(({ fingerprint }) => fingerprint),
        )
      : { marks: null, unit: null, buckets: null }
    return {
      groups: groups.map((group) => ({ ...group, ...(marks && { marks: marks.get(group.fingerprint) ?? [] }) })),
      trend: seen.unit === null ? null : seen,
      counts,
      next,
    }
  },
)

type Scope = Span & { chainIds: readonly string[] | null; node: string | undefined }
type Cursor = ReturnType<typeof cursors.decode>
type Page = { sort: Sort; cursor: Cursor | null; limit: number }

const TIMES = { last_seen: Prisma.sql`g.last_seen_at`, first_seen: Prisma.sql`g.first_seen_at` }

/** Selects the groups of one page. Ordering by time uses an index; ordering by count, or filtering by chain or node, sums the rollups once. */
function select(ctx: ProjectContext, found: Found, { sort, cursor, limit }: Page) {
  const key = sort === 'most' ? Prisma.sql`c.roots + c.cascades` : TIMES[sort]
  const after = cursor && Prisma.sql`(${key}, g.fingerprint) < (${keyValue(cursor)}, ${cursor.fingerprint})`
  const counted =
    sort === 'most' || found.isSummed
      ? Prisma.sql`SELECT s.roots, s.cascades FROM sums s WHERE s.head = g.fingerprint`
      : countsOfGroup(ctx, found.scope)
  return ctx.db.$queryRaw<GroupRow[]>`
    ${sort === 'most' || found.isSummed ? sums(ctx, found.scope) : Prisma.empty}
    SELECT ${groupColumns(ctx.project.id)}, g.counted_roots AS roots, g.counted_cascades AS cascades FROM (
      SELECT g.*, c.roots AS counted_roots, c.cascades AS counted_cascades
      FROM failure_group g ${found.message} JOIN LATERAL (${counted}) c ON c.roots + c.cascades > 0
      WHERE ${Prisma.join([...found.fits, ...(after ? [after] : [])], ' AND ')}
      ORDER BY ${key} DESC, g.fingerprint DESC LIMIT ${limit}
    ) g ${groupNames(ctx.project.id)} ORDER BY ${sort === 'most' ? Prisma.sql`g.counted_roots + g.counted_cascades` : key} DESC, g.fingerprint DESC`
}

/** Over all chains and times, the counts stored with the group suffice. */
function countsOfGroup(ctx: ProjectContext, scope: Scope): Prisma.Sql {
  return isWhole(scope)
    ? allCounts(ctx.project.id)
    : countsOf(ctx, scope, Prisma.sql`r.fingerprint = ANY(ARRAY(${membersOf(ctx.project.id)}))`)
}

/** Failures of every group within the scope, as CTE `sums`. */
function sums(ctx: ProjectContext, scope: Scope): Prisma.Sql {
  const own = Prisma.sql`m.project_id = ${ctx.project.id}::uuid`
  const counted = isWhole(scope)
    ? Prisma.sql`failure_group x`
    : Prisma.sql`(${countsOf(ctx, scope, Prisma.sql`true`, Prisma.sql`r.fingerprint, `)} GROUP BY r.fingerprint) x`
  return Prisma.sql`
    WITH sums AS MATERIALIZED (
      SELECT coalesce(m.merged_into, m.fingerprint) AS head, sum(x.roots)::int AS roots, sum(x.cascades)::int AS cascades
      FROM ${counted} JOIN failure_group m ON ${own} AND m.fingerprint = x.fingerprint
      ${isWhole(scope) ? Prisma.sql`WHERE x.project_id = ${ctx.project.id}::uuid` : Prisma.empty} GROUP BY 1)`
}

async function countByStatus(ctx: ProjectContext, { fits, message, isSummed, scope }: Found) {
  const rows = await ctx.db.$queryRaw<{ status: FailureStatus; n: number }[]>`
    ${isSummed ? sums(ctx, scope) : Prisma.empty}
    SELECT ${statusSql(ctx.now())} AS status, count(*)::int AS n FROM failure_group g ${message}
    WHERE ${Prisma.join([...fits], ' AND ')} GROUP BY 1`
  const found = new Map(rows.map(({ status, n }) => [status, n]))
  return Object.fromEntries(failureStatuses.map((status) => [status, found.get(status) ?? 0])) as Record<
    FailureStatus,
    number
  >
}

/** Conditions on a group, and what they need: its newest message and all its steps, or the sums of all groups. */
type Found = { fits: readonly Prisma.Sql[]; message: Prisma.Sql; isSummed: boolean; scope: Scope }

function conditions(ctx: ProjectContext, { text, failureClass, owner }: FailureFilters, scope: Scope): Found {
  const { from, to } = scope
  const fits = [Prisma.sql`g.project_id = ${ctx.project.id}::uuid`, Prisma.sql`g.merged_into IS NULL`]
  if (text) fits.push(hasWords(Prisma.sql`concat_ws(' ', g.node, s.steps, g.template, l.message)`, text))
  if (failureClass) fits.push(Prisma.sql`g.failure_class = ANY(${failureClass}::text[])`)
  if (owner === 'none') fits.push(Prisma.sql`g.owner_id IS NULL`)
  else if (owner !== undefined) fits.push(Prisma.sql`g.owner_id = ${owner === 'me' ? myId(ctx) : owner}::uuid`)
  if (from) fits.push(Prisma.sql`g.last_seen_at >= date_trunc('hour', ${from}::timestamptz, 'UTC')`)
  if (to) fits.push(Prisma.sql`g.first_seen_at < ${to}::timestamptz`)
  // Otherwise any group seen within the time has a failure in it.
  const isSummed = scope.chainIds !== null || to !== null || scope.node !== undefined
  if (isSummed)
    fits.push(Prisma.sql`EXISTS (SELECT 1 FROM sums s WHERE s.head = g.fingerprint AND s.roots + s.cascades > 0)`)
  return { fits, message: text?.trim() ? searched(ctx) : Prisma.empty, isSummed, scope }
}

const searched = ({ project }: ProjectContext) => Prisma.sql`
  ${newestMessage(project.id)} CROSS JOIN LATERAL (SELECT ${stepNames(project.id)} AS steps) s`

function ofStatus({ status }: FailureFilters, now: Date): Prisma.Sql[] {
  return status?.length ? [Prisma.sql`${statusSql(now)} = ANY(${status}::text[])`] : []
}

function myId({ actor }: ProjectContext): string {
  const person = personOf(actor)
  if (!person) throw invalidInput([{ path: 'owner', message: '"me" is a person, and a key is none' }])
  return person.userId
}

function keyOf(row: GroupRow, sort: Sort): string | number {
  if (sort === 'most') return row.roots + row.cascades
  return (sort === 'last_seen' ? row.lastSeenAt : row.firstSeenAt).toISOString()
}

const keyValue = ({ key }: Cursor) =>
  typeof key === 'number' ? Prisma.sql`${key}::int` : Prisma.sql`${key}::timestamptz`

/** @throws invalid_input naming `cursor` when it is malformed or belongs to another sort */
function decode(text: string, sort: Sort): Cursor {
  const cursor = cursors.decode(text)
  if (cursor.sort !== sort || (typeof cursor.key === 'number') !== (sort === 'most'))
    throw badCursor(`belongs to another order than "${sort}"`)
  return cursor
}
