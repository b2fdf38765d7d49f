import dynamic from 'next/dynamic'
import { IssueLine } from '@/components/domain-ui/issue-line'
import { StatusMark } from '@/components/domain-ui/status-mark'
import { orMissing } from '@/components/ui/missing-part'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import { RelativeTime } from '@/components/ui/time'
import type { CheckView, IssueView, NodeView } from '@/lib/contracts/run-detail'
import { formatListed, formatPlural } from '@/lib/presentation/format/number'
import { checkKindLabels, checkVerdict } from '@/lib/presentation/labels/checks'

// Loaded lazily: few runs have checks, and parsing their results requires the schemas.
const CheckFindings = dynamic(orMissing(() => import('./check-findings'), 'CheckFindings'))

type ChecksPanelProps = {
  checks: readonly CheckView[]
  /** How many there are in all. */
  all: number
  nodes: readonly NodeView[]
  onSelect: (nodeId: string) => void
}

/** Checks made during the run, grouped by node, with the latest of each kind first. */
export function ChecksPanel({ checks, all, nodes: known, onSelect }: ChecksPanelProps) {
  if (checks.length === 0) return null
  const overrides = checks.filter((check) => check.isOverride)
  const nodes = Map.groupBy(checks, (check) => check.nodeId)
  return (
    <Panel
      title="Checks"
      note={formatListed(checks.length, 'latest', all) || `${formatPlural(all, 'check')} along the way`}
    >
      {overrides.length > 0 && (
        <Notice tone="review" title="A verification was let through unmet" className="mb-3">
          {overrides.map((check) => check.nodeId ?? 'The run').join(', ')}: everything missing was asked for as often as
          it may be. Only a person can accept this run.
        </Notice>
      )}
      <ul className="divide-y">
        {[...nodes].map(([nodeId, found]) => (
          <li key={nodeId ?? ''} className="py-2 first:pt-0">
            <p className="break-all font-mono text-xs">
              {nodeId !== null && known.some((node) => node.id === nodeId) ? (
                <button type="button" onClick={() => onSelect(nodeId)} className="link break-all text-left">
                  {nodeId}
                </button>
              ) : (
                (nodeId ?? 'the run')
              )}
            </p>
            {[...Map.groupBy(found, (check) => check.kind).values()].map((ofKind) => (
              <CheckSeries key={ofKind[0]?.kind} checks={ofKind} />
            ))}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function CheckSeries({ checks }: { checks: readonly CheckView[] }) {
  const [latest, ...earlier] = checks.toReversed()
  if (!latest) return null
  return (
    <div className="mt-1.5">
      <CheckItem check={latest} />
      {earlier.length > 0 && (
        <details>
          <summary className="min-h-7 py-1 text-ink-2 text-xs">
            {formatPlural(earlier.length, 'earlier one', 'earlier ones')}
          </summary>
          <div className="space-y-3 border-l pl-3">
            {earlier.map((check) => (
              <CheckItem key={check.id} check={check} />
            ))}
          </div>
        </details>
      )}
    </div>
  )
}

function CheckItem({ check }: { check: CheckView }) {
  const { status, word } = checkVerdict(check)
  return (
    <article className="text-sm">
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="text-ink-2">{checkKindLabels[check.kind]}</span>
        <StatusMark status={status} word={word} />
      </p>
      <CheckFindings check={check} />
      <p className="text-ink-3 text-xs">
        {check.by}, <RelativeTime iso={check.recordedAt} />
      </p>
    </article>
  )
}

/** Issues grouped by field, blockers first. */
export function IssuesPanel({ issues, hasContract }: { issues: readonly IssueView[]; hasContract: boolean }) {
  const blockers = issues.filter((issue) => issue.blocker).length
  const fields = Map.groupBy(
    issues.toSorted((a, b) => rank(a) - rank(b)),
    (issue) => plainField(issue.field),
  )
  return (
    <Panel
      isFolded
      isPrinted
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
                  <li key={`${issue.type} ${issue.message}`}>
                    <IssueLine issue={issue} />
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

/** Strips the "$." prefix of schema paths, so that they are grouped with the same fields of other checks. */
function plainField(field: string): string {
  return field.replace(/^\$\.?/, '')
}

function noneFound(hasContract: boolean): string {
  return hasContract
    ? 'The contract and all criteria are met.'
    : 'No issues. There is no contract to check the output against.'
}

function rank(issue: IssueView): number {
  return (issue.blocker ? 0 : 2) + (issue.severity === 'error' ? 0 : 1)
}
