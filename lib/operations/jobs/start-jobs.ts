import type PgBoss from 'pg-boss'
import { getDb } from '@/lib/db/client'
import { log } from '@/lib/log'
import { processDueGates, processGateDeadlines } from '../gates/deadline'
import { deliverMails, sweepMails } from '../mail/deliver'
import { prune } from '../pruning/prune'
import {
  createBoss,
  DEAD_LETTER_RETRY,
  DEAD_LETTER_SWEEP,
  type DeadLetterJob,
  GATE_DEADLINE,
  GATE_SWEEP,
  type GateDeadlineJob,
  installQueues,
  MAIL_SEND,
  MAIL_SWEEP,
  type MailSendJob,
  PRUNE,
  SAMPLE_LOAD,
  type SampleLoadJob,
  TRIAL_RUN,
  TRIAL_SWEEP,
  WEBHOOK_DELIVER,
  WEBHOOK_SWEEP,
  WEEKLY_SWEEP,
  type WebhookDeliverJob,
} from '../queue/boss'
import { attendDeadLetters, sweepDeadLetters } from '../retries/process'
import { makeSample, sampleContext } from '../sample/make'
import { sweepTrials } from '../trials/lease'
import { runNextTrial } from '../trials/run-next'
import { deliverDue, sweepDeliveries } from '../webhooks/deliver'
import { makeDueWeeks } from '../weekly/make'
import { processEach } from '../work/process-each'

const EVERY_MINUTE = '* * * * *'
const EVERY_HOUR = '23 * * * *'
// Time zones differ by quarters of an hour.
const EVERY_QUARTER = '*/15 * * * *'
const RETRY_MS = 5000
const TRIAL_WORKERS = 4
const DELIVERY_WORKERS = 3
const clock = () => new Date()

/** Timed work of this process. `stop` lets what is under way finish. */
export type Jobs = { stop(): Promise<void> }

/**
 * Starts the workers, and keeps trying while the database does not answer. Any number of instances may run: each job goes
 * to one of them, and a gate is timed out by a conditional update, so a job that runs twice changes nothing.
 */
export function startJobs(): Jobs {
  let boss: PgBoss | undefined
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const attempt = async () => {
    try {
      await installQueues()
      if (!isStopped) boss = await startWorkers()
    } catch (error) {
      log.warn({ err: error }, 'timed work could not start; trying again')
      if (!isStopped) timer = setTimeout(attempt, RETRY_MS)
    }
  }
  const started = attempt()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await started
      await boss?.stop({ timeout: 5000 })
    },
  }
}

async function startWorkers(): Promise<PgBoss> {
  const boss = createBoss(true)
  boss.on('error', (error) => log.error({ err: error }, 'timed work failed'))
  await boss.start()
  await boss.work<GateDeadlineJob>(GATE_DEADLINE, { batchSize: 50, pollingIntervalSeconds: 1 }, async (jobs) => {
    const gates = jobs.map(({ data }) => data)
    await processGateDeadlines(getDb(), gates, clock())
  })
  await boss.work(GATE_SWEEP, async () => {
    await processDueGates(getDb(), new Date())
  })
  await boss.work<SampleLoadJob>(SAMPLE_LOAD, { pollingIntervalSeconds: 0.5 }, async (jobs) => {
    for (const { data } of jobs) await makeSample(await sampleContext(getDb(), data.projectId), new Date(data.askedAt))
  })
  await boss.work<DeadLetterJob>(DEAD_LETTER_RETRY, { pollingIntervalSeconds: 1 }, async (jobs) => {
    const letters = jobs.map(({ data }) => data)
    await attendDeadLetters(getDb(), letters, clock)
  })
  await boss.work(DEAD_LETTER_SWEEP, () => sweepDeadLetters(getDb(), clock))
  await startDeliveries(boss)
  await startMails(boss)
  await boss.work(PRUNE, () => prune(getDb(), clock()))
  await startTrials(boss)
  await boss.work(WEEKLY_SWEEP, async () => {
    await makeDueWeeks(getDb(), clock())
  })
  await boss.schedule(GATE_SWEEP, EVERY_MINUTE)
  await boss.schedule(DEAD_LETTER_SWEEP, EVERY_MINUTE)
  await boss.schedule(WEBHOOK_SWEEP, EVERY_MINUTE)
  await boss.schedule(MAIL_SWEEP, EVERY_MINUTE)
  await boss.schedule(PRUNE, EVERY_HOUR)
  await boss.schedule(WEEKLY_SWEEP, EVERY_QUARTER)
  await boss.schedule(TRIAL_SWEEP, EVERY_MINUTE)
  await processDueGates(getDb(), new Date())
  await boss.send(DEAD_LETTER_SWEEP, {})
  await boss.send(WEBHOOK_SWEEP, {})
  await boss.send(MAIL_SWEEP, {})
  await boss.send(WEEKLY_SWEEP, {})
  await boss.send(TRIAL_SWEEP, {})
  return boss
}

/** Several workers, so that an endpoint that hangs holds up no other; alarms of one endpoint that come together are one. */
async function startDeliveries(boss: PgBoss): Promise<void> {
  for (let worker = 0; worker < DELIVERY_WORKERS; worker++)
    await boss.work<WebhookDeliverJob>(WEBHOOK_DELIVER, { batchSize: 50, pollingIntervalSeconds: 1 }, async (jobs) => {
      const endpoints = new Map(jobs.map(({ data }) => [`${data.projectId} ${data.endpointId}`, data]))
      const items = [...endpoints.values()].map(({ projectId, endpointId }) => ({ projectId, id: endpointId }))
      const work = { db: getDb(), kind: 'webhook', now: clock(), atOnce: true } as const
      await processEach(work, items, ({ projectId, id }) => deliverDue(getDb(), { projectId, endpointId: id }, clock))
    })
  await boss.work(WEBHOOK_SWEEP, () => sweepDeliveries(getDb(), clock()))
}

/** Alarms of one project that come together are one. */
async function startMails(boss: PgBoss): Promise<void> {
  await boss.work<MailSendJob>(MAIL_SEND, { batchSize: 50, pollingIntervalSeconds: 1 }, async (jobs) => {
    const projects = [...new Set(jobs.map(({ data }) => data.projectId))]
    const items = projects.map((projectId) => ({ projectId, id: projectId }))
    const work = { db: getDb(), kind: 'mail', now: clock() } as const
    await processEach(work, items, ({ projectId }) => deliverMails(getDb(), projectId, clock))
  })
  await boss.work(MAIL_SWEEP, () => sweepMails(getDb(), clock()))
}

/** Several workers with several trials each, so that slow executors leave room for others. */
async function startTrials(boss: PgBoss): Promise<void> {
  for (let worker = 0; worker < TRIAL_WORKERS; worker++)
    await boss.work(TRIAL_RUN, { batchSize: 4, pollingIntervalSeconds: 0.5 }, async (jobs) => {
      await Promise.all(jobs.map(() => runNextTrial(getDb(), clock)))
    })
  await boss.work(TRIAL_SWEEP, () => sweepTrials(getDb(), clock()))
}
