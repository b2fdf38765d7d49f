'use client'

import dynamic from 'next/dynamic'
import { useMemo, useState } from 'react'
import { LatePart } from '@/components/ui/late-part'
import { formatCount } from '@/lib/presentation/format/number'
import { splitText } from '@/lib/presentation/format/text'

const SHOWN_MAX = 6000
/** A longer text is shown as it stands: to render megabytes of Markdown would hold up the page for seconds. */
const MARKDOWN_MAX = 100_000

const MarkdownText = dynamic(() => import('./markdown-text').then((module) => module.MarkdownText))

export type LongTextProps = {
  text: string
  /** Characters shown initially. */
  max?: number | undefined
  /** Controls whether the whole text is shown; leave out to let the component keep that state. */
  isWhole?: boolean | undefined
  onWhole?: (() => void) | undefined
}

/** Markdown text of any length; a long one starts truncated, with a button that shows the rest, a very long one as plain text. */
export function LongText({ text, max = SHOWN_MAX, isWhole, onWhole }: LongTextProps) {
  const [isOpened, setOpened] = useState(false)
  const isCut = !(isWhole ?? isOpened) && text.length > max
  const shown = isCut ? `${text.slice(0, max).replace(/\s+\S{0,40}$/, '')} …` : text
  return (
    <>
      {shown.length > MARKDOWN_MAX ? (
        <PlainText text={shown} />
      ) : (
        // Until Markdown can be rendered the text stands as it is, about as high, so that what follows stays in place.
        <LatePart fallback={<p className="whitespace-pre-wrap break-words text-sm">{shown}</p>}>
          <MarkdownText text={shown} />
        </LatePart>
      )}
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

const PIECE_MAX = 8000

/** Text in pieces of which the browser lays out only those near the viewport. */
function PlainText({ text }: { text: string }) {
  const pieces = useMemo(() => splitText(text, PIECE_MAX), [text])
  return pieces.map((piece, place) => (
    <p
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is identified by its position.
      key={place}
      className="whitespace-pre-wrap text-sm [contain-intrinsic-height:auto_110rem] [content-visibility:auto]"
    >
      {piece}
    </p>
  ))
}
