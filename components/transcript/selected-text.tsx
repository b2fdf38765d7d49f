'use client'

import { MessageSquarePlus } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { commentMost } from '@/lib/contracts/limits'
import { formatCount } from '@/lib/presentation/format/number'

type SelectedText = { place: number; quote: string; isTooLong: boolean; range: Range }

/** Returns the text selected within one step, and the index of that step; null if nothing is selected or the selection spans steps. */
export function selectedText(frame: HTMLElement | null): SelectedText | null {
  const selection = document.getSelection()
  if (!frame || !selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const { commonAncestorContainer: node } = range
  const step = (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>('[data-step]')
  const quote = selection.toString().trim()
  if (!step || !frame.contains(step) || quote === '') return null
  return { place: Number(step.dataset.step), quote, isTooLong: quote.length > commentMost.quote, range }
}

type SelectionCommentButtonProps = { frame: RefObject<HTMLElement | null>; onComment: () => void }

/** Floating button beside a text selection that starts a comment on it, or the reason why none can. */
export function SelectionCommentButton({ frame, onComment }: SelectionCommentButtonProps) {
  const [at, setAt] = useState<{ top: number; left: number; isTooLong: boolean } | null>(null)
  useEffect(() => {
    const look = () => {
      const selected = selectedText(frame.current)
      if (!selected) return setAt(null)
      const { bottom, right } = selected.range.getBoundingClientRect()
      const top = Math.max(6, Math.min(bottom + 6, window.innerHeight - 120))
      const { isTooLong } = selected
      setAt({ top, left: Math.min(right, window.innerWidth - (isTooLong ? 250 : 140)), isTooLong })
    }
    const clear = () => setAt(null)
    document.addEventListener('selectionchange', look)
    window.addEventListener('scroll', clear, { passive: true })
    return () => {
      document.removeEventListener('selectionchange', look)
      window.removeEventListener('scroll', clear)
    }
  }, [frame])
  if (!at) return null
  const { isTooLong, ...place } = at
  if (isTooLong)
    return (
      <p
        role="status"
        style={place}
        className="fixed z-30 w-58 rounded-md bg-raised px-2 py-1 text-ink-2 text-xs shadow-raised"
      >
        Select at most {formatCount(commentMost.quote)} characters to comment on them.
      </p>
    )
  return (
    <div style={place} className="fixed z-30">
      <Button
        size="sm"
        icon={<MessageSquarePlus aria-hidden />}
        shortcut="c"
        className="shadow-raised"
        onMouseDown={(event) => event.preventDefault()}
        onClick={onComment}
      >
        Comment
      </Button>
    </div>
  )
}
