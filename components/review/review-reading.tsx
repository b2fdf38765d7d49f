import { clsx } from 'clsx'
import { PayloadView } from '@/components/domain-ui/payload-view'
import { StatusMark } from '@/components/domain-ui/status-mark'
import { JsonView } from '@/components/ui/json-view'
import type { BlindRun } from '@/lib/contracts/review-queue'
import { formatDuration } from '@/lib/presentation/format/date'
import { formatPlural } from '@/lib/presentation/format/number'

/** What was asked, done and answered. On a phone the answer comes first. */
export function ReviewReading({ detail }: { detail: BlindRun }) {
  return (
    <div className="flex flex-col gap-7">
      <PayloadView title="Request" name="request" value={detail.request} missing="No request was sent." />
      <Steps nodes={detail.nodes} />
      <div className="order-first grid gap-5 lg:order-none">
        {detail.error && (
          <p role="note" className="rounded-md border border-fail-line bg-fail-bg px-3 py-2 text-fail-fg text-sm">
            {detail.error.message}
          </p>
        )}
        <PayloadView title="Answer" name="output" value={detail.output} missing="It gave no answer." />
      </div>
      <Findings detail={detail} />
    </div>
  )
}

function Steps({ nodes }: { nodes: BlindRun['nodes'] }) {
  if (nodes.length === 0) return null
  return (
    <section aria-label="Steps">
      <h3 className="mb-2 text-sm">
        Steps <span className="font-normal text-ink-3">{nodes.length}</span>
      </h3>
      <ol className="divide-y border-y">
        {nodes.map((node) => (
          <li key={node.id}>
            <details open={node.status === 'failed' && node.failure?.role === 'root'}>
              <summary className="flex min-h-9 flex-wrap items-center gap-x-3 py-1 text-sm">
                <span className="font-medium">{node.name ?? node.id}</span>
                <StatusMark status={node.status} />
                <span className="text-ink-3 text-xs">
                  {formatDuration(node.durationMs)}
                  {node.toolCalls &&
                    node.toolCalls.length > 0 &&
                    `, ${formatPlural(node.toolCalls.length, 'tool call')}`}
                </span>
              </summary>
              <div className="grid gap-3 pb-4 pl-4">
                {node.error && <p className="break-words text-fail-fg text-sm">{node.error.message}</p>}
                {node.toolCalls?.map((call, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a call is known by its place.
                  <div key={place}>
                    <p className={clsx('font-mono text-xs', call.error ? 'text-fail-fg' : 'text-ink')}>{call.name}</p>
                    {call.arguments !== undefined && <JsonView name="arguments" value={call.arguments} />}
                    {call.result !== undefined && <JsonView name="result" value={call.result} />}
                    {call.error ? <JsonView name="error" value={call.error} /> : null}
                  </div>
                ))}
                <PayloadView
                  title="Output"
                  of={node.name ?? node.id}
                  name="output"
                  value={node.output}
                  missing="It gave no output."
                />
              </div>
            </details>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Findings({ detail: { issues, sources } }: { detail: BlindRun }) {
  return (
    <>
      {issues.length > 0 && (
        <section aria-label="Findings">
          <h3 className="mb-1 text-sm">Findings</h3>
          <ul className="grid gap-1 text-sm">
            {issues.map((issue) => (
              <li key={`${issue.stage} ${issue.type} ${issue.field} ${issue.message}`} className="break-words">
                <span className="font-mono text-ink-2 text-xs">{issue.field}</span> {issue.message}
              </li>
            ))}
          </ul>
        </section>
      )}
      {sources.length > 0 && (
        <details>
          <summary className="min-h-7 py-1 text-sm">Sources {sources.length}</summary>
          <ul className="grid gap-3 pt-1 text-sm">
            {sources.map((source) => (
              <li key={source.id} className="break-words">
                <span className="eyebrow block font-mono">{source.id}</span>
                {source.text}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
