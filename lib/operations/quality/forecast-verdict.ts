import { MAX_RUN_VALUES } from '@/lib/contracts/body-limits'
import { type InputIssue, MAX_ISSUES, parseInput } from '@/lib/contracts/input-issues'
import { type RunInput, runInput } from '@/lib/contracts/run-input'
import { forecastVerdict as contract } from '@/lib/contracts/run-judgement'
import { holdsMoreThan } from '@/lib/engine/json/holds-more-than'
import { inEngine } from '../engine-pool/ask'
import { TooSlow } from '../engine-pool/pool'
import { invalidInput } from '../errors'
import { operation } from '../operation'
import { inTurns } from '../turns'

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

/**
 * Parses run bodies like ingestion, yielding between them. `path` names the place of each.
 * @throws AppError invalid_input with the issues of all of them, by fields like `apply[3].nodes[0].id`
 */
async function parseRunBodies(bodies: readonly { path: string; body: unknown }[]): Promise<RunInput[]> {
  const turn = inTurns()
  const runs: RunInput[] = []
  const issues: InputIssue[] = []
  for (const { path, body } of bodies) {
    await turn()
    if (issues.length >= MAX_ISSUES) break
    if (holdsMoreThan(body, MAX_RUN_VALUES)) {
      issues.push({ path, message: `holds more than ${MAX_RUN_VALUES.toLocaleString('en')} values` })
      continue
    }
    const parsed = parseInput(runInput, body)
    if (!parsed.issues) runs.push(parsed.data)
    else
      for (const issue of parsed.issues)
        issues.push({ path: issue.path === '' ? path : `${path}.${issue.path}`, message: issue.message })
  }
  if (issues.length > 0) throw invalidInput(issues.slice(0, MAX_ISSUES))
  return runs
}
