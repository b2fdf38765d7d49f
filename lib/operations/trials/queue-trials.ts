import { v7 as uuid } from 'uuid'
import type { PublishInput, Scenario } from '@/lib/contracts/versions'
import type { Tx } from '@/lib/db/client'
import { type Columns, insertRows } from '@/lib/db/rows'
import { LIVE_RUNS_MIN } from '@/lib/engine/regression/detect-regression'
import { type PlannedTrial, planTrials } from '@/lib/engine/trials/plan-trials'
import type { ProjectContext } from '../context'
import { enqueueTrials } from '../jobs/enqueue-trials'
import { announce } from '../live/announce'

const TRIAL: Columns = {
  project_id: 'uuid',
  id: 'uuid',
  version_id: 'uuid',
  kind: 'text',
  scenario: 'text',
  request: 'jsonb',
  run_key: 'text',
  queued_at: 'timestamptz',
  due_at: 'timestamptz',
}

type Published = Pick<PublishInput, 'executor' | 'scenarios' | 'dryRuns'> & {
  versionId: string
  minLiveRuns: number
}

/** The live runs that a verdict needs, at least three, and a dry run for each scenario, in the publication's transaction. */
export function queuePublished(tx: Tx, ctx: ProjectContext, publication: Published): Promise<number> {
  const { versionId, executor, scenarios = [], dryRuns = scenarios.length, minLiveRuns } = publication
  if (!executor) return Promise.resolve(0)
  const live = Math.max(minLiveRuns, LIVE_RUNS_MIN)
  const planned = [
    ...planTrials(scenarios, { kind: 'live', count: live, from: 0 }),
    ...planTrials(scenarios, { kind: 'dry_run', count: dryRuns, from: 0 }),
  ]
  return queueTrials(tx, ctx, { versionId, isHttp: executor.kind === 'http' }, planned)
}

type Target = { versionId: string; isHttp: boolean }

/** Queues these trials in the caller's transaction. Those of an HTTP executor have their jobs at once. */
export async function queueTrials(
  tx: Tx,
  ctx: ProjectContext,
  { versionId, isHttp }: Target,
  planned: readonly PlannedTrial<Scenario>[],
): Promise<number> {
  if (planned.length === 0) return 0
  const projectId = ctx.project.id
  const rows = planned.map(({ kind, scenario }) => {
    const id = uuid()
    return {
      project_id: projectId,
      id,
      version_id: versionId,
      kind,
      scenario: scenario.name,
      request: scenario.request,
      run_key: runKeyOf(id),
      queued_at: ctx.now(),
      due_at: isHttp ? ctx.now() : null,
    }
  })
  await tx.$executeRaw(insertRows('trial', TRIAL, rows))
  if (isHttp) await enqueueTrials(tx, rows.length, ctx.now())
  await announce(tx, { project: projectId, topic: 'trials', id: versionId })
  return rows.length
}

/** The client id of the run that a trial becomes: whoever tells of it twice tells of one run. */
const runKeyOf = (trialId: string) => `trial-${trialId}`
