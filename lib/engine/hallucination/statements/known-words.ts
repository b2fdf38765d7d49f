import type { ReadSentence } from '../sources/read-prose'
import type { SourceIndex } from '../sources/source-index'
import type { SourceReading } from '../sources/source-reading'
import { oppositesOf } from '../words/opposites'
import { isMultiple } from '../words/quantifiers'

/**
 * Counts the content words: all, those that the sources lack, and of these those without an opposite, which the sources may have in their place.
 */
export function wordsOf({ table, from, to }: ReadSentence, { index, vocabulary }: SourceReading) {
  const { has } = index()
  let [content, missing, unknown] = [0, 0, 0]
  for (let at = from; at < to; at++) {
    if (!table.isContent(at)) continue
    const term = table.term(at)
    const { key } = vocabulary.at(term)
    // "There" names nothing, but as a function word it would no longer tell a sentence from one of the sources.
    if (key === 'ther') continue
    content++
    if (has(term)) continue
    missing++
    if (!oppositesOf(key) && !isMultiple(key)) unknown++
  }
  return { content, missing, unknown }
}

/** Whether each word that the sources have stands as there between two others, or beside a value, which has its own check. */
export function isQuoting({ table, from, to }: ReadSentence, index: SourceIndex, mayHaveValue: boolean): boolean {
  const isIn = (last: number) =>
    (mayHaveValue && !(table.isWord(last - 2) && table.isWord(last - 1) && table.isWord(last))) ||
    index.hasTrigram(table.term(last - 2), table.term(last - 1), table.term(last))
  let covered = from
  for (let at = from; at < to; at++) {
    if (at < covered || !table.isContent(at) || !index.has(table.term(at))) continue
    // The last of the three words that cover this one. The farther it is, the fewer words have to be looked up after it.
    let last = Math.min(at + 2, to - 1)
    const first = Math.max(at, from + 2)
    while (last >= first && !isIn(last)) last--
    if (last < first) return false
    covered = last + 1
  }
  return true
}
