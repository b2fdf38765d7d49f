import { ingestRuns as ingestContract, MAX_RUNS_PER_REQUEST } from '@/lib/contracts/ingest'
import { AppError, invalidInput } from '../errors'
import { operation } from '../operation'
import { ingestBatch } from './ingest-batch'

/** One run, whose rejection is the answer's error; or a batch, which is partly accepted. */
export const ingestRuns = operation(ingestContract, async (ctx, input) => {
  const via = ctx.actor.kind === 'key' ? ctx.actor.name : 'browser'
  if ('runs' in input) {
    const { runs, notify } = readBatch(input)
    return ingestBatch(ctx, runs, via, { isQuiet: !notify })
  }
  const result = await ingestBatch(ctx, [input], via)
  const [rejected] = result.rejected
  if (!rejected) return result
  if (rejected.code === 'conflict') throw new AppError('conflict', rejected.reason, rejected.issues)
  throw invalidInput(rejected.issues)
})

function readBatch({ runs, notify = true, ...rest }: Record<string, unknown>): { runs: unknown[]; notify: boolean } {
  const unknown = Object.keys(rest).map((key) => ({ path: key, message: 'unknown field' }))
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
