import type { IssueView } from '@/lib/contracts/run-detail'
import type { SourceDoubt } from './step'
import { readFinding } from './text'

/** Returns the passages of an answer that its sources contradict or do not confirm, with their places in it. */
export function doubtsOf(issues: readonly IssueView[]): SourceDoubt[] {
  return issues.flatMap((issue) => {
    const finding = readFinding(issue)
    if (finding === null) return []
    return { ...finding, path: issue.field.replace(/^output\.?/, ''), isContradicted: issue.blocker, type: issue.type }
  })
}
