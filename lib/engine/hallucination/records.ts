import type { SourceSentence } from './segment'
import { ownOf, type Segment } from './segment'
import type { Token } from './tokens'

const nothing: ReadonlySet<string> = new Set()

const isBetweenCells = (gap: string) => gap !== ' ' && (gap === ',' || gap.includes('|'))

/** Splits JSON by its braces, and rows of a table by lines; null for prose. */
export function recordsOf(
  text: string,
  tokens: readonly Token[],
  gaps: readonly string[],
  source: SourceSentence | null,
): Segment[] | null {
  const isJson = text.includes('{') && /"\s*:/.test(text)
  const isTable = !isJson && (/^\s*\|/.test(text) || gaps.filter(isBetweenCells).length > 3)
  if (!isJson && !isTable) return null
  const records: Segment[] = []
  let part: Token[] = []
  const close = () =>
    records.push({ tokens: part, own: ownOf(part, false), inherited: nothing, names: nothing, isRecord: true, source })
  for (const [at, token] of tokens.entries()) {
    if (part.length > 0 && (isJson ? /[{}]/ : /\n/).test(gaps[at] ?? '')) {
      close()
      part = []
    }
    part.push(token)
  }
  close()
  return records
}
