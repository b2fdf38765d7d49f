import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { Piscina } from 'piscina'
import { log } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import { AppError } from '../errors'
import { FairQueue } from './fair-queue'
import { Progress } from './thread/progress'
import type { ThreadTask } from './thread/worker'

const THREADS = Math.max(2, Math.min(4, availableParallelism()))
const IDLE_MS = 30_000
const MEMORY_MB = 512
// Of one project: as many agents may end at the same time. What waits is in memory, whose share is limited elsewhere.
const MOST_WAITING = 500
const CHECKS = {
  maxWaiting: MOST_WAITING,
  maxWaitMs: 10_000,
  refusal: 'too much of this project waits to be checked: send less at a time, or simpler schemas and rules',
}
const TRANSACTIONS = {
  maxWaiting: MOST_WAITING,
  maxWaitMs: 30_000,
  refusal: 'too many changes of this project wait to be stored: send fewer at a time',
}
// A thread has to load some hundred kB first; the time limit of a task starts after that.
const START_MS = 15_000
const CHECK_MS = 50
// The wall time of a task may be this many times its CPU limit.
const MAX_WALL_FACTOR = 8

type Threads = { pool?: Promise<Piscina>; queue: FairQueue; transactions: FairQueue }

/** The queue for the threads: one project gets at most half of them. */
export function threadTurns(): FairQueue {
  return threads().queue
}

/** The queue for transactions that wait for a thread, so that they never occupy all database connections. */
export function transactionTurns(): FairQueue {
  return threads().transactions
}

type Question = { name: string; input: unknown } | { runTask: string; inputs: readonly unknown[] }

/**
 * Runs a task on a worker thread, and terminates the thread if the task exceeds `limitMs`. Call it from within {@link threadTurns}.
 * @throws TooSlow
 */
async function inThread(question: Question, limitMs: number): Promise<unknown> {
  const pool = await openPool()
  const progress = new Progress()
  const stop = new AbortController()
  const watchdog = enforceLimit(pool, progress, limitMs, stop)
  const task: ThreadTask = { ...question, progress: progress.memory }
  try {
    return await pool.run(task, { signal: stop.signal })
  } catch (error) {
    if (stop.signal.aborted && progress.started === null)
      throw new AppError('unavailable', 'no thread started this in time; try again shortly', [], 5)
    if (stop.signal.aborted || isOutOfMemory(error)) throw new TooSlow(limitMs, progress.index)
    throw error
  } finally {
    watchdog.stop()
  }
}

/** An object, so that a test can shorten the limits. */
export const engineThreads = { inThread }

/** Limits CPU time rather than wall time, so that a busy machine does not fail the task; wall time is bounded by `MAX_WALL_FACTOR`. */
function enforceLimit(pool: Piscina, progress: Progress, limitMs: number, stop: AbortController): { stop: () => void } {
  const givenUpAt = Date.now() + START_MS
  let isOver = false
  let timer = setTimeout(check, limitMs)
  async function check() {
    const leftMs = await remainingMs(pool, progress, limitMs, givenUpAt)
    if (isOver) return
    if (leftMs <= 0) stop.abort()
    else timer = setTimeout(check, Math.max(leftMs, CHECK_MS))
  }
  const end = () => {
    isOver = true
    clearTimeout(timer)
  }
  return { stop: end }
}

async function remainingMs(pool: Piscina, { started }: Progress, limitMs: number, givenUpAt: number): Promise<number> {
  if (!started) return Math.min(givenUpAt - Date.now(), CHECK_MS)
  const thread = pool.threads.find(({ threadId }) => threadId === started.threadId)
  const spent = await thread?.cpuUsage().catch(() => undefined)
  const cpuMs = spent ? (spent.user + spent.system) / 1000 - started.cpuMs : limitMs
  return Math.min(limitMs - cpuMs, started.atMs + MAX_WALL_FACTOR * limitMs - Date.now())
}

function threads(): Threads {
  return processWide<Threads>('veritasThreads', () => ({
    queue: new FairQueue({ slots: THREADS, share: Math.floor(THREADS / 2), ...CHECKS }),
    transactions: new FairQueue({ slots: 8, share: 4, ...TRANSACTIONS }),
  }))
}

/** Opens the pool with the first task that needs it; if that fails, the next task tries again. */
function openPool(): Promise<Piscina> {
  const known = threads()
  known.pool ??= makePool().catch((error: unknown) => {
    known.pool = undefined
    throw error
  })
  return known.pool
}

async function makePool(): Promise<Piscina> {
  const pool = new Piscina({
    filename: await findWorkerFile(),
    // Two threads stay, and a terminated one is replaced immediately: starting one takes a tenth of a second or more.
    minThreads: 2,
    maxThreads: THREADS,
    idleTimeout: IDLE_MS,
    // The threads get nothing of this process: no secrets, and none of its loaders.
    env: {},
    execArgv: [],
    // The main thread gets priority when processors are scarce.
    niceIncrement: 10,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    workerHistogram: false,
  })
  pool.on('error', (error) => log.error({ err: error }, 'an engine thread failed'))
  return pool
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

/** A task was terminated because it exceeded its time limit. `index` is the list item it was processing. */
export class TooSlow extends Error {
  readonly limitMs: number
  readonly index: number

  constructor(limitMs: number, index: number) {
    super(`takes longer than ${limitMs / 1000} s to check`)
    this.limitMs = limitMs
    this.index = index
    this.name = 'TooSlow'
  }
}

/** The worker's file name within the folder of a production build. */
export const BUILT_WORKER = 'engine-worker.cjs'

/**
 * Returns the file that the threads run: in production the built one, otherwise one bundled from the current sources.
 * @throws Error when the production build has none
 */
async function findWorkerFile(): Promise<string> {
  if (process.env.NODE_ENV === 'production') {
    const dist = process.env.NEXT_DIST_DIR ?? '.next'
    // Resolved at run time: otherwise the bundler would include everything that this path could match.
    const file = path.join(/* turbopackIgnore: true */ process.cwd(), dist, BUILT_WORKER)
    if (existsSync(file)) return file
    throw new Error(`${file} is missing: npm start builds it`)
  }
  const { writeWorkerByContent } = await import('./build-worker')
  return writeWorkerByContent('dist/engine-worker')
}
