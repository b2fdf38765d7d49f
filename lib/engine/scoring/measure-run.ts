import type { IssueView } from '@/lib/contracts/run-detail'
import type { RunInput } from '@/lib/contracts/run-input'
import { isFinished } from './is-finished'
import { measureFailures } from './measure-failures'
import { measureGaff } from './measure-gaff'
import { measureStratt } from './measure-stratt'
import { nodeIssues } from './node-issues'
import type { Measure, MeasuredRun } from './scored-run'
import { sourceIssues } from './source-issues'

/**
 * Measures a run from its own facts: the `gaff` and `stratt` scores with their factors, the issues found, the class of every
 * failure, and the blockers. A cancelled or paused run has no score: it is neither good nor bad yet.
 * Throws EngineInputError where contract or criteria cannot be honoured.
 */
export function measureRun(run: RunInput, measure: Measure): MeasuredRun {
  const finished = isFinished(run)
  const gaff = measureGaff(run, measure, finished)
  const stratt = measureStratt(run, measure, finished)
  const issues = withoutRepeats([...nodeIssues(run), ...stratt.issues, ...gaff.issues, ...sourceIssues(run)])
  return {
    gaff: gaff.score,
    stratt: stratt.score,
    issues,
    failures: measureFailures(run),
    blockers: issues
      .filter((issue) => issue.blocker)
      .map((issue) => `${issue.field}: ${issue.message}`.slice(0, 300))
      .slice(0, 20),
  }
}

/** One issue a field and kind: the contract and the criteria may both miss the same field. */
function withoutRepeats(issues: readonly IssueView[]): IssueView[] {
  const kept = new Map<string, IssueView>()
  for (const issue of issues) {
    const key = `${issue.type} ${issue.field.replace(/^\$\.?/, '')} ${issue.type === 'missing_field' ? '' : issue.message}`
    const known = kept.get(key)
    if (!known || (issue.blocker && !known.blocker)) kept.set(key, issue)
  }
  return [...kept.values()].sort(
    (a, b) =>
      Number(b.blocker) - Number(a.blocker) || (a.severity === b.severity ? 0 : a.severity === 'error' ? -1 : 1),
  )
}
