import type { IngestResult, RejectedRun } from '@/lib/contracts/ingest'
import type { ProjectContext } from '../context'
import { askerOf } from '../engine-pool/ask'
import { AppError } from '../errors'
import { toAppError } from '../to-app-error'
import { ingestBatch } from './ingest-batch'
import { NOT_TRIED } from './score'

/** So many go together at most: about what one transaction stores in the time of two or three alone. */
const TOGETHER_MAX = 50
/** Two lots of a caller are under way at a time: one is read and scored while the other commits. */
const UNDER_WAY_MAX = 2
/** Whoever comes when so many wait is asked to come again: they would wait for seconds, and take memory meanwhile. */
const WAITING_MAX = 1_000
/** A longer run goes alone, so that no short one waits for it. */
const SIZE_MAX = 32_000
/** What is wrong here is wrong for every run: to try them one by one would say the same as often. */
const OF_ALL: ReadonlySet<string> = new Set(['unavailable', 'rate_limited', 'forbidden', 'unauthorized', 'not_found'])

type Waiting = {
  ctx: ProjectContext
  body: unknown
  resolve: (result: IngestResult) => void
  reject: (error: unknown) => void
}
type Store = (ctx: ProjectContext, bodies: readonly unknown[], via: string) => Promise<IngestResult>

/**
 * Takes in runs that come one by one. What a caller sends while runs of theirs are being stored is gathered, and stored
 * together as soon as those are: many connections share a commit, and nobody alone waits for others. Each is answered after
 * its own commit, as if it had come alone. Nothing is kept between requests but who waits.
 */
export function makeCollector(store: Store = ingestBatch) {
  const callers = new Map<string, { waiting: Waiting[]; underWay: number }>()

  function collect(ctx: ProjectContext, body: unknown, via: string): Promise<IngestResult> {
    if (!isShort(body)) return store(ctx, [body], via)
    const key = `${askerOf(ctx).caller} ${via}`
    const caller = callers.get(key) ?? { waiting: [], underWay: 0 }
    if (caller.waiting.length >= WAITING_MAX)
      return Promise.reject(new AppError('unavailable', 'too many runs at once: send it again shortly', [], 1))
    callers.set(key, caller)
    const result = new Promise<IngestResult>((resolve, reject) => {
      caller.waiting.push({ ctx, body, resolve, reject })
    })
    void go(key, caller, via)
    return result
  }

  async function go(key: string, caller: { waiting: Waiting[]; underWay: number }, via: string): Promise<void> {
    if (caller.underWay >= UNDER_WAY_MAX) return
    caller.underWay++
    while (caller.waiting.length > 0) await storeTogether(store, caller.waiting.splice(0, TOGETHER_MAX), via)
    caller.underWay--
    if (caller.underWay === 0) callers.delete(key)
  }

  return collect
}

/** Never throws: every run has its own answer. */
async function storeTogether(store: Store, runs: readonly Waiting[], via: string): Promise<void> {
  const [first] = runs
  if (!first) return
  try {
    const bodies = runs.map(({ body }) => body)
    const { accepted, rejected } = await store(first.ctx, bodies, via)
    for (const [index, run] of runs.entries()) {
      const own = rejected.find((one) => one.index === index)
      if (own && runs.length > 1 && hangsOnOthers(own)) await storeAlone(store, run, via)
      else
        run.resolve({
          accepted: accepted.filter((one) => one.index === index).map((one) => ({ ...one, index: 0 })),
          rejected: own ? [{ ...own, index: 0 }] : [],
        })
    }
  } catch (error) {
    if (runs.length === 1 || OF_ALL.has(toAppError(error).code)) for (const { reject } of runs) reject(error)
    else for (const run of runs) await storeAlone(store, run, via)
  }
}

/** Whether it was refused for what another run of the lot did or was: it is asked for what it is itself. */
function hangsOnOthers({ reason, code }: RejectedRun): boolean {
  return reason === NOT_TRIED || code === 'conflict'
}

async function storeAlone(store: Store, { ctx, body, resolve, reject }: Waiting, via: string): Promise<void> {
  await store(ctx, [body], via).then(resolve, reject)
}

/** Whether a body has little in it; looks no further than it has to. */
function isShort(body: unknown): boolean {
  let left = SIZE_MAX
  const parts = [body]
  while (parts.length > 0 && left >= 0) {
    const part = parts.pop()
    left -= 8
    if (typeof part === 'string') left -= part.length
    else if (Array.isArray(part)) for (let at = 0; at < part.length && at * 8 <= left; at++) parts.push(part[at])
    else if (typeof part === 'object' && part !== null)
      for (const key in part) {
        left -= key.length
        if (left < 0) break
        parts.push((part as Record<string, unknown>)[key])
      }
  }
  return left >= 0
}
