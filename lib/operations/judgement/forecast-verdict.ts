import { forecastVerdict as contract } from '@/lib/contracts/run-judgement'
import { inEngine } from '../engine-pool/ask'
import { TooSlow } from '../engine-pool/pool'
import { invalidInput } from '../errors'
import { operation } from '../operation'
import { parseRunBodies } from './parse-run-bodies'

const LIMIT_MS = 15_000

export const forecastVerdict = operation(contract, async (ctx, { verdicts, apply }) => {
  const known = await parseRunBodies(verdicts.map(({ run }, at) => ({ path: `verdicts[${at}].run`, body: run })))
  const asked = await parseRunBodies(apply.map((body, at) => ({ path: `apply[${at}]`, body })))
  const judged = known.map((run, at) => ({ run, approved: verdicts[at]?.approved === true }))
  try {
    return await inEngine(ctx, 'forecast_verdict', { verdicts: judged, apply: asked }, LIMIT_MS)
  } catch (error) {
    if (!(error instanceof TooSlow)) throw error
    throw invalidInput([{ path: 'verdicts', message: `${error.message}: send fewer or shorter runs` }])
  }
})
