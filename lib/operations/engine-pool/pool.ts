import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { Piscina } from 'piscina'
import { log } from '@/lib/log'
import { AppError } from '../errors'
import { FairQueue } from './fair-queue'
import { Progress } from './thread/progress'
import type { ThreadTask } from './thread/worker'

const THREADS = Math.max(2, Math.min(4, availableParallelism()))
const IDLE_MS = 30_000
const MEMORY_MB = 512
const WAITING = { maxWaiting: 50, maxWaitMs: 10_000 }
// A thread has to load some hundred kB before it can begin; the limit of a task counts from there.
const START_MS = 15_000
const LOOK_MS = 50
// How much longer than on a free machine a task may take.
const MAX_STRETCH = 8

type Threads = { pool?: Promise<Piscina>; queue: FairQueue; transactions: FairQueue }

// One pool for the process: its bundles each load their own copy of this module.
const kept = globalThis as typeof globalThis & { veritasThreads?: Threads }

/** The turns at the threads: half of them for one project at a time, the other half is left to others. */
export function threadTurns(): FairQueue {
  return threads().queue
}

/** The turns at transactions that wait for a thread: all connections to the database must never wait so at once. */
export function transactionTurns(): FairQueue {
  return threads().transactions
}

type Question = { name: string; input: unknown } | { runTask: string; inputs: readonly unknown[] }

/**
 * Does a task on a thread of its own, and ends that thread where the task takes longer than `limitMs`. Take a turn first.
 * @throws TooSlow
 */
export async function inThread(question: Question, limitMs: number): Promise<unknown> {
  const pool = await openPool()
  const progress = new Progress()
  const stop = new AbortController()
  const clock = endWhenLate(pool, progress, limitMs, stop)
  const task: ThreadTask = { ...question, progress: progress.memory }
  try {
    return await pool.run(task, { signal: stop.signal })
  } catch (error) {
    if (stop.signal.aborted && progress.started === null)
      throw new AppError('unavailable', 'no thread began with this in time; try again shortly', [], 5)
    if (stop.signal.aborted || isOutOfMemory(error)) throw new TooSlow(limitMs, progress.index)
    throw error
  } finally {
    clock.stop()
  }
}

/** Counts what the task spends on the processor: on a busy machine it may take longer, but not without end. */
function endWhenLate(pool: Piscina, progress: Progress, limitMs: number, stop: AbortController): { stop: () => void } {
  const givenUpAt = Date.now() + START_MS
  let isOver = false
  let timer = setTimeout(look, limitMs)
  async function look() {
    const leftMs = await leftOf(pool, progress, limitMs, givenUpAt)
    if (isOver) return
    if (leftMs <= 0) stop.abort()
    else timer = setTimeout(look, Math.max(leftMs, LOOK_MS))
  }
  const end = () => {
    isOver = true
    clearTimeout(timer)
  }
  return { stop: end }
}

async function leftOf(pool: Piscina, { started }: Progress, limitMs: number, givenUpAt: number): Promise<number> {
  if (!started) return Math.min(givenUpAt - Date.now(), LOOK_MS)
  const thread = pool.threads.find(({ threadId }) => threadId === started.threadId)
  const spent = await thread?.cpuUsage().catch(() => undefined)
  const cpuMs = spent ? (spent.user + spent.system) / 1000 - started.cpuMs : limitMs
  return Math.min(limitMs - cpuMs, started.atMs + MAX_STRETCH * limitMs - Date.now())
}

function threads(): Threads {
  kept.veritasThreads ??= {
    queue: new FairQueue({ slots: THREADS, share: Math.floor(THREADS / 2), ...WAITING }),
    transactions: new FairQueue({ slots: 8, share: 4, ...WAITING }),
  }
  return kept.veritasThreads
}

/** Begun with the first task that needs it; where that fails the next one tries anew. */
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
    // One stays, and is replaced at once where it was ended: a thread takes a tenth of a second and more to start, and some 50 MB.
    minThreads: 1,
    maxThreads: THREADS,
    idleTimeout: IDLE_MS,
    // Nothing of this process is theirs: no secrets, and none of its loaders.
    env: {},
    execArgv: [],
    // Where processors are short, the thread that serves everybody goes first.
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

/** A task was ended since it took longer than it may. `index` is the item of a list it was at. */
export class TooSlow extends Error {
  constructor(
    readonly limitMs: number,
    readonly index: number,
  ) {
    super(`takes longer than ${limitMs / 1000} s to check`)
    this.name = 'TooSlow'
  }
}

/** Where a production build leaves it, in the folder of the build. */
export const BUILT_WORKER = 'engine-worker.cjs'

/**
 * The file that the threads run: of the build in production, made of the sources as they are everywhere else.
 * @throws Error when the build has none
 */
async function findWorkerFile(): Promise<string> {
  if (process.env.NODE_ENV === 'production') {
    const dist = process.env.NEXT_DIST_DIR ?? '.next'
    // Found when it is wanted: the bundler would else take in all that such a path could mean.
    const file = path.join(/* turbopackIgnore: true */ process.cwd(), dist, BUILT_WORKER)
    if (existsSync(file)) return file
    throw new Error(`${file} is missing: npm start builds it`)
  }
  const { writeWorkerByContent } = await import('./build-worker')
  return writeWorkerByContent('dist/engine-worker')
}
