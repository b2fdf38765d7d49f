import {
  type IngestResult,
  ingestRuns as ingestContract,
  MAX_RUNS_PER_REQUEST,
  type RejectedRun,
} from '@/lib/contracts/ingest'
import { describeUnknown, MAX_ISSUES } from '@/lib/contracts/input-issues'
import { isRecord } from '@/lib/contracts/is-record'
import { isShort } from '@/lib/engine/json/is-short'
import type { Actor, ProjectContext } from '../context'
import { askerOf } from '../engine-pool/ask'
import { AppError, invalidInput } from '../errors'
import { operation } from '../operation'
import { toAppError } from '../to-app-error'
import { ingestBatch } from './ingest-batch'
import { NOT_TRIED } from './score'

const collect = makeCollector()

/** Ingests one run, whose rejection becomes the response's error, or a batch, which may be partly accepted. */
export const ingestRuns = operation(ingestContract, async (ctx, input) => {
  const via = ctx.actor.kind === 'key' ? ctx.actor.name : 'browser'
  if ('runs' in input) {
    const { runs, notify } = readBatch(input)
    for (const [index, run] of runs.entries()) assertNoVerdict(ctx.actor, run, `runs.${index}.signals`)
    return ingestBatch(ctx, runs, via, { isQuiet: !notify })
  }
  assertNoVerdict(ctx.actor, input, 'signals')
  const result = await collect(ctx, input, via)
  const [rejected] = result.rejected
  if (!rejected) return result
  if (rejected.code === 'conflict') throw new AppError('conflict', rejected.reason, rejected.issues)
  throw invalidInput(rejected.issues)
})

/** A connected app acts for a person and must not submit that person's verdict. Only API keys may import human verdicts. */
function assertNoVerdict(actor: Actor, run: unknown, path: string): void {
  if (actor.kind !== 'key' || !actor.person || !isRecord(run)) return
  const { signals } = run
  const hasHumanVerdict = Array.isArray(signals)
    ? signals.some((signal) => isRecord(signal) && signal.evaluator === 'human')
    : isRecord(signals) && signals.human !== undefined
  if (hasHumanVerdict)
    throw invalidInput([
      { path, message: 'a connected app cannot give a human verdict: the person reviews in the browser' },
    ])
}

function readBatch({ runs, notify = true, ...rest }: Record<string, unknown>): { runs: unknown[]; notify: boolean } {
  const unknown = Object.keys(rest)
    .slice(0, MAX_ISSUES)
    .map((key) => ({ path: key, message: describeUnknown(key, ['runs', 'notify']) }))
  if (!Array.isArray(runs)) throw invalidInput([{ path: 'runs', message: 'must be a list of runs' }, ...unknown])
  if (unknown.length > 0) throw invalidInput(unknown)
  if (typeof notify !== 'boolean') throw invalidInput([{ path: 'notify', message: 'must be true or false' }])
  if (runs.length === 0) throw invalidInput([{ path: 'runs', message: 'must hold at least one run' }])
  if (runs.length > MAX_RUNS_PER_REQUEST)
    throw invalidInput([
      { path: 'runs', message: `holds ${runs.length} runs: send at most ${MAX_RUNS_PER_REQUEST} at a time` },
    ])
  return { runs, notify }
}

/** Runs in a batch at most: one transaction stores about this many in the time of two or three alone. */
const BATCH_MAX = 50
/** Batches of one caller in flight: one is read and scored while the other commits. */
const IN_FLIGHT_MAX = 2
/** The second batch waits at most this long to become as large as the first: every batch has the same statements, however few its runs. */
const FILL_WAIT_MS = 25
/** Beyond this queue length callers are told to retry: they would wait for seconds while their bodies occupy memory. */
const QUEUE_MAX = 1_000
/** Larger runs are stored alone, so that no short one waits for them; in characters. */
const SHORT_RUN_MAX = 32_000
/** Characters that a value costs besides its own. */
const VALUE_COST = 8
/** Errors that apply to every run of a batch, so that retrying runs one by one would only repeat them. */
const BATCH_WIDE_CODES: ReadonlySet<string> = new Set([
  'unavailable',
  'rate_limited',
  'forbidden',
  'unauthorized',
  'not_found',
])

type Waiting = {
  ctx: ProjectContext
  body: unknown
  since: number
  resolve: (result: IngestResult) => void
  reject: (error: unknown) => void
}
type Store = (ctx: ProjectContext, bodies: readonly unknown[], via: string) => Promise<IngestResult>

/** `inFlight`: the sizes of the batches that are being stored. */
type Caller = { waiting: Waiting[]; inFlight: number[]; timer?: ReturnType<typeof setTimeout> | undefined }

/**
 * Batches runs that are sent one by one. Runs that arrive while earlier ones of the same caller are being stored are queued,
 * then stored together: many connections share a commit, and a single run waits for no one. Each call resolves after its own
 * commit, with the result it would have had alone. The only state between requests is the queue.
 */
export function makeCollector(store: Store = ingestBatch) {
  const callers = new Map<string, Caller>()

  function collect(ctx: ProjectContext, body: unknown, via: string): Promise<IngestResult> {
    if (!isShort(body, SHORT_RUN_MAX, VALUE_COST)) return store(ctx, [body], via)
    const key = `${askerOf(ctx).caller} ${via}`
    const caller = callers.get(key) ?? { waiting: [], inFlight: [] }
    if (caller.waiting.length >= QUEUE_MAX)
      return Promise.reject(new AppError('unavailable', 'too many runs at once: send it again shortly', [], 1))
    callers.set(key, caller)
    const result = new Promise<IngestResult>((resolve, reject) => {
      caller.waiting.push({ ctx, body, since: performance.now(), resolve, reject })
    })
    storeNext(key, caller, via)
    return result
  }

  function storeNext(key: string, caller: Caller, via: string): void {
    const [oldest] = caller.waiting
    if (!oldest) {
      if (caller.inFlight.length === 0) callers.delete(key)
      return
    }
    const { inFlight, waiting } = caller
    if (inFlight.length >= IN_FLIGHT_MAX) return
    const fillWaitMs = oldest.since + FILL_WAIT_MS - performance.now()
    if (waiting.length < (inFlight[0] ?? 0) && fillWaitMs > 0) {
      caller.timer ??= setTimeout(() => {
        caller.timer = undefined
        storeNext(key, caller, via)
      }, fillWaitMs)
      return
    }
    clearTimeout(caller.timer)
    caller.timer = undefined
    const batch = waiting.splice(0, BATCH_MAX)
    inFlight.push(batch.length)
    void storeBatch(store, batch, via).then(() => {
      inFlight.splice(inFlight.indexOf(batch.length), 1)
      storeNext(key, caller, via)
    })
  }

  return collect
}

/** Never throws: every run gets its own result. */
async function storeBatch(store: Store, runs: readonly Waiting[], via: string): Promise<void> {
  const [first] = runs
  if (!first) return
  try {
    const bodies = runs.map(({ body }) => body)
    const result = await store(first.ctx, bodies, via)
    const accepted = new Map(result.accepted.map((one) => [one.index, one]))
    const rejected = new Map(result.rejected.map((one) => [one.index, one]))
    for (const [index, run] of runs.entries()) {
      const [stored, own] = [accepted.get(index), rejected.get(index)]
      if (own && runs.length > 1 && isCausedByBatch(own)) await storeAlone(store, run, via)
      else
        run.resolve({
          accepted: stored ? [{ ...stored, index: 0 }] : [],
          rejected: own ? [{ ...own, index: 0 }] : [],
        })
    }
  } catch (error) {
    if (runs.length === 1 || BATCH_WIDE_CODES.has(toAppError(error).code)) for (const { reject } of runs) reject(error)
    else for (const run of runs) await storeAlone(store, run, via)
  }
}

/** Whether another run of the batch caused the rejection; this run is then tried alone. */
function isCausedByBatch({ reason, code }: RejectedRun): boolean {
  return reason === NOT_TRIED || code === 'conflict'
}

async function storeAlone(store: Store, { ctx, body, resolve, reject }: Waiting, via: string): Promise<void> {
  await store(ctx, [body], via).then(resolve, reject)
}
