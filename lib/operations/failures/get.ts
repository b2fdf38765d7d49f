import { getFailureGroup as contract, type FailureGroupEvent, failureExample } from '@/lib/contracts/failure-groups'
import type { Range } from '@/lib/contracts/primitives'
import { Prisma } from '@/lib/db/generated/client'
import { MIN_REFERENCE_DAYS } from '@/lib/engine/failures/judge-escalation'
import { failureEventWords, undoneWords } from '@/lib/presentation/labels/failures'
import { loadTimeZone, type ProjectContext } from '../context'
import { notFound } from '../errors'
import { excerptOf } from '../excerpt'
import { operation } from '../operation'
import { withPlaces } from '../rollups/failure-places'
import { loadPeriod, rollupsOfPeriod } from '../rollups/period'
import { loadDeadLetters } from './arrivals'
import { judgeEscalations } from './escalation'
import { allCounts, type GroupRow, groupColumns, groupNames, MESSAGE_LENGTH, toGroupView } from './groups'
import { movedBy } from './moves'
import { formerState, isNewest, undoneBy } from './states'
import { loadTrend } from './trend'

/** Number of newest failures that a group's parts are derived from. */
const LOOKED = 1000
const EXAMPLES = 12
const MAX_EVENTS = 200
const MAX_PARTS = 50
const MAX_VERSIONS = 100

/** Returns one group, with the groups merged into it, in bounded reads. */
export const getFailureGroup = operation(contract, async (ctx, { group: fingerprint, range }) => {
  const projectId = ctx.project.id
  const rows = await ctx.db.$queryRaw<GroupRow[]>`
    SELECT ${groupColumns(projectId)}, c.roots, c.cascades FROM failure_group x
    JOIN failure_group g ON g.project_id = x.project_id AND g.fingerprint = coalesce(x.merged_into, x.fingerprint) ${groupNames(projectId)}
    CROSS JOIN LATERAL (${allCounts(projectId)}) c WHERE x.project_id = ${projectId}::uuid AND x.fingerprint = ${fingerprint}`
  const [row] = await withPlaces(ctx.db, projectId, rows)
  if (!row) throw notFound('failure group')
  const head = row.fingerprint
  const members = await loadMembers(ctx, head)
  const all = [head, ...members.map((member) => member.fingerprint)]
  const [trend, places, recent, deadLetters, events, eventCount, escalations] = await Promise.all([
    loadTrend(ctx, range, { chainIds: null }, [head]),
    loadPlaces(ctx, range, all),
    loadRecent(ctx, all),
    loadDeadLetters(ctx, all),
    loadEvents(ctx, head, all),
    ctx.db.failureGroupEvent.count({ where: { projectId, fingerprint: { in: all } } }),
    judgeEscalations(ctx.db, projectId, [row], ctx.now()),
  ])
  const escalation = escalations.get(head)
  return {
    group: toGroupView(row, ctx.now()),
    trend: { unit: trend.unit, buckets: trend.buckets, marks: trend.marks.get(head) ?? [] },
    escalation: {
      ...(escalation ?? { state: 'too_few' as const, count: 0, expected: null, bound: null, days: 0 }),
      needs: MIN_REFERENCE_DAYS,
    },
    ...places,
    ...recent,
    members,
    ...deadLetters,
    events,
    eventCount,
  }
})

async function loadMembers(ctx: ProjectContext, head: string) {
  const rows = await ctx.db.failureGroup.findMany({
    where: { projectId: ctx.project.id, mergedInto: head },
    select: { fingerprint: true, node: true, template: true, roots: true, cascades: true, lastSeenAt: true },
    orderBy: [{ lastSeenAt: 'desc' }, { fingerprint: 'asc' }],
  })
  return rows.map((member) => ({ ...member, lastSeenAt: member.lastSeenAt.toISOString() }))
}

type PlaceRow = {
  node: string | null
  chain: string | null
  version: string | null
  roots: number
  cascades: number
  lastAt: Date
}

/** Failures of the group in the range, by node and by version. */
async function loadPlaces(ctx: ProjectContext, range: Range, all: readonly string[]) {
  const period = await loadPeriod(ctx, range, null, { isDivided: false })
  const own = Prisma.sql`r.project_id = ${ctx.project.id}::uuid AND r.fingerprint = ANY(${[...all]}::text[])`
  const cells = rollupsOfPeriod('failures', Prisma.raw('r.node, r.version_id, r.roots, r.cascades'), own, period)
  const rows = await ctx.db.$queryRaw<PlaceRow[]>`
    SELECT s.node, c.name AS chain, v.version, s.roots, s.cascades, s.last_at AS "lastAt" FROM (
      SELECT r.node, r.version_id, sum(r.roots)::int AS roots, sum(r.cascades)::int AS cascades, max(r.since) AS last_at
      FROM (${cells}) r GROUP BY GROUPING SETS ((r.node), (r.version_id)) HAVING sum(r.roots + r.cascades) > 0) s
    LEFT JOIN chain_version v ON v.project_id = ${ctx.project.id}::uuid AND v.id = s.version_id
    LEFT JOIN chain c ON c.project_id = v.project_id AND c.id = v.chain_id
    ORDER BY s.roots + s.cascades DESC, 1, 2, 3`
  const versions = rows.flatMap(({ chain, version, roots, cascades, lastAt }) =>
    chain === null || version === null ? [] : [{ chain, version, roots, cascades, lastAt: lastAt.toISOString() }],
  )
  return {
    nodes: rows.flatMap(({ node, roots, cascades }) => (node === null ? [] : [{ node, roots, cascades }])),
    versions: versions.slice(0, MAX_VERSIONS),
    versionCount: versions.length,
  }
}

/** The newest `count` failures `f` of these groups: reads as many of each group, then takes the newest of all. */
function newest(ctx: ProjectContext, all: readonly string[], count: number): Prisma.Sql {
  return Prisma.sql`
    SELECT f.* FROM unnest(${[...all]}::text[]) AS x(fingerprint) CROSS JOIN LATERAL (
      SELECT f.project_id, f.run_id, f.node_id, f.role, f.fingerprint, f.part, f.message, f.occurred_at FROM failure f
      WHERE f.project_id = ${ctx.project.id}::uuid AND f.fingerprint = x.fingerprint ORDER BY f.occurred_at DESC LIMIT ${count}) f
    ORDER BY f.occurred_at DESC, f.run_id, f.node_id LIMIT ${count}`
}

type PartRow = { part: string; fingerprint: string; count: number; message: string; looked: number }
type ExampleRow = { at: Date; [field: string]: unknown }

async function loadRecent(ctx: ProjectContext, all: readonly string[]) {
  const [parts, examples] = await Promise.all([
    ctx.db.$queryRaw<PartRow[]>`
      SELECT f.part, (array_agg(f.fingerprint ORDER BY f.occurred_at DESC))[1] AS fingerprint, count(*)::int AS count,
        (array_agg(${excerptOf(Prisma.sql`f.message`, MESSAGE_LENGTH)} ORDER BY f.occurred_at DESC))[1] AS message, (sum(count(*)) OVER ())::int AS looked
      FROM (${newest(ctx, all, LOOKED)}) f GROUP BY 1 ORDER BY 3 DESC, 1 LIMIT ${MAX_PARTS}`,
    ctx.db.$queryRaw<ExampleRow[]>`
      SELECT f.run_id AS "runId", s.client_id AS "clientId", f.node_id AS "nodeId", coalesce(n.name, f.node_id) AS node, c.name AS chain, v.version,
        f.role, ${excerptOf(Prisma.sql`f.message`, MESSAGE_LENGTH)} AS message, f.occurred_at AS at, f.part
      FROM (${newest(ctx, all, EXAMPLES)}) f
      JOIN run_summary s ON s.project_id = ${ctx.project.id}::uuid AND s.id = f.run_id
      JOIN chain c ON c.project_id = s.project_id AND c.id = s.chain_id
      JOIN chain_version v ON v.project_id = s.project_id AND v.id = s.version_id
      LEFT JOIN node_run n ON n.project_id = ${ctx.project.id}::uuid AND n.run_id = f.run_id AND n.node_id = f.node_id
      ORDER BY f.occurred_at DESC, f.run_id, f.node_id`,
  ])
  return {
    looked: parts[0]?.looked ?? 0,
    parts: parts.map(({ looked: _, ...part }) => part),
    examples: examples.map((row) => failureExample.parse({ ...row, at: row.at.toISOString() })),
  }
}

type EventRow = {
  id: string
  fingerprint: string
  kind: string
  by: string
  note: string | null
  detail: unknown
  at: Date
}

/** Lists the events of a group and of those merged into it, newest first. */
async function loadEvents(ctx: ProjectContext, head: string, all: readonly string[]) {
  const rows = await ctx.db.$queryRaw<EventRow[]>`
    SELECT id, fingerprint, kind, by, note, detail, at FROM failure_group_event
    WHERE project_id = ${ctx.project.id}::uuid AND fingerprint = ANY(${[...all]}::text[]) ORDER BY at DESC, id DESC LIMIT ${MAX_EVENTS}`
  const moved = [
    ...new Set(rows.flatMap(({ detail }) => movedBy(detail)?.moves.map(({ fingerprint }) => fingerprint) ?? [])),
  ]
  const now = await ctx.db.failureGroup.findMany({
    where: { projectId: ctx.project.id, fingerprint: { in: moved } },
    select: { fingerprint: true, mergedInto: true, node: true },
  })
  const timeZone = await loadTimeZone(ctx)
  const at = new Map(now.map((row) => [row.fingerprint, row]))
  const undone = new Set(rows.flatMap(({ detail }) => undoneBy(detail) ?? []))
  const ofHead = rows.filter(({ fingerprint }) => fingerprint === head)
  const kindOf = new Map(rows.map(({ id, kind }) => [id, kind]))
  return rows.map(({ fingerprint, detail, at: time, ...event }) => {
    const moves = movedBy(detail)?.moves
    const canUndo =
      fingerprint === head &&
      event.kind !== 'undone' &&
      !undone.has(event.id) &&
      (moves?.every((move) => at.get(move.fingerprint)?.mergedInto === move.after) ??
        (formerState(detail) !== null && isNewest({ ...event, detail }, ofHead)))
    const kind = event.kind as FailureGroupEvent['kind']
    const nodes = moves
      ?.filter(({ before }) => kind !== 'merged' || before === null)
      .map((move) => at.get(move.fingerprint)?.node ?? '')
    const words =
      kind === 'undone'
        ? undoneWords(kindOf.get(undoneBy(detail) ?? ''), nodes ?? [])
        : failureEventWords(kind, detail, nodes ?? [], timeZone)
    return { ...event, kind, words, canUndo, at: time.toISOString() }
  })
}
