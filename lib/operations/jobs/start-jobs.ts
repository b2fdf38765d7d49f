import type PgBoss from 'pg-boss'
import { getDb } from '@/lib/db/client'
import { withLongQueries } from '@/lib/db/query-limits'
import { log } from '@/lib/log'
import { noteHeads } from '../audit-log/verify'
import { emitBrief } from '../briefs/get'
import { sweepRanks } from '../chains/rank'
import { loadSystemContext } from '../context'
import { removeProjects } from '../erasure/delete-project'
import { processErasures, sweepErasures } from '../erasure/delete-runs'
import { sweepRetention } from '../erasure/retention'
import { sweepEscalations } from '../failures/escalation'
import { processDueGates, processGateDeadlines } from '../gates/deadline'
import { dropLeftVersions } from '../ingest/empty-versions'
import { settleQuietRuns } from '../ingest/settle'
import { learnFromVerdicts, sweepVerdicts } from '../learning/learn'
import { deliverMails, sweepMails } from '../mail/deliver'
import { makeMonths } from '../months/make-months'
import { sweepPayloads } from '../payload-sweep/sweep'
import { prune } from '../pruning/prune'
import { createBoss, installQueues, type JobData, type Queue, type WorkItem } from '../queue/enqueue'
import { rederiveRuns } from '../rederive/rederive'
import { processDeadLetters, sweepDeadLetters } from '../retries/process'
import { makeSample } from '../sample/load'
import { sweepTrials, TRIAL_WORKERS } from '../trials/lease'
import { runTrials } from '../trials/run-next'
import { deliverInTurn, sweepDeliveries } from '../webhooks/deliver'
import { makeDueWeeks } from '../weekly/make'
import { keyOf } from '../work/failing-work'
import { processEach } from '../work/process-each'
import { makeRunner, type RunJob } from './run-job'
import { workInSlots } from './work-in-slots'

/** The background jobs of this process. `stop` lets running jobs finish. */
export type Jobs = { stop(): Promise<void> }

const RETRY_MS = 5000

/**
 * Starts the workers, and retries until the database answers. Safe with any number of instances: each job goes to one of them, and effects
 * such as a gate's time-out are conditional updates, so a repeated job changes nothing.
 */
export function startJobs(): Jobs {
  let workers: Jobs | undefined
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const attempt = async () => {
    try {
      await installQueues()
      if (!isStopped) workers = await withLongQueries(() => startWorkers(stop))
    } catch (error) {
      log.warn({ err: error }, 'timed work could not start; trying again')
      if (!isStopped) timer = setTimeout(() => (attempting = attempt()), RETRY_MS)
    }
  }
  const stop = async () => {
    isStopped = true
    clearTimeout(timer)
    await attempting
    await workers?.stop()
  }
  let attempting = attempt()
  return { stop }
}

type Worker = {
  /** Polling interval in seconds. */
  pollS: number
  /** Jobs fetched at a time. */
  batch?: number
}

const EVERY_MINUTE = '* * * * *'
const EVERY_FIVE_MINUTES = '*/5 * * * *'
const EVERY_HOUR = '23 * * * *'
// Time zones differ by quarters of an hour.
const EVERY_QUARTER = '*/15 * * * *'
const clock = () => new Date()
/** Little against a minute, as each queue polls for itself. */
const SCHEDULED_POLL_S = 10

/** Endpoints that this process sends to at a time: of those that do not answer, each takes one. */
const WEBHOOK_SLOTS = 50

const STOP_MS = 5000

async function startWorkers(stop: () => Promise<void>): Promise<Jobs> {
  const boss = createBoss(true)
  boss.on('error', (error) => log.error({ err: error }, 'timed work failed'))
  await boss.start()
  try {
    return await takeJobs(boss, makeRunner(getDb(), stop))
  } catch (error) {
    await boss.stop({ timeout: STOP_MS })
    throw error
  }
}

async function takeJobs(boss: PgBoss, run: RunJob): Promise<Jobs> {
  await processQueues(boss, run)
  // Work that fell due while nothing was running starts immediately.
  await processDueGates(getDb(), clock())
  for (const { queue, cron, atStart, handle } of SCHEDULED) {
    if (atStart) await boss.send(queue, {})
    await boss.work(queue, { pollingIntervalSeconds: SCHEDULED_POLL_S }, () => run(queue, {}, handle))
    await boss.schedule(queue, cron)
  }
  // A job at a time in each slot: a slow trial would hold up the others of a batch.
  const trials = workInSlots(boss, 'trial-run', { slots: TRIAL_WORKERS, pollMs: 1000 }, (_, signal) =>
    run('trial-run', {}, () => runTrials(getDb(), clock, signal)),
  )
  const webhooks = workInSlots(boss, 'webhook-deliver', { slots: WEBHOOK_SLOTS, pollMs: 1000 }, (endpoint, signal) =>
    run('webhook-deliver', {}, () =>
      processEach({ db: getDb(), kind: 'webhook', now: clock() }, [endpoint], () =>
        deliverInTurn(getDb(), endpoint, clock, signal),
      ),
    ),
  )
  return {
    async stop() {
      await Promise.all([trials.stop(STOP_MS), webhooks.stop(STOP_MS)])
      await boss.stop({ timeout: STOP_MS })
    },
  }
}

/** Processes the jobs of every queue that work is put on. */
async function processQueues(boss: PgBoss, run: RunJob): Promise<void> {
  const work = async <Q extends keyof JobData>(
    queue: Q,
    { pollS, batch = 1 }: Worker,
    handle: (jobs: JobData[Q][]) => Promise<unknown>,
  ) => {
    await boss.work<JobData[Q]>(queue, { batchSize: batch, pollingIntervalSeconds: pollS }, (jobs) =>
      run(queue, { 'veritas.jobs': jobs.length }, () => handle(jobs.map(({ data }) => data))),
    )
  }
  await work('gate-deadline', { pollS: 1, batch: 50 }, (gates) => processGateDeadlines(getDb(), gates, clock()))
  await work('dead-letter-retry', { pollS: 1 }, (items) => processDeadLetters(getDb(), items, clock))
  await work('mail-send', { pollS: 1, batch: 50 }, (projects) =>
    processEach({ db: getDb(), kind: 'mail', now: clock() }, distinct(projects), ({ projectId }) =>
      deliverMails(getDb(), projectId, clock),
    ),
  )
  await work('sample-load', { pollS: 0.5 }, async (jobs) => {
    for (const { projectId, askedAt } of jobs)
      await makeSample(await loadSystemContext(getDb(), projectId, 'Sample project', clock), new Date(askedAt))
  })
  await work('brief-ready', { pollS: 1 }, async (jobs) => {
    for (const job of jobs) await emitBrief(getDb(), job, clock)
  })
  await work('verdicts-learn', { pollS: 1, batch: 50 }, (projects) =>
    learnFromVerdicts(getDb(), distinct(projects), clock),
  )
  await work('version-drop', { pollS: SCHEDULED_POLL_S, batch: 50 }, (jobs) => dropLeftVersions(getDb(), jobs))
  await work('erase-runs', { pollS: 1 }, (items) => processErasures(getDb(), distinct(items), clock))
}

type Scheduled = {
  queue: Queue
  cron: string
  /** Also runs when a process starts. */
  atStart?: true
  handle: () => Promise<unknown>
}

/** Work on a schedule, on one instance at a time. */
const SCHEDULED: readonly Scheduled[] = [
  { queue: 'month-sweep', cron: EVERY_HOUR, atStart: true, handle: () => makeMonths(getDb(), clock()) },
  { queue: 'rederive-sweep', cron: EVERY_MINUTE, atStart: true, handle: () => rederiveRuns(getDb(), clock) },
  { queue: 'gate-sweep', cron: EVERY_MINUTE, handle: () => processDueGates(getDb(), clock()) },
  { queue: 'dead-letter-sweep', cron: EVERY_MINUTE, atStart: true, handle: () => sweepDeadLetters(getDb(), clock) },
  { queue: 'webhook-sweep', cron: EVERY_MINUTE, atStart: true, handle: () => sweepDeliveries(getDb(), clock()) },
  { queue: 'mail-sweep', cron: EVERY_MINUTE, atStart: true, handle: () => sweepMails(getDb(), clock()) },
  { queue: 'trial-sweep', cron: EVERY_MINUTE, atStart: true, handle: () => sweepTrials(getDb(), clock()) },
  { queue: 'verdicts-sweep', cron: EVERY_QUARTER, atStart: true, handle: () => sweepVerdicts(getDb()) },
  { queue: 'failure-sweep', cron: EVERY_FIVE_MINUTES, atStart: true, handle: () => sweepEscalations(getDb(), clock()) },
  { queue: 'run-sweep', cron: EVERY_MINUTE, atStart: true, handle: () => settleQuietRuns(getDb(), clock) },
  { queue: 'rank-sweep', cron: EVERY_MINUTE, atStart: true, handle: () => sweepRanks(getDb(), clock()) },
  { queue: 'weekly-sweep', cron: EVERY_QUARTER, atStart: true, handle: () => makeDueWeeks(getDb(), clock()) },
  { queue: 'payload-sweep', cron: EVERY_MINUTE, handle: () => sweepPayloads(getDb(), clock) },
  { queue: 'audit-heads', cron: EVERY_HOUR, handle: () => noteHeads(getDb(), clock()) },
  { queue: 'prune', cron: EVERY_HOUR, handle: () => prune(getDb(), clock()) },
  { queue: 'data-sweep', cron: EVERY_QUARTER, atStart: true, handle: sweepData },
]

async function sweepData(): Promise<void> {
  await sweepErasures(getDb())
  await sweepRetention(getDb(), clock)
  await removeProjects(getDb(), clock)
}

/** Removes duplicate jobs for the same item. */
function distinct(items: readonly WorkItem[]): WorkItem[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()]
}
