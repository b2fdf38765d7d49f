'use client'

import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { useShortcuts } from '@/components/shell/shortcuts'
import type { ThoughtRow } from '@/lib/charts/prepare-thinking-tree'
import { ThoughtItem } from './thought-item'

const ROW_HEIGHT = 62
const OVERSCAN = 8

type ThoughtTreeProps = { project: string; sessionId: string; rows: readonly ThoughtRow[] }

/** The main line from top to bottom, each branch beside it where it left. Only what is near the window is in the page. */
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
    // What the server writes, before there is a window to measure.
    initialRect: { width: 1200, height: 900 },
  })
  const focus = (index: number) => {
    const find = () => frame.current?.querySelector<HTMLElement>(`[data-index="${index}"] button`)
    const here = find()
    here?.focus({ preventScroll: true })
    virtualizer.scrollToIndex(index, { align: 'auto' })
    // A row far away comes into the page only with the scrolling.
    if (!here) requestAnimationFrame(() => requestAnimationFrame(() => find()?.focus()))
  }
  const toggle = (ordinal: number) => {
    const next = new Set(opened)
    if (!next.delete(ordinal)) next.add(ordinal)
    setOpened(next)
  }
  useThoughtKeys(rows.length, focus)
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
              onShowRevised={row.revisedRow === null ? null : () => focus(row.revisedRow ?? 0)}
            />
          </li>
        )
      })}
    </ol>
  )
}

/** Distance of an element from the top of the document, in px, kept up to date as things above it come and go. */
function useTopOf(ref: React.RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    if (ref.current) setTop(Math.round(ref.current.getBoundingClientRect().top + window.scrollY))
  })
  return top
}

/** j and k move the focus from thought to thought in the order of the tree; Enter then opens it as any button. */
function useThoughtKeys(count: number, focus: (index: number) => void) {
  const at = useRef(-1)
  const move = (step: 1 | -1) => {
    const focused = document.activeElement?.closest('[data-index]')?.getAttribute('data-index')
    const from = focused === null || focused === undefined ? at.current : Number(focused)
    at.current = Math.min(count - 1, Math.max(0, from + step))
    focus(at.current)
  }
  useShortcuts('Thoughts', [
    { keys: 'j', label: 'Next thought', run: () => move(1) },
    { keys: 'k', label: 'Previous thought', run: () => move(-1) },
  ])
}
