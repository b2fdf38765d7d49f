import dynamic from 'next/dynamic'
import { StatusMark } from '@/components/pieces/status-mark'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import { RelativeTime } from '@/components/ui/time'
import type { CheckView, NodeView } from '@/lib/contracts/run-detail'
import { checkKindLabels, checkVerdict } from '@/lib/format/check-words'
import { formatPlural } from '@/lib/format/number'

// Few runs have checks, and reading their results takes the schemas.
const CheckFindings = dynamic(() => import('./check-findings').then((module) => module.CheckFindings))

type ChecksPanelProps = {
  checks: readonly CheckView[]
  nodes: readonly NodeView[]
  onSelect: (nodeId: string) => void
}

/** What was checked while the run was under way, node by node, the latest of each kind in front. */
export function ChecksPanel({ checks, nodes: known, onSelect }: ChecksPanelProps) {
  if (checks.length === 0) return null
  const overrides = checks.filter((check) => check.isOverride)
  const nodes = Map.groupBy(checks, (check) => check.nodeId)
  return (
    <Panel title="Checks" note={`${formatPlural(checks.length, 'check')} along the way`}>
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
