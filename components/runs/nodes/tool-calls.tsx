'use client'

import { clsx } from 'clsx'
import { useState } from 'react'
import { JsonView } from '@/components/ui/json-view'
import type { NodeView } from '@/lib/contracts/run-detail'
import { formatCount, formatPlural } from '@/lib/format/number'

const SHOWN = 20
/** What a client sends as the count of a node that ran out of time before it could be counted. */
const TIMED_OUT = -1

type ToolCallsProps = { calls: NodeView['toolCalls']; count: number | null }

/** The tools a node called, each with what went in and what came back. */
export function ToolCalls({ calls, count }: ToolCallsProps) {
  const [shown, setShown] = useState(SHOWN)
  if (!calls) {
    if (count === null) return null
    return (
      <p className="text-ink-2 text-sm">
        {count === TIMED_OUT
          ? 'It ran out of time before its tool calls were counted.'
          : `${formatPlural(count, 'tool call')}, told by number only.`}
      </p>
    )
  }
  if (calls.length === 0) return <p className="text-ink-2 text-sm">It called no tools.</p>
  return (
    <section>
      <h3 className="mb-1 text-sm">
        Tool calls <span className="font-normal text-ink-3">{formatCount(calls.length)}</span>
      </h3>
      <ol className="divide-y">
        {calls.slice(0, shown).map((call, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a call is known by its place.
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
