import { StatusMark } from '@/components/pieces/status-mark'
import { Badge } from '@/components/ui/badge'
import { Panel } from '@/components/ui/panel'
import type { IssueView } from '@/lib/contracts/run-detail'
import { formatPlural } from '@/lib/format/number'

/** What the checks found, field by field, the blockers first. */
export function IssuesPanel({ issues, hasContract }: { issues: readonly IssueView[]; hasContract: boolean }) {
  const blockers = issues.filter((issue) => issue.blocker).length
  const fields = Map.groupBy(
    issues.toSorted((a, b) => rank(a) - rank(b)),
    (issue) => plainField(issue.field),
  )
  return (
    <Panel
      title="Issues"
      note={
        issues.length === 0
          ? noneFound(hasContract)
          : `${formatPlural(issues.length, 'issue')}, ${formatPlural(blockers, 'blocker')}`
      }
    >
      {issues.length > 0 && (
        <ul className="divide-y">
          {[...fields].map(([field, found]) => (
            <li key={field} className="py-2 first:pt-0">
              <p className="font-mono text-xs">{field || 'the run'}</p>
              <ul className="mt-0.5 space-y-1">
                {found.map((issue) => (
                  <li key={`${issue.type} ${issue.message}`} className="flex items-start gap-2 text-sm">
                    <StatusMark
                      status={issue.severity === 'error' ? 'fail' : 'review'}
                      word={issue.severity}
                      wordHidden
                      className="mt-1"
                    />
                    <span className="min-w-0 flex-1 break-words">
                      {issue.message} <span className="text-ink-3 text-xs">{issue.type.replaceAll('_', ' ')}</span>
                    </span>
                    {issue.blocker && <Badge tone="fail">blocks</Badge>}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** Paths of a schema begin with "$.", those of the other checks do not: the field is the same. */
function plainField(field: string): string {
  return field.replace(/^\$\.?/, '')
}

function noneFound(hasContract: boolean): string {
  return hasContract
    ? 'The contract and every criterion hold.'
    : 'Nothing found; no contract says what the output must hold.'
}

function rank(issue: IssueView): number {
  return (issue.blocker ? 0 : 2) + (issue.severity === 'error' ? 0 : 1)
}
