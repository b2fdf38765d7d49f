'use client'

import { MessageSquarePlus } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'

const QUOTE_MAX = 2000

/** Returns the text selected within one step, and the index of that step; null if nothing is selected or the selection spans steps. */
export function selectedText(frame: HTMLElement | null): { place: number; quote: string; range: Range } | null {
  const selection = document.getSelection()
  if (!frame || !selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const { commonAncestorContainer: node } = range
  const step = (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>('[data-step]')
  const quote = selection.toString().trim()
  if (!step || !frame.contains(step) || quote === '' || quote.length > QUOTE_MAX) return null
  return { place: Number(step.dataset.step), quote, range }
}

type SelectionCommentButtonProps = { frame: RefObject<HTMLElement | null>; onComment: () => void }

/** Floating button beside a text selection that starts a comment on it. */
export function SelectionCommentButton({ frame, onComment }: SelectionCommentButtonProps) {
  const [at, setAt] = useState<{ top: number; left: number } | null>(null)
  useEffect(() => {
    const look = () => {
      const selected = selectedText(frame.current)
      if (!selected) return setAt(null)
      const { bottom, right } = selected.range.getBoundingClientRect()
      setAt({ top: Math.min(bottom + 6, window.innerHeight - 120), left: Math.min(right, window.innerWidth - 140) })
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
  return (
    <div style={at} className="fixed z-30">
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
