'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { formatCount } from '@/lib/presentation/format/number'

const SHOWN_MAX = 6000

const MarkdownText = dynamic(() => import('./markdown-text').then((module) => module.MarkdownText))

/** Prose of any length, read as Markdown; a long one starts cut, and says so. */
export function LongText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false)
  const isCut = !isWhole && text.length > SHOWN_MAX
  return (
    <>
      <MarkdownText text={isCut ? text.slice(0, SHOWN_MAX) : text} />
      {isCut && (
        <button type="button" onClick={() => setWhole(true)} className="link mt-2 min-h-6 text-ink-2 text-xs">
          Show all {formatCount(text.length)} characters
        </button>
      )}
    </>
  )
}
