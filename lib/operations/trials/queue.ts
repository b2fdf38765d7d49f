import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import {
  addTrials as contract,
  listTrials as listContract,
  type TrialCounts,
  type TrialView,
  trialKind,
  trialStatus,
} from '@/lib/contracts/trials'
import { type PublishInput, type Scenario, scenario } from '@/lib/contracts/versions'
import type { Tx } from '@/lib/db/client'
import { type KeptScenario, Prisma } from '@/lib/db/generated/client'
import { insertRows } from '@/lib/db/rows'
import { inTransaction } from '@/lib/db/transaction'
import { LIVE_RUNS_MIN } from '@/lib/engine/regression/detect-regression'
import { type PlannedTrial, planTrials } from '@/lib/engine/trials/trials'
import { audit } from '../audit'
import { actorName, type ProjectContext } from '../context'
import { AppError } from '../errors'
import { listInUse, requestHash } from '../kept-scenarios/store'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { enqueue } from '../queue/enqueue'
import { readExecutor } from '../versions/executor'
import { listChainVersions, servedIf } from '../versions/serving'
import { addVersionEvent, loadChainId, loadVersion, lockChain } from '../versions/store'
import { trialJobs } from './lease'

type Published = Pick<PublishInput, 'executor' | 'scenarios' | 'dryRuns'> & {
  chainId: string
  versionId: string
  minLiveRuns: number
}

/**
 * Queues the trials of a published version in its transaction: the live runs a verdict needs (at least three), a dry run for
 * each scenario, and one for each kept scenario. Kept scenarios run dry, since they are hard cases of earlier versions that
 * would lower any version's mean.
 */
export async function queuePublished(tx: Tx, ctx: ProjectContext, publication: Published): Promise<number> {
  const { chainId, versionId, executor, scenarios = [], dryRuns = scenarios.length, minLiveRuns } = publication
  if (!executor) return 0
  const live = Math.max(minLiveRuns, LIVE_RUNS_MIN)
  const dry = planTrials(scenarios, { kind: 'dry_run', count: dryRuns, from: 0 })
  const planned = [
    ...planTrials(scenarios, { kind: 'live', count: live, from: 0 }),
    ...withKept(dry, await listInUse(tx, ctx.project.id, chainId)),
  ]
  return queueTrials(tx, ctx, { versionId, isHttp: executor.kind === 'http' }, planned)
}

type Planned = PlannedTrial<Scenario> & { keptId?: string }

/** Adds a dry run for each kept scenario: the one planned for the same request, or else a separate one. */
function withKept(dry: readonly PlannedTrial<Scenario>[], kept: readonly KeptScenario[]): Planned[] {
  const byRequest = new Map(kept.map((row) => [row.requestHash, row]))
  const planned = dry.map((trial): Planned => {
    const hash = requestHash(trial.scenario.request ?? null)
    const same = byRequest.get(hash)
    if (!same) return trial
    byRequest.delete(hash)
    return { ...trial, keptId: same.id }
  })
  const others = [...byRequest.values()].map(({ id, scenario: name, request }): Planned => {
    return { kind: 'dry_run', scenario: { name, request }, keptId: id }
  })
  return [...planned, ...others]
}

type Target = { versionId: string; isHttp: boolean }

/** Queues these trials in the caller's transaction. Those of an HTTP executor get their jobs immediately. */
async function queueTrials(
  tx: Tx,
  ctx: ProjectContext,
  { versionId, isHttp }: Target,
  planned: readonly Planned[],
): Promise<number> {
  if (planned.length === 0) return 0
  const projectId = ctx.project.id
  const rows = planned.map(({ kind, scenario, keptId = null }) => {
    const id = uuid()
    return {
      projectId,
      id,
      versionId,
      kind,
      scenario: scenario.name,
      request: scenario.request,
      runKey: runKeyOf(id),
      keptId,
      queuedAt: ctx.now(),
      nextAt: isHttp ? ctx.now() : null,
    }
  })
  await tx.$executeRaw(insertRows('trial', rows))
  if (isHttp) await enqueue(tx, trialJobs(rows.length, ctx.now()))
  await announce(tx, { project: projectId, topic: 'trials', id: versionId })
  return rows.length
}

/** Client id of a trial's run, so that reporting it twice makes one run. */
const runKeyOf = (trialId: string) => `trial-${trialId}`

const MAX_WAITING = 1000

/** Adds trials to a version when its runs so far do not settle its quality. They take turns over the scenarios. */
export const addTrials = operation(contract, (ctx, { chain, version: name, kind, count }) => {
  const projectId = ctx.project.id
  return inTransaction(ctx, async (tx) => {
    // First, since a decision on a gate may take the version back at the same moment.
    await lockChain(tx, projectId, await loadChainId(tx, projectId, chain))
    const version = await loadVersion(tx, projectId, chain, name)
    if (version.state === 'rolled_back' || version.state === 'halted')
      throw new AppError('conflict', `${name} was taken back: more runs of it decide nothing`)
    const executor = readExecutor(version.executor)
    const tasks = z.array(scenario).parse(version.scenarios ?? [])
    if (!executor || tasks.length === 0)
      throw new AppError('conflict', `${name} names no executor: send its runs, or publish a version that names one`)
    const from = await tx.trial.count({ where: { projectId, versionId: version.id, kind } })
    const waiting = await tx.trial.count({ where: { projectId, versionId: version.id, status: 'queued' } })
    if (waiting + count > MAX_WAITING)
      throw new AppError('conflict', `${waiting} trials of ${name} are already queued, of at most ${MAX_WAITING}`)
    const planned = planTrials(tasks, { kind, count, from })
    const added = await queueTrials(tx, ctx, { versionId: version.id, isHttp: executor.kind === 'http' }, planned)
    const versions = await listChainVersions(tx, projectId, [version.chainId])
    const own = versions.find((row) => row.id === version.id)
    if (own)
      await addVersionEvent(tx, {
        projectId,
        versionId: version.id,
        kind: 'trials_added',
        by: actorName(ctx.actor),
        reason: `${added} ${kind === 'live' ? 'live' : 'dry'}`,
        fromState: own.state,
        toState: own.state,
        servedVersion: servedIf(versions, own.id, own.state),
        at: ctx.now(),
      })
    await announce(tx, { project: projectId, topic: 'chains' })
    await audit(tx, ctx, 'trials.added', { subject: `version:${version.id}`, after: { version: name, kind, added } })
    return { added }
  })
})

type Row = Omit<TrialView, 'kind' | 'status' | 'queuedAt' | 'startedAt' | 'endedAt'> & {
  kind: string
  status: string
  queuedAt: Date
  startedAt: Date | null
  endedAt: Date | null
}

/** Lists the trials of a version, newest first, with counts of all of them. */
export const listTrials = operation(listContract, async (ctx, { chain, version: name, limit, cursor }) => {
  const projectId = ctx.project.id
  const version = await loadVersion(ctx.db, projectId, chain, name)
  const before = cursor ? Prisma.sql`AND t.id < ${cursor}::uuid` : Prisma.empty
  const rows = await ctx.db.$queryRaw<Row[]>`
    SELECT t.id, t.kind, t.scenario, t.status, t.attempts, r.run_id AS "runId", s.quality,
      coalesce(s.profile = 'stratt' AND s.quality IS NOT NULL AND s.band IS NULL, false) AS "tooLittleMeasured", t.error, t.queued_at AS "queuedAt",
      t.started_at AS "startedAt", t.ended_at AS "endedAt"
    FROM trial t
    LEFT JOIN run_key r ON r.project_id = t.project_id AND r.run_key = t.run_key
    LEFT JOIN run_summary s ON s.project_id = r.project_id AND s.id = r.run_id
    WHERE t.project_id = ${projectId}::uuid AND t.version_id = ${version.id}::uuid ${before}
    ORDER BY t.id DESC LIMIT ${limit + 1}`
  const page = rows.slice(0, limit)
  const groups = await ctx.db.trial.groupBy({
    by: ['kind', 'status'],
    where: { projectId, versionId: version.id },
    _count: true,
  })
  const countOf = (kind: string): TrialCounts => {
    const counts: TrialCounts = { queued: 0, running: 0, done: 0, failed: 0, cancelled: 0 }
    for (const group of groups) if (group.kind === kind) counts[trialStatus.parse(group.status)] = group._count
    return counts
  }
  return {
    executor: readExecutor(version.executor)?.kind ?? null,
    live: countOf('live'),
    dryRun: countOf('dry_run'),
    trials: page.map((row) => ({
      ...row,
      kind: trialKind.parse(row.kind),
      status: trialStatus.parse(row.status),
      queuedAt: row.queuedAt.toISOString(),
      startedAt: row.startedAt?.toISOString() ?? null,
      endedAt: row.endedAt?.toISOString() ?? null,
    })),
    next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  }
})
