'use client'

import { MessageSquarePlus } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'

const QUOTE_MAX = 2000

/** The words that are selected within one step, and which step that is; null where none are, or they run over two. */
export function selectedWords(frame: HTMLElement | null): { place: number; quote: string; range: Range } | null {
  const selection = document.getSelection()
  if (!frame || !selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const { commonAncestorContainer: node } = range
  const step = (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>('[data-step]')
  const quote = selection.toString().trim()
  if (!step || !frame.contains(step) || quote === '' || quote.length > QUOTE_MAX) return null
  return { place: Number(step.dataset.step), quote, range }
}

type SelectedWordsProps = { frame: RefObject<HTMLElement | null>; onComment: () => void }

/** A button beside words that were just selected: they can be commented on. */
export function SelectedWords({ frame, onComment }: SelectedWordsProps) {
  const [at, setAt] = useState<{ top: number; left: number } | null>(null)
  useEffect(() => {
    const look = () => {
      const words = selectedWords(frame.current)
      if (!words) return setAt(null)
      const { bottom, right } = words.range.getBoundingClientRect()
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
