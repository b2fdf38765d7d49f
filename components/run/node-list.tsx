'use client'

import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import { StatusMark } from '@/components/domain-ui/status-mark'
import type { NodeView } from '@/lib/contracts/run-detail'
import { formatDuration } from '@/lib/presentation/format/date'

const ROW_HEIGHT = 36

type NodeListProps = { nodes: readonly NodeView[]; selected: string | null; onSelect: (id: string) => void }

/** Every node as a row, in the order the run told them. */
export function NodeList({ nodes, selected, onSelect }: NodeListProps) {
  return (
    <VirtualRows
      label="Nodes"
      count={nodes.length}
      rowHeight={ROW_HEIGHT}
      keyOf={(index) => nodes[index]?.id ?? String(index)}
    >
      {(index) => {
        const node = nodes[index]
        if (!node) return null
        return (
          <button
            type="button"
            aria-pressed={node.id === selected}
            onClick={() => onSelect(node.id)}
            className={clsx(
              'flex h-full w-full items-center gap-2 border-b px-1 text-left text-sm hover:bg-hover',
              node.id === selected && 'bg-selected',
            )}
          >
            <StatusMark
              status={node.status}
              wordHidden
              className={node.failure?.role === 'cascade' ? 'opacity-60' : undefined}
            />
            <span className="min-w-0 flex-1 truncate">
              <span className="font-medium">{node.name ?? node.id}</span>
              {node.type && <span className="ml-2 text-ink-3 text-xs">{node.type}</span>}
            </span>
            <FailureRole node={node} />
            <span className="w-16 shrink-0 text-right text-ink-2 text-xs">{formatDuration(node.durationMs)}</span>
          </button>
        )
      }}
    </VirtualRows>
  )
}

/** Whether a failure began at this node or was dragged along to it. */
export function FailureRole({ node }: { node: NodeView }) {
  if (!node.failure) return null
  const isRoot = node.failure.role === 'root'
  return (
    <span className={clsx('shrink-0 text-xs', isRoot ? 'font-medium text-fail-fg' : 'text-ink-3')}>
      {isRoot ? 'began here' : 'dragged along'}
    </span>
  )
}

/** The frame's greatest height, in px. */
const FRAME_HEIGHT = 448
/** Rows kept ready above and below those in sight. */
const OVERSCAN = 12
/** The rows are drawn anew after so many have passed, not after each. */
const STEP = 4

type VirtualRowsProps = {
  label: string
  count: number
  rowHeight: number
  keyOf: (index: number) => string
  /** One row; it fills the height it is given. */
  children: (index: number) => ReactNode
}

/** A list of any length in a frame that scrolls: only the rows in sight are in the page. */
export function VirtualRows({ label, count, rowHeight, keyOf, children }: VirtualRowsProps) {
  const [first, setFirst] = useState(0)
  const start = Math.min(Math.max(0, first - OVERSCAN), count)
  const end = Math.min(count, first + STEP + Math.ceil(FRAME_HEIGHT / rowHeight) + OVERSCAN)
  return (
    <div
      className="max-h-112 overflow-y-auto"
      onScroll={({ currentTarget }) => setFirst(Math.floor(currentTarget.scrollTop / rowHeight / STEP) * STEP)}
    >
      <ul aria-label={label} className="relative" style={{ height: count * rowHeight }}>
        {Array.from({ length: end - start }, (_, place) => start + place).map((index) => (
          <li
            key={keyOf(index)}
            aria-setsize={count}
            aria-posinset={index + 1}
            className="absolute inset-x-0 top-0"
            style={{ height: rowHeight, transform: `translateY(${index * rowHeight}px)` }}
          >
            {children(index)}
          </li>
        ))}
      </ul>
    </div>
  )
}
