'use client'

import dynamic from 'next/dynamic'
import { useMemo, useState } from 'react'
import { FoldedText } from '@/components/ui/folded-text'
import { useIsLate } from '@/components/ui/late-part'
import { lazyComponent, useLazyComponent } from '@/components/ui/lazy-component'
import { orMissing } from '@/components/ui/missing-part'
import { formatCount } from '@/lib/presentation/format/number'
import { splitText, startOf } from '@/lib/presentation/format/text'

const SHOWN_MAX = 6000
/** A longer text is shown as it stands: to render megabytes of Markdown would hold up the page for seconds. */
const MARKDOWN_MAX = 100_000

const MarkdownText = dynamic(orMissing(() => import('./markdown-text'), 'MarkdownText'))
const markdown = lazyComponent(() => import('./markdown-text'))

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
  const show = onWhole ?? (() => setOpened(true))
  const isCut = !(isWhole ?? isOpened) && text.length > max
  const shown = isCut ? `${startOf(text, max).replace(/\s+\S{0,40}$/, '')} …` : text
  return (
    <>
      {shown.length > MARKDOWN_MAX ? <PlainText text={shown} /> : <FormattedText text={shown} />}
      {isCut && (
        <>
          <FoldedText value={text.slice(shown.length)} onFound={show} />
          <button type="button" onClick={show} className="link mt-2 block min-h-6 text-ink-2 text-xs">
            Show all {formatCount(text.length)} characters
          </button>
        </>
      )}
    </>
  )
}

/**
 * Markdown, which in a part that joins the page stands as it is until it can be rendered, about as high, so that what follows stays in
 * place. No Suspense there: React would keep the raw text for 300 ms.
 */
function FormattedText({ text }: { text: string }) {
  const isLate = useIsLate()
  const loaded = useLazyComponent(markdown, isLate)
  if (!isLate) return <MarkdownText text={text} />
  return loaded ? (
    <loaded.MarkdownText text={text} />
  ) : (
    <p className="whitespace-pre-wrap break-words text-sm">{text}</p>
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
