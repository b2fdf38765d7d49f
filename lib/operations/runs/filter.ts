import { type RunFilters, type RunSort, runFilters } from '@/lib/contracts/runs'
import { bands, decisions, type FailureRole, grades } from '@/lib/contracts/vocabulary'
import { Prisma } from '@/lib/db/generated/client'
import { columnOf, type Field, fieldsOf } from '@/lib/db/rows'
import { NODE_NAME_MAX } from '@/lib/engine/scoring/measure-node-groups'
import { RUNNING } from '@/lib/engine/scoring/scored-run'
import { EPSILON } from '@/lib/engine/tolerance'
import { findBlindSubjects } from '../blind-reviews/find'
import type { ProjectContext } from '../context'
import { startOfRange } from '../rollups/period'
import { findVersionRefs } from './find'
import { PERSON_ORIGINS } from './human-verdict'
import { isByTime } from './order'
import { ownReviews } from './own-reviews'

/** With more arms than this, planning costs more than they save. */
const MAX_ARMS = 40

/**
 * Filters as SQL on a summary `s`: conditions of every row, and alternative `arms`, each one range of an index. `groups`: the failure groups,
 * if nothing is filtered by but them, the role and times. `isOfFew`: the conditions fit few runs, which no
 * index has in the order asked for.
 */
export type RunPredicate = { every: Prisma.Sql[]; arms: Prisma.Sql[]; groups?: GroupsAlone; isOfFew?: boolean }

/** Failure groups, and conditions on the time of a row `s`. */
type GroupsAlone = { fingerprints: readonly string[]; role: FailureRole | undefined; times: readonly Prisma.Sql[] }

/** Converts filters into a predicate; null when no existing chain, version or failure group matches, so that no run can. */
export async function buildRunPredicate(
  ctx: ProjectContext,
  filters: RunFilters,
  sort: RunSort,
): Promise<RunPredicate | null> {
  const projectId = ctx.project.id
  const [fingerprints, atNode] = await Promise.all([findGroups(ctx, filters), findGroupsAt(ctx, filters)])
  if (fingerprints?.length === 0) return null
  const conditions = [
    ...equalities(filters),
    ...withoutCandidates(projectId, filters),
    ...ranges(projectId, filters, ctx.now()),
    ...accepted(projectId, filters),
    ...ownReviews(ctx, filters),
    ...failures(projectId, filters, fingerprints, atNode),
    ...(await withoutCovered(ctx, filters, sort)),
    // What still runs is stored as undecided, but has not been judged.
    ...(toVerdictConditions(filters).length > 0 ? [Prisma.sql`s.status <> ${RUNNING}`] : []),
  ]
  const every = [...conditions, ...toVerdictConditions(filters)]
  const isOfFew = filters.thread !== undefined && !isByTime(sort)
  if (filters.chain || filters.version || filters.candidate) {
    const isByVersion = filters.version !== undefined || filters.candidate === true
    const column = isByVersion ? 'version_id' : 'chain_id'
    const refs = await findVersionRefs(ctx, filters)
    if (refs.length === 0) return null
    const ids = [...new Set(refs.map((ref) => (isByVersion ? ref.versionId : ref.chainId)))]
    if (ids.length > MAX_ARMS) return { every: [...every, anyOf(column, ids, 'uuid')], arms: [], isOfFew }
    return { every, arms: ids.map((id) => anyOf(column, [id], 'uuid')), isOfFew }
  }
  if (fingerprints && isOfGroupsAlone(filters))
    return {
      every,
      arms: [],
      groups: { fingerprints, role: filters.failureRole, times: ranges(projectId, filters, ctx.now()) },
    }
  const arms = isByTime(sort) ? toVerdictArms(filters) : []
  if (arms.length > 0 && arms.length <= MAX_ARMS) return { every: conditions, arms }
  return { every, arms: [], isOfFew }
}

/** Filters by what people's decisions change, as far as a summary stores it. */
const BY_DECISIONS: readonly (keyof RunFilters)[] = [
  'decision',
  'band',
  'grade',
  'flagged',
  'reviewed',
  'acceptedAt',
  'qualityMin',
  'qualityMax',
]

/** A run must not betray, by its place or by being found, what others decided on it to a person who is to review it blind. */
async function withoutCovered(ctx: ProjectContext, filters: RunFilters, sort: RunSort): Promise<Prisma.Sql[]> {
  if (isByTime(sort) && BY_DECISIONS.every((name) => filters[name] === undefined)) return []
  const { judged } = await findBlindSubjects(ctx)
  return judged.length === 0 ? [] : [Prisma.sql`s.id <> ALL(${judged}::uuid[])`]
}

const GROUPS_AND_TIMES: readonly string[] = [
  'fingerprint',
  'failureClass',
  'failureRole',
  'range',
  'from',
  'to',
] satisfies (keyof RunFilters)[]

function isOfGroupsAlone(filters: RunFilters): boolean {
  const named = Object.entries(filters).filter(([, value]) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined,
  )
  return named.every(([name]) => GROUPS_AND_TIMES.includes(name))
}

/** Uses `=` rather than `= ANY` for one value, so that an index on the column still yields its order. */
function anyOf(column: string, values: readonly string[], type: 'text' | 'uuid' = 'text'): Prisma.Sql {
  const name = Prisma.raw(`s.${column}`)
  const cast = Prisma.raw(type)
  const [first, ...more] = values
  if (more.length === 0) return Prisma.sql`${name} = ${first}::${cast}`
  return Prisma.sql`${name} = ANY(${values}::${cast}[])`
}

type Verdicts = Pick<RunFilters, 'decision' | 'band' | 'grade'>
type Column = keyof Verdicts

/** In the order of the index; null stands for runs without a grade or band. */
const COLUMNS: readonly [Column, readonly (string | null)[]][] = [
  ['decision', decisions],
  ['band', [...bands, null]],
  ['grade', [...grades, null]],
]

type Equality = Field<'runSummary'> & keyof RunFilters

/**
 * Filters named like a summary field match its values, except those of a verdict, which may be combined into arms, and the failure class:
 * a summary names only the first of its failures.
 */
const EQUALITIES = fieldsOf('runSummary').filter(
  (field): field is Exclude<Equality, Column | 'failureClass'> =>
    field in runFilters.shape && field !== 'failureClass' && !COLUMNS.some(([column]) => column === field),
)

function equalities(filters: RunFilters): Prisma.Sql[] {
  const found = EQUALITIES.flatMap((field) => {
    const values = [filters[field] ?? []].flat()
    return values.length > 0 ? [anyOf(columnOf('runSummary', field), values)] : []
  })
  if (filters.ids?.length) found.push(anyOf('id', filters.ids, 'uuid'))
  if (filters.tag?.length) found.push(Prisma.sql`(s.tags <> '{}' AND s.tags @> ${filters.tag}::text[])`)
  if (filters.flagged !== undefined)
    found.push(filters.flagged ? Prisma.sql`s.flag IS NOT NULL` : Prisma.sql`s.flag IS NULL`)
  if (filters.reviewed !== undefined) {
    found.push(
      filters.reviewed
        ? Prisma.sql`s.human_origin IN (${PERSON_ORIGINS})`
        : Prisma.sql`(s.human_origin IS NULL OR s.human_origin NOT IN (${PERSON_ORIGINS}))`,
    )
  }
  return found
}

/** Leaves out the runs of candidates. Those of candidates alone are found by their versions. */
function withoutCandidates(projectId: string, { candidate }: RunFilters): Prisma.Sql[] {
  if (candidate !== false) return []
  return [
    Prisma.sql`s.version_id <> ALL(ARRAY(
      SELECT v.id FROM chain_version v WHERE v.project_id = ${projectId}::uuid AND v.state = 'candidate'))`,
  ]
}

/** Thresholds apply the engine's tolerance. */
function ranges(projectId: string, filters: RunFilters, now: Date): Prisma.Sql[] {
  const at = filters.acceptedAt === undefined ? Prisma.sql`s.occurred_at` : executionTime(projectId)
  const found: Prisma.Sql[] = []
  if (filters.qualityMin !== undefined) found.push(Prisma.sql`s.quality >= ${filters.qualityMin - EPSILON}::float8`)
  if (filters.qualityMax !== undefined) found.push(Prisma.sql`s.quality <= ${filters.qualityMax + EPSILON}::float8`)
  const start = filters.range ? startOfRange(filters.range, now) : null
  if (start) found.push(Prisma.sql`${at} >= ${start}::timestamptz`)
  if (filters.from) found.push(Prisma.sql`${at} >= ${filters.from}::timestamptz`)
  if (filters.to) found.push(Prisma.sql`${at} < ${filters.to}::timestamptz`)
  return found
}

/** The time that executions are listed and summarised by, which is that of a later attempt than the accepted one if more followed. */
const executionTime = (projectId: string) => Prisma.sql`(
  SELECT e.updated_at FROM execution e WHERE e.project_id = ${projectId}::uuid AND e.chain_id = s.chain_id AND e.key = s.execution)`

/** Runs by which an execution was first accepted, at this attempt, which no other run claims to be. */
function accepted(projectId: string, { acceptedAt }: RunFilters): Prisma.Sql[] {
  if (acceptedAt === undefined) return []
  // Stated explicitly because later attempts have a partial index.
  const isLater = acceptedAt > 1 ? [Prisma.sql`s.attempt > 1`] : []
  return [
    ...isLater,
    Prisma.sql`s.decision = 'accept' AND s.attempt = ${acceptedAt}::int AND s.execution IS NOT NULL AND NOT EXISTS (
      SELECT FROM run_summary p WHERE p.project_id = ${projectId}::uuid AND p.chain_id = s.chain_id
        AND p.execution = s.execution AND (p.attempt < s.attempt AND p.decision = 'accept' OR p.attempt = s.attempt AND p.id <> s.id))`,
  ]
}

/**
 * The groups asked for: one with those merged into it, and of these classes. Passed as values, so that the planner can estimate their
 * runs. Null if neither is asked for, or a class alone that has more groups than arms.
 */
async function findGroups(ctx: ProjectContext, { fingerprint, failureClass }: RunFilters): Promise<string[] | null> {
  const isByClass = failureClass !== undefined && failureClass.length > 0
  if (fingerprint === undefined && !isByClass) return null
  const groups = await ctx.db.failureGroup.findMany({
    where: {
      projectId: ctx.project.id,
      ...(fingerprint !== undefined && { OR: [{ fingerprint }, { mergedInto: fingerprint }] }),
      ...(isByClass && { failureClass: { in: failureClass } }),
    },
    select: { fingerprint: true },
    ...(fingerprint === undefined && { take: MAX_ARMS + 1 }),
  })
  return fingerprint === undefined && groups.length > MAX_ARMS ? null : groups.map((group) => group.fingerprint)
}

/** Groups with a failure at a node: only at this one, or also at others, whose failures must be told apart. */
type GroupsAt = { only: readonly string[]; also: readonly string[] }

/** The groups with failures at the node asked for; null if none is. */
async function findGroupsAt(ctx: ProjectContext, { node }: RunFilters): Promise<GroupsAt | null> {
  if (node === undefined) return null
  const projectId = ctx.project.id
  const rows = await ctx.db.$queryRaw<{ fingerprint: string; isOnly: boolean }[]>`
    SELECT r.fingerprint, bool_and(r.node = ${node}) AS "isOnly" FROM rollup_group_day r
    WHERE r.project_id = ${projectId}::uuid AND r.roots + r.cascades > 0 AND r.fingerprint IN (
      SELECT o.fingerprint FROM rollup_group_day o WHERE o.project_id = ${projectId}::uuid AND o.node = ${node} AND o.roots + o.cascades > 0)
    GROUP BY 1`
  const fingerprints = (isOnly: boolean) => rows.flatMap((row) => (row.isOnly === isOnly ? row.fingerprint : []))
  return { only: fingerprints(true), also: fingerprints(false) }
}

/**
 * Runs with one failure that has everything asked for. Every run with a failure has a failure class; the condition avoids looking up
 * failures of runs without one.
 */
function failures(
  projectId: string,
  { fingerprint, failureClass, failureRole, node }: RunFilters,
  groups: readonly string[] | null,
  atNode: GroupsAt | null,
): Prisma.Sql[] {
  const classes = failureClass ?? []
  if (fingerprint === undefined && node === undefined && failureRole === undefined && classes.length === 0) return []
  const own = [
    Prisma.sql`f.project_id = ${projectId}::uuid`,
    ...(groups ? [isAnyOf(groups)] : classes.length > 0 ? [hasClass(projectId, classes)] : []),
    ...(failureRole === undefined ? [] : [hasRole('f', failureRole)]),
    ...(atNode === null || node === undefined ? [] : [isAt(projectId, node, atNode)]),
  ]
  const hasFailure = Prisma.sql`s.failure_class IS NOT NULL`
  return [hasFailure, Prisma.sql`s.id IN (SELECT f.run_id FROM failure f WHERE ${Prisma.join(own, ' AND ')})`]
}

/** Condition on the role of a failure under this alias. */
export const hasRole = (alias: 'f' | 'o', role: FailureRole) => Prisma.sql`${Prisma.raw(alias)}.role = ${role}`

/** By group, whose fingerprint contains the class, because failures are indexed by it. */
function hasClass(projectId: string, classes: readonly string[]): Prisma.Sql {
  return Prisma.sql`f.fingerprint IN (
    SELECT g.fingerprint FROM failure_group g WHERE g.project_id = ${projectId}::uuid AND g.failure_class = ANY(${[...classes]}::text[]))`
}

/** Nodes are counted under their name, else their id; `run` stands for the run itself. */
function isAt(projectId: string, node: string, { only, also }: GroupsAt): Prisma.Sql {
  const isOnly = isAnyOf(only)
  if (also.length === 0) return isOnly
  return Prisma.sql`(${isOnly} OR ${isAnyOf(also)} AND ${node} = left(coalesce((
    SELECT n.name FROM node_run n WHERE n.project_id = ${projectId}::uuid AND n.run_id = f.run_id AND n.node_id = f.node_id), f.node_id), ${NODE_NAME_MAX}::int))`
}

function isAnyOf(values: readonly string[]): Prisma.Sql {
  return values.length === 1
    ? Prisma.sql`f.fingerprint = ${values[0]}`
    : Prisma.sql`f.fingerprint = ANY(${[...values]}::text[])`
}

function toVerdictConditions(filters: Verdicts): Prisma.Sql[] {
  return COLUMNS.flatMap(([column]) => {
    const values = filters[column]
    return values && values.length > 0 ? [anyOf(column, values)] : []
  })
}

/**
 * Expands two or more of decision, band and grade into their combinations, each one range of one index in time order. A
 * combination that never occurs then costs nothing, while a scan for it would read every run. Empty for one filter, which has
 * its own index.
 */
function toVerdictArms(filters: Verdicts): Prisma.Sql[] {
  if (toVerdictConditions(filters).length < 2) return []
  return COLUMNS.reduce<Prisma.Sql[][]>(
    (combinations, [column, all]) => {
      const values = filters[column]?.length ? filters[column] : all
      return values.flatMap((value) => combinations.map((combination) => [...combination, isValue(column, value)]))
    },
    [[]],
  ).map((combination) => Prisma.join(combination, ' AND '))
}

function isValue(column: Column, value: string | null): Prisma.Sql {
  return value === null ? Prisma.sql`${Prisma.raw(`s.${column}`)} IS NULL` : anyOf(column, [value])
}
