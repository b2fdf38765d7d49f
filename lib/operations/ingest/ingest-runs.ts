import {
  type IngestResult,
  ingestRuns as ingestContract,
  MAX_RUNS_PER_REQUEST,
  type RejectedRun,
} from '@/lib/contracts/ingest'
import { describeUnknown, MAX_ISSUES } from '@/lib/contracts/input-issues'
import { isRecord } from '@/lib/contracts/is-record'
import type { Actor, ProjectContext } from '../context'
import { askerOf } from '../engine-pool/ask'
import { AppError, invalidInput } from '../errors'
import { operation } from '../operation'
import { isGathered, makeGatherer } from './gather'
import { ingestBatch } from './ingest-batch'
import { NOT_TRIED } from './score'

const collect = makeCollector()

/** Ingests one run, whose rejection becomes the response's error, or a batch, which may be partly accepted. */
export const ingestRuns = operation(ingestContract, async (ctx, input) => {
  const via = ctx.actor.kind === 'key' ? ctx.actor.name : 'browser'
  if ('runs' in input) {
    const { runs, notify } = readBatch(input)
    for (const [index, run] of runs.entries()) assertNoVerdict(ctx.actor, run, `runs[${index}].signals`)
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

type Sent = { ctx: ProjectContext; body: unknown; via: string }
type Store = (ctx: ProjectContext, bodies: readonly unknown[], via: string) => Promise<IngestResult>

/** Gathers short runs that are sent one by one. Each call resolves with the result that its run would have had alone. */
export function makeCollector(store: Store = ingestBatch) {
  const gather = makeGatherer(async (runs: readonly Sent[]) => {
    const [first] = runs
    if (!first) return []
    const bodies = runs.map(({ body }) => body)
    const result = await store(first.ctx, bodies, first.via)
    return bodies.map((_, index) => resultOf(result, index, bodies.length > 1))
  })
  return (ctx: ProjectContext, body: unknown, via: string): Promise<IngestResult> =>
    isGathered(body) ? gather(`${askerOf(ctx).caller} ${via}`, { ctx, body, via }) : store(ctx, [body], via)
}

/** The result of one run of a batch; null if another run of the batch caused its rejection. */
function resultOf({ accepted, rejected }: IngestResult, index: number, isOfSeveral: boolean): IngestResult | null {
  const own = rejected.filter((run) => run.index === index)
  if (isOfSeveral && own.some(isCausedByBatch)) return null
  const alone = <T extends { index: number }>(run: T): T => ({ ...run, index: 0 })
  return { accepted: accepted.filter((run) => run.index === index).map(alone), rejected: own.map(alone) }
}

function isCausedByBatch({ reason, code }: RejectedRun): boolean {
  return reason === NOT_TRIED || code === 'conflict'
}
