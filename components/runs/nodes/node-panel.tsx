'use client'

import { X } from 'lucide-react'
import { PayloadView } from '@/components/payload/payload-view'
import { StatusMark } from '@/components/pieces/status-mark'
import { DefinitionList } from '@/components/ui/definition-list'
import { IconButton } from '@/components/ui/icon-button'
import { AbsoluteTime } from '@/components/ui/time'
import type { NodeView } from '@/lib/contracts/run-detail'
import { formatDuration } from '@/lib/format/duration'
import { formatCount, MISSING } from '@/lib/format/number'
import { formatTokenPair } from '@/lib/format/tokens'
import { FailureCard } from '../detail/failures-panel'
import { RunErrorView } from '../detail/run-error-view'
import { FailureRole } from './node-list'
import { ToolCalls } from './tool-calls'

type NodePanelProps = { node: NodeView; onClose: () => void }

/** One node opened: what it gave, what it called, what went wrong, and what it cost. */
export function NodePanel({ node, onClose }: NodePanelProps) {
  return (
    // Chosen in a drawing that may stand elsewhere on the page, it has to come into sight.
    <section ref={showIt} aria-label={`Node ${node.name ?? node.id}`} className="scroll-mt-16 border-t pt-4">
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
        {node.failure && <FailureCard failure={node.failure} />}
        <PayloadView
          title="Output"
          of={node.name ?? node.id}
          name="output"
          value={node.output}
          missing={node.status === 'completed' ? 'It completed and sent no output.' : 'It gave no output.'}
        />
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

function showIt(section: HTMLElement | null) {
  section?.scrollIntoView({ block: 'nearest' })
}

function facts(node: NodeView) {
  return [
    { term: 'Took', value: formatDuration(node.durationMs) },
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
