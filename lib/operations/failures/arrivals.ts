import { v7 as uuid } from 'uuid'
import type { DeadLetterStatus } from '@/lib/contracts/dead-letters'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { insertRows } from '@/lib/db/rows'
import { findSimilar, leafOf } from '@/lib/engine/failures/group-failures'
import { isRegression } from '@/lib/engine/failures/group-status'
import { compareVersions } from '@/lib/engine/regression/versions'
import type { ScoredFailure } from '@/lib/engine/scoring/scored-run'
import type { ProjectContext } from '../context'
import { announce } from '../live/changes'
import { type CountedGroups, lockFailureCounts } from '../rollups/failures'
import { notifyRegressed } from './notify'

type Measured = { measured: { failures: readonly ScoredFailure[] } }
type Group = { fingerprint: string; template: string; leaf: string }
type Arrival = Group & { failureClass: string; code: string | null; node: string }

/** Maximum groups that new messages are compared with, over all leaves. */
const CANDIDATES = 2000
/** Days over which a group is known by every step it was met at, besides its first. */
const STEP_DAYS = 30

/** The group that each masked message of these runs was assigned to before. */
export async function findGrouped(tx: Tx, projectId: string, runs: readonly Measured[]): Promise<Map<string, string>> {
  const met = runs.flatMap(({ measured }) => measured.failures.map(({ fingerprint }) => fingerprint))
  if (met.length === 0) return new Map()
  const known = await tx.$queryRaw<{ fingerprint: string; groupedAs: string }[]>`
    SELECT fingerprint, grouped_as AS "groupedAs" FROM failure_template
    WHERE project_id = ${projectId}::uuid AND fingerprint = ANY(${[...new Set(met)]}::text[])`
  return new Map(known.map(({ fingerprint, groupedAs }) => [fingerprint, groupedAs]))
}

/**
 * Assigns each failure of these runs to a group of the project: the one its masked message was assigned to before, else the
 * most similar one of its leaf, else of those of its class and code met at its step, which a sender may name with its type or without, else a
 * new one. The group's template becomes what its messages have in common.
 * @param groupedAs what {@link findGrouped} gave for these runs; new assignments are added
 */
export async function joinGroups<T extends Measured>(
  tx: Tx,
  projectId: string,
  runs: readonly T[],
  groupedAs: Map<string, string>,
): Promise<readonly T[]> {
  const met = new Map(
    runs.flatMap(({ measured }) => measured.failures.map((failure) => [failure.fingerprint, failure] as const)),
  )
  if (met.size === 0) return runs
  const open = [...met.values()].filter(({ fingerprint }) => !groupedAs.has(fingerprint))
  const templates = open.length === 0 ? new Map<string, string>() : await group(tx, projectId, open, groupedAs)
  return runs.map((run) => ({
    ...run,
    measured: {
      ...run.measured,
      failures: run.measured.failures.map((failure) => {
        const fingerprint = groupedAs.get(failure.fingerprint) ?? failure.fingerprint
        return { ...failure, fingerprint, template: templates.get(fingerprint) ?? failure.template }
      }),
    },
  }))
}

/** Groups messages seen for the first time, stores the assignment, and returns the templates of their groups. */
async function group(
  tx: Tx,
  projectId: string,
  open: readonly Arrival[],
  groupedAs: Map<string, string>,
): Promise<Map<string, string>> {
  const { stored, byLeaf, byStep } = await loadCandidates(tx, projectId, open)
  const templates = new Map<string, string>()
  for (const failure of open) {
    const ofLeaf = byLeaf.get(failure.leaf) ?? []
    const atStep = byStep.get(stepKey(failure)) ?? []
    const shape = leafOf('', failure.template)
    const alike = atStep.filter(({ template }) => leafOf('', template) === shape)
    const joined = joinSimilar(failure, ofLeaf) ?? joinSimilar(failure, alike)
    const own = joined ?? { ...failure }
    if (!joined) byLeaf.set(failure.leaf, [...ofLeaf, own])
    byStep.set(stepKey(failure), [...atStep.filter((other) => other !== own), own])
    groupedAs.set(failure.fingerprint, own.fingerprint)
    templates.set(own.fingerprint, own.template)
  }
  const rows = open.map(({ fingerprint }) => ({
    projectId,
    fingerprint,
    groupedAs: groupedAs.get(fingerprint) ?? fingerprint,
  }))
  // A message that others meet at the same time waits for this transaction, also for a run that is replaced, which holds counts by then.
  await lockFailureCounts(tx, projectId)
  await tx.$executeRaw(insertRows('failureTemplate', rows, 'ON CONFLICT DO NOTHING'))
  for (const [fingerprint, template] of [...templates].sort(([a], [b]) => (a < b ? -1 : 1)))
    if (stored.has(fingerprint))
      await tx.failureGroup.updateMany({ where: { projectId, fingerprint, NOT: { template } }, data: { template } })
  return templates
}

type Candidates = {
  /** By fingerprint. */
  stored: ReadonlyMap<string, Group>
  byLeaf: Map<string, Group[]>
  byStep: Map<string, Group[]>
}

/** Loads the groups that these failures may join, by leaf and by {@link stepKey}, each list with the latest last. */
async function loadCandidates(tx: Tx, projectId: string, open: readonly Arrival[]): Promise<Candidates> {
  const ofLeaves = await tx.failureGroup.findMany({
    where: { projectId, leaf: { in: [...new Set(open.map(({ leaf }) => leaf))] } },
    select: { fingerprint: true, template: true, leaf: true },
    orderBy: { lastSeenAt: 'desc' },
    take: CANDIDATES,
  })
  const atSteps = await loadAtSteps(tx, projectId, open)
  // One object for each group, as both ways to find it change its template.
  const stored = new Map<string, Group>([...atSteps, ...ofLeaves].map((found) => [found.fingerprint, found]))
  const listBy = <T extends Group>(found: readonly T[], keyOf: (found: T) => string): Map<string, Group[]> =>
    new Map(
      [...Map.groupBy(found.toReversed(), keyOf)].map(([key, all]) => [
        key,
        all.map((one) => stored.get(one.fingerprint) ?? one),
      ]),
    )
  return { stored, byLeaf: listBy(ofLeaves, ({ leaf }) => leaf), byStep: listBy(atSteps, stepKey) }
}

/** Joins a failure to the most similar of these groups, whose template becomes what both have in common. */
function joinSimilar({ template }: Group, groups: readonly Group[]): Group | null {
  const found = findSimilar(
    template,
    groups.map((one) => one.template),
  )
  const joined = found && groups[found.at]
  if (!found || !joined) return null
  joined.template = found.template
  return joined
}

const stepKey = ({ failureClass, code, node }: Arrival) => [failureClass, code ?? '', node].join('\u0000')

/** The groups of the classes of these failures that were met at one of their steps, once for each such step, newest first. */
function loadAtSteps(tx: Tx, projectId: string, open: readonly Arrival[]): Promise<Arrival[]> {
  const own = Prisma.sql`project_id = ${projectId}::uuid
    AND failure_class = ANY(${[...new Set(open.map(({ failureClass }) => failureClass))]}::text[])
    AND node = ANY(${[...new Set(open.map(({ node }) => node))]}::text[])`
  return tx.$queryRaw<Arrival[]>`
    SELECT g.fingerprint, g.template, g.leaf, g.failure_class AS "failureClass", g.code, p.node FROM (
      SELECT fingerprint, node FROM failure_group WHERE ${own}
      UNION SELECT fingerprint, node FROM rollup_group_day
      WHERE ${own} AND roots + cascades > 0 AND day > now() - make_interval(days => ${STEP_DAYS}::int)) p
    JOIN failure_group g ON g.project_id = ${projectId}::uuid AND g.fingerprint = p.fingerprint
    ORDER BY g.last_seen_at DESC LIMIT ${CANDIDATES}`
}

type FailedRun = {
  occurredAt: Date
  /** Whether it is recent and not imported as history. */
  isNews: boolean
  settings: { chainId: string; chain: string; version: string }
  measured: { failures: readonly { fingerprint: string }[] }
}

type Resolved = {
  fingerprint: string
  resolvedAt: Date
  isInNext: boolean
  chainId: string | null
  chain: string | null
  version: string | null
}

/** Reopens resolved groups that regressed in these runs, with an event for each; notifies their owners if a run is news. */
export async function reopenRegressed(
  tx: Tx,
  ctx: Pick<ProjectContext, 'project' | 'now'>,
  runs: readonly FailedRun[],
  { headOf, resolved }: CountedGroups,
): Promise<void> {
  if (resolved.length === 0) return
  const projectId = ctx.project.id
  const groups = await tx.$queryRaw<Resolved[]>`
    SELECT g.fingerprint, g.resolved_at AS "resolvedAt", g.resolved_in_next AS "isInNext", v.chain_id AS "chainId",
      c.name AS chain, v.version FROM failure_group g
    LEFT JOIN chain_version v ON v.project_id = ${projectId}::uuid AND v.id = g.resolved_version_id
    LEFT JOIN chain c ON c.project_id = ${projectId}::uuid AND c.id = v.chain_id
    WHERE g.project_id = ${projectId}::uuid AND g.fingerprint = ANY(${resolved}::text[]) AND g.status = 'resolved'`
  const isNewer = groups.some(({ isInNext }) => isInNext) ? await loadIsNewer(tx, projectId, runs) : () => false
  const regressed = groups.flatMap((group) => {
    const back = runs.find(
      (run) =>
        run.measured.failures.some((failure) => isOf(group, failure, headOf)) && isRegressedBy(group, run, isNewer),
    )
    return back ? [{ group, back }] : []
  })
  if (regressed.length === 0) return
  const at = ctx.now()
  await tx.failureGroup.updateMany({
    where: { projectId, fingerprint: { in: regressed.map(({ group }) => group.fingerprint) } },
    data: { status: 'open', regressedAt: at, resolvedAt: null, resolvedVersionId: null, resolvedInNext: false },
  })
  const events = regressed.map(({ group: { fingerprint, version }, back }) => ({
    ...{ projectId, fingerprint, id: uuid(), kind: 'regressed', by: 'Veritas', at },
    detail: { chain: back.settings.chain, version: back.settings.version, resolvedIn: version },
  }))
  await tx.$executeRaw(insertRows('failureGroupEvent', events))
  const news = regressed.flatMap(({ group: { fingerprint, chain, version }, back }) =>
    back.isNews
      ? {
          fingerprint,
          backIn: { chain: back.settings.chain, version: back.settings.version },
          resolvedIn: chain === null || version === null ? null : { chain, version },
        }
      : [],
  )
  await notifyRegressed(tx, projectId, news, at)
  await announce(tx, { project: projectId, topic: 'failures' })
}

const isOf = ({ fingerprint }: Resolved, failure: { fingerprint: string }, headOf: CountedGroups['headOf']) =>
  (headOf.get(failure.fingerprint) ?? failure.fingerprint) === fingerprint

function isRegressedBy(group: Resolved, { occurredAt, settings }: FailedRun, isNewer: IsNewer): boolean {
  const { resolvedAt, isInNext, chainId, version } = group
  const order = version === null ? 0 : compareVersions(settings.version, version)
  const failure = { at: occurredAt, chainId: settings.chainId, order, isNewer: isNewer(settings, resolvedAt) }
  return isRegression({ at: resolvedAt, chainId, isInNext }, failure)
}

/** Whether a version is higher than all versions of its chain that were known at a moment. */
type IsNewer = (settings: FailedRun['settings'], at: Date) => boolean

async function loadIsNewer(tx: Tx, projectId: string, runs: readonly FailedRun[]): Promise<IsNewer> {
  const chainIds = [...new Set(runs.map(({ settings }) => settings.chainId))]
  const rows = await tx.chainVersion.findMany({
    where: { projectId, chainId: { in: chainIds } },
    select: { chainId: true, version: true, knownAt: true },
  })
  const versionsOf = Map.groupBy(rows, ({ chainId }) => chainId)
  return ({ chainId, version }, at) =>
    (versionsOf.get(chainId) ?? []).every((known) => known.knownAt > at || compareVersions(version, known.version) > 0)
}

const SHOWN = 10
const ERROR_LENGTH = 200

type Letter = { id: string; operation: string; status: DeadLetterStatus; error: string }

/** The newest dead letters of runs that failed in one of these groups, pending ones first, and their number; found by the groups stored with them. */
export async function loadDeadLetters(ctx: ProjectContext, groups: readonly string[]) {
  const rows = await ctx.db.$queryRaw<(Letter & { count: number })[]>`
    SELECT d.id, d.operation, d.status, left(d.error, ${ERROR_LENGTH}) AS error, (count(*) OVER ())::int AS count FROM dead_letter d
    WHERE d.project_id = ${ctx.project.id}::uuid AND d.fingerprints <> '{}' AND d.fingerprints && ${[...groups]}::text[]
      AND EXISTS (SELECT 1 FROM run_key k WHERE k.project_id = ${ctx.project.id}::uuid AND k.run_key = d.run_key)
    ORDER BY d.status = 'pending' DESC, d.created_at DESC, d.id LIMIT ${SHOWN}`
  return { deadLetters: rows.map(({ count: _, ...letter }) => letter), deadLetterCount: rows[0]?.count ?? 0 }
}

/** Stores with dead letters `d` the groups their runs failed in. */
async function noteGroups(tx: Tx, projectId: string, letters: Prisma.Sql): Promise<void> {
  await tx.$executeRaw`
    UPDATE dead_letter d SET fingerprints = coalesce((
      SELECT array_agg(DISTINCT f.fingerprint) FROM run_key k
      JOIN failure f ON f.project_id = ${projectId}::uuid AND f.run_id = k.run_id
      WHERE k.project_id = ${projectId}::uuid AND k.run_key = d.run_key), '{}')
    WHERE d.project_id = ${projectId}::uuid AND ${letters}`
}

/** {@link noteGroups} for one dead letter, as it is added. */
export const noteGroupsOfLetter = (tx: Tx, projectId: string, id: string) =>
  noteGroups(tx, projectId, Prisma.sql`d.id = ${id}::uuid`)

/** {@link noteGroups} for the dead letters of these runs, after their failures are stored. */
export async function noteGroupsOfRuns(tx: Tx, projectId: string, runKeys: readonly string[]): Promise<void> {
  if (runKeys.length > 0) await noteGroups(tx, projectId, Prisma.sql`d.run_key = ANY(${[...runKeys]}::text[])`)
}

/** {@link noteGroups} for the dead letters of a group, after some of its failures moved to another. */
export const noteGroupsAnew = (tx: Tx, projectId: string, group: string) =>
  noteGroups(tx, projectId, Prisma.sql`d.fingerprints <> '{}' AND d.fingerprints && ARRAY[${group}]::text[]`)
