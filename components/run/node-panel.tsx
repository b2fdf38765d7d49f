'use client'

import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { useState } from 'react'
import { PayloadView } from '@/components/domain-ui/payload-view'
import { StatusMark } from '@/components/domain-ui/status-mark'
import { DefinitionList } from '@/components/ui/definition-list'
import { IconButton } from '@/components/ui/icon-button'
import { JsonView } from '@/components/ui/json-view'
import { AbsoluteTime } from '@/components/ui/time'
import type { NodeView } from '@/lib/contracts/run-detail'
import { formatDuration } from '@/lib/presentation/format/date'
import { formatCount, formatPlural, formatTokenPair, MISSING } from '@/lib/presentation/format/number'
import { FailureCard, RunErrorView } from './failures-panel'

type NodePanelProps = { node: NodeView; onClose: () => void }

/** Details of a node: output, tool calls, failure and cost. */
export function NodePanel({ node, onClose }: NodePanelProps) {
  return (
    // The graph may be scrolled far from the panel, so the panel scrolls into view on mount.
    <section ref={scrollIntoView} aria-label={`Node ${node.name ?? node.id}`} className="scroll-mt-16 border-t pt-4">
      <header className="mb-3 flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="break-words text-base">{node.name ?? node.id}</h2>
          <p className="flex flex-wrap items-center gap-x-3 text-sm">
            <StatusMark status={node.status} />
            {node.type && <span className="text-ink-2">{node.type}</span>}
            <FailureRole node={node} />
          </p>
        </div>
        <IconButton label="Back to the run" onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </header>
      <div className="space-y-5">
        {node.error && <RunErrorView error={node.error} />}
        {node.failure && <FailureCard failure={node.failure} error={node.error} />}
        <PayloadView
          title="Output"
          of={node.name ?? node.id}
          name="output"
          value={node.output}
          missing={node.status === 'completed' ? 'Completed without output.' : 'No output.'}
        />
        <StepInput node={node} />
        <ToolCalls calls={node.toolCalls} count={node.toolCallCount} />
        {node.files && node.files.length > 0 && (
          <section>
            <h3 className="mb-1 text-sm">Files</h3>
            <ul className="break-all font-mono text-xs leading-5">
              {node.files.map((file) => (
                <li key={file}>{file}</li>
              ))}
            </ul>
          </section>
        )}
        <DefinitionList items={facts(node)} />
      </div>
    </section>
  )
}

/** Input and system prompt of a step. A tool's input is not repeated, because its arguments are shown with the call. */
function StepInput({ node }: { node: NodeView }) {
  const of = node.name ?? node.id
  const hasInput = node.input !== undefined && node.type !== 'tool'
  return (
    <>
      {hasInput && <PayloadView title="Input" of={of} name="input" value={node.input} missing="" />}
      {node.inputLeftOut && (
        <p className="text-ink-2 text-sm">Input not shown: this run’s inputs are too long to show together.</p>
      )}
      {node.systemPrompt !== undefined && (
        <PayloadView title="System prompt" of={of} name="system prompt" value={node.systemPrompt} missing="" />
      )}
      {node.attributes && Object.keys(node.attributes).length > 0 && (
        <section>
          <h3 className="mb-1 text-sm">Attributes</h3>
          <JsonView name="attributes" value={node.attributes} />
        </section>
      )}
    </>
  )
}

/** Role of the node's failure: root cause, handled or cascade. */
function FailureRole({ node }: { node: NodeView }) {
  if (!node.failure) return null
  const isRoot = node.failure.role === 'root'
  return (
    <span className={clsx('shrink-0 text-xs', isRoot ? 'font-medium text-fail-fg' : 'text-ink-3')}>
      {roleWords[node.failure.role]}
    </span>
  )
}

const roleWords = { root: 'began here', cascade: 'inherited', handled: 'the run got past it' } as const

function scrollIntoView(section: HTMLElement | null) {
  section?.scrollIntoView({ block: 'nearest' })
}

function facts(node: NodeView) {
  return [
    ...(node.model ? [{ term: 'Model', value: [node.model, node.provider].filter(Boolean).join(', ') }] : []),
    { term: 'Duration', value: formatDuration(node.durationMs) },
    { term: 'Started', value: <AbsoluteTime iso={node.startedAt} /> },
    { term: 'Ended', value: <AbsoluteTime iso={node.endedAt} /> },
    { term: 'Tokens', value: formatTokenPair(node.tokens) },
    { term: 'Tries', value: formatCount(node.attempts) },
    { term: 'Waited for', value: node.dependencies.length > 0 ? node.dependencies.join(', ') : MISSING },
    ...(node.name && node.name !== node.id
      ? [{ term: 'Id', value: <code className="font-mono text-xs">{node.id}</code> }]
      : []),
  ]
}

const SHOWN = 20
/** Tool call count that clients send for a node that timed out before its calls were counted. */
const TIMED_OUT = -1

type ToolCallsProps = { calls: NodeView['toolCalls']; count: number | null }

function ToolCalls({ calls, count }: ToolCallsProps) {
  const [shown, setShown] = useState(SHOWN)
  if (!calls) {
    if (count === null) return null
    return (
      <p className="text-ink-2 text-sm">
        {count === TIMED_OUT
          ? 'It timed out before tool calls were counted.'
          : `${formatPlural(count, 'tool call')}, without details.`}
      </p>
    )
  }
  if (calls.length === 0) return <p className="text-ink-2 text-sm">No tool calls.</p>
  return (
    <section>
      <h3 className="mb-1 text-sm">
        Tool calls <span className="font-normal text-ink-3">{formatCount(calls.length)}</span>
      </h3>
      <ol className="divide-y">
        {calls.slice(0, shown).map((call, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a call is identified by its position.
          <li key={place} className="py-2">
            <p className={clsx('font-mono text-xs', call.error ? 'text-fail-fg' : 'text-ink')}>
              {call.name}
              {call.error ? <span className="ml-2 font-sans font-medium">failed</span> : null}
            </p>
            {call.arguments !== undefined && <JsonView name="arguments" value={call.arguments} />}
            {call.result !== undefined && <JsonView name="result" value={call.result} />}
            {call.error ? <JsonView name="error" value={call.error} /> : null}
          </li>
        ))}
      </ol>
      {calls.length > shown && (
        <button type="button" onClick={() => setShown(calls.length)} className="link mt-1 min-h-6 text-ink-2 text-xs">
          Show all {formatCount(calls.length)}
        </button>
      )}
    </section>
  )
}
