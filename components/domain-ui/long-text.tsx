'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { formatCount } from '@/lib/presentation/format/number'

const SHOWN_MAX = 6000

const MarkdownText = dynamic(() => import('./markdown-text').then((module) => module.MarkdownText))

type LongTextProps = {
  text: string
  /** Characters shown at first. */
  max?: number
  /** Whether all of it is shown, where someone else keeps that. */
  isWhole?: boolean
  onWhole?: () => void
}

/** Prose of any length, read as Markdown; a long one starts cut, and says so. */
export function LongText({ text, max = SHOWN_MAX, isWhole, onWhole }: LongTextProps) {
  const [isOpened, setOpened] = useState(false)
  const isCut = !(isWhole ?? isOpened) && text.length > max
  return (
    <>
      <MarkdownText text={isCut ? text.slice(0, max) : text} />
      {isCut && (
        <button
          type="button"
          onClick={onWhole ?? (() => setOpened(true))}
          className="link mt-2 min-h-6 text-ink-2 text-xs"
        >
          Show all {formatCount(text.length)} characters
        </button>
      )}
    </>
  )
}
