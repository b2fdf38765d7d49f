'use client'

import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState } from 'react'
import { useRowKeys } from '@/components/shell/shortcuts'
import { useTopOf } from '@/components/ui/window-rows'
import type { ThoughtRow } from '@/lib/presentation/charts/prepare-thinking-tree'
import { ThoughtItem } from './thought-item'

const ROW_HEIGHT = 62
const OVERSCAN = 8

type ThoughtTreeProps = { project: string; sessionId: string; rows: readonly ThoughtRow[] }

/** Virtualized tree of thoughts: the main line from top to bottom, with branches beside it. */
export function ThoughtTree({ project, sessionId, rows }: ThoughtTreeProps) {
  const frame = useRef<HTMLOListElement>(null)
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const scrollMargin = useTopOf(frame)
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin,
    scrollPaddingStart: 72,
    scrollPaddingEnd: 72,
    getItemKey: (index) => rows[index]?.thought.ordinal ?? index,
    // Viewport assumed on the server, which cannot measure one.
    initialRect: { width: 1200, height: 900 },
  })
  const show = (index: number) => {
    virtualizer.scrollToIndex(index, { align: 'auto' })
    // A distant row is rendered only after the scroll.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>(`[data-row="${index}"] button`)?.focus()),
    )
  }
  const toggle = (ordinal: number) => {
    const next = new Set(opened)
    if (!next.delete(ordinal)) next.add(ordinal)
    setOpened(next)
  }
  useRowKeys({
    frame,
    count: rows.length,
    reveal: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    title: 'Thoughts',
    noun: 'thought',
  })
  return (
    <ol
      ref={frame}
      aria-label="Thoughts"
      className="relative [--lane:0.875rem] sm:[--lane:1.5rem]"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map((item) => {
        const row = rows[item.index]
        if (!row) return null
        return (
          <li
            key={item.key}
            ref={virtualizer.measureElement}
            data-index={item.index}
            data-row={item.index}
            aria-setsize={rows.length}
            aria-posinset={item.index + 1}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${item.start - scrollMargin}px)` }}
          >
            <ThoughtItem
              project={project}
              sessionId={sessionId}
              row={row}
              isOpen={opened.has(row.thought.ordinal)}
              onToggle={() => toggle(row.thought.ordinal)}
              onShowRevised={row.revisedRow === null ? null : () => show(row.revisedRow ?? 0)}
            />
          </li>
        )
      })}
    </ol>
  )
}
