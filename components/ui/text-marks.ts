'use client'

import { createContext, useContext } from 'react'

/** A quote to highlight in a text, with the reason as its tooltip; with a path only in the value there, else anywhere. */
export type TextMark = { path?: string; quote: string; kind: 'contradicted' | 'unsupported' | 'comment'; title: string }

const MarksContext = createContext<readonly TextMark[]>([])

/** Provides the marks for every text inside: `<TextMarks value={marks}>`. */
export const TextMarks = MarksContext.Provider

export function useTextMarks(): readonly TextMark[] {
  return useContext(MarksContext)
}

/** The marks of a field, with their paths within it. */
export function marksUnder(marks: readonly TextMark[], name: string): readonly TextMark[] {
  return marks.flatMap((mark) => {
    if (!mark.path) return mark
    const rest = mark.path.startsWith(name) ? mark.path.slice(name.length) : null
    return rest !== null && /^(?:[.[]|$)/.test(rest) ? { ...mark, path: rest.replace(/^\./, '') } : []
  })
}

type TreeNode = {
  type: string
  value?: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: TreeNode[]
}

type Range = { start: number; end: number; mark: TextMark }

type Piece = { text: string; mark: TextMark | null }

/** Cuts a text at the first free occurrence of each quote. */
export function markedPieces(text: string, marks: readonly TextMark[]): Piece[] {
  return piecesOf(text, 0, placesOf(text, marks))
}

/** Rehype plugin that wraps the first free occurrence of each quote in `<mark>`, also across element boundaries. */
export function markQuotes(marks: readonly TextMark[]) {
  return () => (tree: TreeNode) => {
    const texts: { parent: TreeNode; node: TreeNode; start: number }[] = []
    let whole = ''
    const visit = (parent: TreeNode) => {
      for (const node of parent.children ?? []) {
        if (node.type !== 'text') visit(node)
        else {
          texts.push({ parent, node, start: whole.length })
          whole += node.value ?? ''
        }
      }
    }
    visit(tree)
    const ranges = placesOf(whole, marks)
    for (const { parent, node, start } of texts) {
      const pieces = piecesOf(node.value ?? '', start, ranges).map(toNode)
      parent.children?.splice(parent.children.indexOf(node), 1, ...pieces)
    }
  }
}

const PUNCTUATION = /[*_`#]/g

function placesOf(text: string, marks: readonly TextMark[]): Range[] {
  const ranges: Range[] = []
  for (const mark of marks) {
    const quote = [mark.quote, mark.quote.replace(PUNCTUATION, '')].find(
      (one) => one.trim() !== '' && text.includes(one),
    )
    if (quote === undefined) continue
    const isFree = (at: number) => ranges.every(({ start, end }) => at >= end || at + quote.length <= start)
    let start = text.indexOf(quote)
    while (start >= 0 && !isFree(start)) start = text.indexOf(quote, start + 1)
    if (start >= 0) ranges.push({ start, end: start + quote.length, mark })
  }
  return ranges.sort((a, b) => a.start - b.start)
}

/** `ranges` are those of the whole text, in which this one begins at `offset`. */
function piecesOf(text: string, offset: number, ranges: readonly Range[]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const { start, end, mark } of ranges) {
    const from = Math.max(0, start - offset)
    const to = Math.min(text.length, end - offset)
    if (from >= to) continue
    if (from > at) pieces.push({ text: text.slice(at, from), mark: null })
    pieces.push({ text: text.slice(from, to), mark })
    at = to
  }
  if (at < text.length) pieces.push({ text: text.slice(at), mark: null })
  return pieces
}

function toNode({ text, mark }: Piece): TreeNode {
  const node = { type: 'text', value: text }
  if (mark === null) return node
  const properties = { className: [markClass(mark)], title: mark.title }
  return { type: 'element', tagName: 'mark', properties, children: [node] }
}

export const markClass = ({ kind }: TextMark) => `text-mark text-mark-${kind}`
