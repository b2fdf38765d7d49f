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
  let fields = new Map<Token, string>()
  let column = 0
  let key = ''
  for (const [at, token] of tokens.entries()) {
    const gap = gaps[at] ?? ''
    if (part.length > 0 && (isJson ? /[{}]/ : /\n/).test(gap)) {
      records.push({ tokens: part, own: ownOf(part, false), inherited: nothing, names: nothing, fields, source })
      part = []
      fields = new Map()
      column = 0
    }
    for (const sign of gap) if (sign === '|' || sign === ',' || sign === '\t') column++
    if (isJson && /"\s*:/.test(gap)) key = tokens[at - 1]?.term.key ?? ''
    const isKey = isJson && /^"\s*:/.test(gaps[at + 1] ?? '')
    if (!isKey) fields.set(token, isJson ? key : `${column}`)
    part.push(token)
  }
  records.push({ tokens: part, own: ownOf(part, false), inherited: nothing, names: nothing, fields, source })
  return records
}
