'use client'

import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { clsx } from 'clsx'
import { StatusShape } from '@/components/pieces/status-shape'
import type { GraphNode } from '@/lib/charts/prepare-node-graph'
import { nodeStatusLabels } from '@/lib/format/labels'

export type NodeCardData = Pick<GraphNode, 'name' | 'type' | 'status' | 'role'>

/** One node of the graph: state by shape, word and frame; a cascade is fainter than the root of a failure. */
export function NodeCard({ data, selected }: NodeProps<Node<NodeCardData>>) {
  const { name, type, status, role } = data
  return (
    <div
      className={clsx(
        'flex h-12 w-36 items-center gap-2 rounded-md border bg-raised px-2 text-left',
        role === 'root' && 'border-fail border-2',
        role === 'cascade' && 'border-fail-line border-dashed',
        status === 'skipped' && 'bg-paper',
        selected && 'outline-2 outline-accent outline-offset-2',
      )}
    >
      <Handle type="target" position={Position.Top} className="opacity-0" />
      <StatusShape status={status} className={clsx('size-4', role === 'cascade' && 'opacity-60')} />
      <span className="min-w-0 flex-1">
        <span className={clsx('block truncate font-medium text-xs', role === 'cascade' && 'text-ink-2')}>{name}</span>
        <span
          className={clsx(
            'block truncate text-[11px] leading-4',
            role === 'root' ? 'font-medium text-fail-fg' : 'text-ink-3',
          )}
        >
          {role === 'root'
            ? 'It began here'
            : [nodeStatusLabels[status], role === 'cascade' ? 'dragged along' : type].filter(Boolean).join(', ')}
        </span>
      </span>
      <Handle type="source" position={Position.Bottom} className="opacity-0" />
    </div>
  )
}
