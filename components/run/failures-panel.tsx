import { Badge } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import type { FailureView, NodeView, RunDetail } from '@/lib/contracts/run-detail'
import { formatCount, formatPercent } from '@/lib/presentation/format/number'
import { failureKind, failureOfStep, shownMessage } from '@/lib/presentation/labels/failures'
import { failureHref, runsHref } from '@/lib/presentation/links'

const SHOWN = 8

type FailuresPanelProps = { project: string; nodes: readonly NodeView[]; onSelect: (id: string) => void }

/** Failures of a run: root causes first, then handled failures and cascades. */
export function FailuresPanel({ project, nodes, onSelect }: FailuresPanelProps) {
  const failed = nodes.flatMap((node) => (node.failure ? [{ node, failure: node.failure }] : []))
  if (failed.length === 0) return null
  const roots = failed.filter(({ failure }) => failure.role === 'root')
  const handled = failed.filter(({ failure }) => failure.role === 'handled')
  const cascades = failed.filter(({ failure }) => failure.role === 'cascade')
  return (
    <Panel title="Failures" note={`${formatCount(roots.length)} began, ${formatCount(cascades.length)} inherited`}>
      <ul className="space-y-4">
        {roots.slice(0, SHOWN).map(({ node, failure }) => (
          <li key={node.id}>
            <p className="mb-1 text-sm">
              <button
                type="button"
                onClick={() => onSelect(node.id)}
                className="link wrap-anywhere text-left font-medium"
              >
                {node.name ?? node.id}
              </button>
            </p>
            <FailureCard failure={failure} error={node.error} />
            <Link
              href={runsHref(project, { fingerprint: failure.fingerprint })}
              className="link mt-1 inline-block text-ink-2 text-xs"
            >
              Runs that failed like this<span className="sr-only">: {node.name ?? node.id}</span>
            </Link>
            <Link
              href={failureHref(project, failure.fingerprint)}
              className="link mt-1 ml-3 inline-block text-ink-2 text-xs"
            >
              This kind of failure<span className="sr-only">: {node.name ?? node.id}</span>
            </Link>
          </li>
        ))}
      </ul>
      {roots.length > SHOWN && (
        <p className="mt-2 text-ink-3 text-xs">{formatCount(roots.length - SHOWN)} more are in the list of nodes.</p>
      )}
      <Others title="Dragged along" nodes={cascades} onSelect={onSelect} />
      <Others title="The run got past" nodes={handled} onSelect={onSelect} />
    </Panel>
  )
}

type OthersProps = { title: string; nodes: readonly { node: NodeView }[]; onSelect: (id: string) => void }

function Others({ title, nodes, onSelect }: OthersProps) {
  if (nodes.length === 0) return null
  return (
    <p className="mt-3 text-ink-2 text-xs">
      {title}:{' '}
      {nodes.slice(0, SHOWN).map(({ node }, place) => (
        <span key={node.id}>
          {place > 0 && ', '}
          <button type="button" onClick={() => onSelect(node.id)} className="link wrap-anywhere text-left">
            {node.name ?? node.id}
          </button>
        </span>
      ))}
      {nodes.length > SHOWN && ` and ${nodes.length - SHOWN} more`}
    </p>
  )
}

/** Class of a failure, with the text of its message that matched the class. */
export function FailureCard({ failure, error }: { failure: FailureView; error: NodeView['error'] }) {
  if (failure.role === 'cascade') return <p className="text-ink-2 text-sm">Failed because an earlier step failed.</p>
  const told = failureOfStep({ failure, error })
  const mark = failure.matched === null ? -1 : failure.message.toLowerCase().indexOf(failure.matched.toLowerCase())
  return (
    <div className="text-sm">
      <p className="flex flex-wrap items-center gap-2">
        {/* May name the agent's own code, which is one word of any length. */}
        <Badge tone="fail" className="max-w-full">
          <span className="truncate" title={told ? failureKind(told) : undefined}>
            {told && failureKind(told)}
          </span>
        </Badge>
        <span className="text-ink-2 text-xs">{failure.retryable ? 'may pass on retry' : 'will not pass on retry'}</span>
      </p>
      <p className="mt-1 max-h-32 overflow-y-auto break-words font-mono text-ink-2 text-xs leading-5">
        {mark < 0 || failure.matched === null ? (
          shownMessage(failure.message)
        ) : (
          <>
            {failure.message.slice(0, mark)}
            <mark className="rounded-xs bg-review-bg px-0.5 text-review-fg">
              {failure.message.slice(mark, mark + failure.matched.length)}
            </mark>
            {failure.message.slice(mark + failure.matched.length)}
          </>
        )}
      </p>
      <p className="mt-1 text-ink-3 text-xs">
        {failure.matched === null ? 'No known pattern in the message' : `Recognized by “${failure.matched}”`}
        {failure.confidence > 0 && `, ${formatPercent(failure.confidence)} sure`}.
      </p>
    </div>
  )
}

type RunErrorViewProps = { error: NonNullable<RunDetail['error']> }

/** An error as the agent reported it, with its codes. */
export function RunErrorView({ error }: RunErrorViewProps) {
  const codes = [
    error.type,
    error.code === null ? null : `code ${error.code}`,
    error.httpStatus === null ? null : `HTTP ${error.httpStatus}`,
  ]
  const codesText = codes.filter(Boolean).join(', ')
  return (
    <div className="rounded-md border border-fail-line bg-fail-bg px-3 py-2">
      <p className="font-medium text-fail-fg text-xs">Error{codesText && `: ${codesText}`}</p>
      <p className="max-h-60 overflow-y-auto whitespace-pre-wrap break-words font-mono text-ink text-xs leading-5">
        {error.message}
      </p>
    </div>
  )
}
