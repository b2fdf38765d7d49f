'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { LatePart } from '@/components/ui/late-part'
import { formatCount } from '@/lib/presentation/format/number'

const SHOWN_MAX = 6000

const MarkdownText = dynamic(() => import('./markdown-text').then((module) => module.MarkdownText))

type LongTextProps = {
  text: string
  /** Characters shown initially. */
  max?: number | undefined
  /** Controls whether the whole text is shown; leave out to let the component keep that state. */
  isWhole?: boolean
  onWhole?: () => void
}

/** Markdown text of any length; a long one starts truncated, with a button that shows the rest. */
export function LongText({ text, max = SHOWN_MAX, isWhole, onWhole }: LongTextProps) {
  const [isOpened, setOpened] = useState(false)
  const isCut = !(isWhole ?? isOpened) && text.length > max
  const shown = isCut ? `${text.slice(0, max).replace(/\s+\S{0,40}$/, '')} …` : text
  return (
    <>
      {/* Until Markdown can be rendered the text stands as it is, about as high, so that what follows stays in place. */}
      <LatePart fallback={<p className="whitespace-pre-wrap break-words text-sm">{shown}</p>}>
        <MarkdownText text={shown} />
      </LatePart>
      {isCut && (
        <button
          type="button"
          onClick={onWhole ?? (() => setOpened(true))}
          className="link mt-2 block min-h-6 text-ink-2 text-xs"
        >
          Show all {formatCount(text.length)} characters
        </button>
      )}
    </>
  )
}
