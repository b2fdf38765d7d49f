import type PgBoss from 'pg-boss'
import { getDb } from '@/lib/db/client'
import { log } from '@/lib/log'
import { attendDeadLetter, sweepDeadLetters } from '../dead-letters/attend-dead-letter'
import { timeOutDueGates, timeOutGate } from '../gates/time-out-gates'
import { makeSample, sampleContext } from '../sample/make-sample'
import { createBoss, installQueues } from './boss'
import {
  DEAD_LETTER_RETRY,
  DEAD_LETTER_SWEEP,
  type DeadLetterJob,
  GATE_DEADLINE,
  GATE_SWEEP,
  type GateDeadlineJob,
  SAMPLE_LOAD,
  type SampleLoadJob,
} from './queues'

const EVERY_MINUTE = '* * * * *'
const RETRY_MS = 5000
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
    for (const { data } of jobs) await timeOutGate(getDb(), data, new Date())
  })
  await boss.work(GATE_SWEEP, async () => {
    await timeOutDueGates(getDb(), new Date())
  })
  await boss.work<SampleLoadJob>(SAMPLE_LOAD, { pollingIntervalSeconds: 0.5 }, async (jobs) => {
    for (const { data } of jobs) await makeSample(await sampleContext(getDb(), data.projectId), new Date(data.askedAt))
  })
  await boss.work<DeadLetterJob>(DEAD_LETTER_RETRY, { pollingIntervalSeconds: 1 }, async (jobs) => {
    for (const { data } of jobs) await attendDeadLetter(getDb(), data, clock)
  })
  await boss.work(DEAD_LETTER_SWEEP, () => sweepDeadLetters(getDb(), clock))
  await boss.schedule(GATE_SWEEP, EVERY_MINUTE)
  await boss.schedule(DEAD_LETTER_SWEEP, EVERY_MINUTE)
  await timeOutDueGates(getDb(), new Date())
  await boss.send(DEAD_LETTER_SWEEP, {})
  return boss
}
