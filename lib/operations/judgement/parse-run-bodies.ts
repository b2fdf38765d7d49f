import { MAX_RUN_VALUES } from '@/lib/contracts/body-limits'
import { type RunInput, runInput } from '@/lib/contracts/run-input'
import { holdsMoreThan } from '@/lib/engine/json/holds-more-than'
import { type InputIssue, invalidInput } from '../errors'
import { toInputIssues } from '../input-issues'
import { inTurns } from '../turns'

const MAX_ISSUES = 50

/**
 * Parses run bodies like ingestion, yielding between them. `path` names the place of each.
 * @throws AppError invalid_input with the issues of all of them, by fields like `apply[3].nodes[0].id`
 */
export async function parseRunBodies(bodies: readonly { path: string; body: unknown }[]): Promise<RunInput[]> {
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
    const parsed = runInput.safeParse(body)
    if (parsed.success) runs.push(parsed.data)
    else
      for (const issue of toInputIssues(parsed.error))
        issues.push({ path: issue.path === '' ? path : `${path}.${issue.path}`, message: issue.message })
  }
  if (issues.length > 0) throw invalidInput(issues.slice(0, MAX_ISSUES))
  return runs
}
