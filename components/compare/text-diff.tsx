'use client'

import { useMemo, useState } from 'react'
import { COMPARED_MAX, diffText, piecesOf, type ShownPiece } from '@/lib/presentation/compare/diff-text'
import { formatCount } from '@/lib/presentation/format/number'
import { BothSides } from './comparison-parts'

const notes = {
  word: null,
  line: 'Long texts: compared line by line.',
  whole: 'Too different to highlight words: both are shown in full.',
}

/** Side-by-side diff of two texts, with removed and added parts marked. */
export function TextDiff({ from, to }: { from: string; to: string }) {
  const diff = useMemo(() => diffText(from, to), [from, to])
  const [isWhole, setWhole] = useState(false)
  const [before, after] = [piecesOf('a', diff, isWhole), piecesOf('b', diff, isWhole)]
  const isShortened = !isWhole && [...before, ...after].some(({ left }) => left)
  const note = [notes[diff.by], diff.isCut && `Only the first ${formatCount(COMPARED_MAX)} characters are compared.`]
    .filter(Boolean)
    .join(' ')
  return (
    <>
      <BothSides a={<Pieces pieces={before} />} b={<Pieces pieces={after} />} />
      {(note || isShortened) && (
        <p className="mt-1 text-ink-3 text-xs">
          {note}{' '}
          {isShortened && (
            <button type="button" className="link min-h-6" onClick={() => setWhole(true)}>
              Show all of both
            </button>
          )}
        </p>
      )}
    </>
  )
}

function Pieces({ pieces }: { pieces: readonly ShownPiece[] }) {
  return (
    <p className="whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">
      {pieces.map((piece, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece is identified by its position.
        <Piece key={place} piece={piece} />
      ))}
    </p>
  )
}

const changed = 'rounded-xs px-px text-ink'

function Piece({ piece: { kind, text, left } }: { piece: ShownPiece }) {
  const more = left && <span className="text-ink-3 text-xs"> … {formatCount(left.count)} more characters</span>
  if (kind === 'removed')
    return (
      <>
        <del className={`${changed} bg-fail-bg decoration-fail`}>{text}</del>
        {more}
      </>
    )
  if (kind === 'added')
    return (
      <>
        <ins className={`${changed} bg-pass-bg decoration-pass`}>{text}</ins>
        {more}
      </>
    )
  return (
    <span className="text-ink-2">
      {text}
      {left && <span className="text-ink-3 text-xs"> … {formatCount(left.count)} equal characters … </span>}
      {left?.end}
    </span>
  )
}
