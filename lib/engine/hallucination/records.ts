import { isEquivalent } from './alignment'
import type { SourceSentence } from './segment'
import { ownOf, type Segment } from './segment'
import type { Token } from './tokens'

const nothing: ReadonlySet<string> = new Set()

/** Splits JSON by its braces, and rows of a table by lines; null for prose. */
export function recordsOf(
  text: string,
  tokens: readonly Token[],
  gaps: readonly string[],
  source: SourceSentence | null,
): Segment[] | null {
  const isJson = /"\s*:/.test(text) && text.includes('{')
  const isTable = !isJson && (/^\s*\|/.test(text) || gaps.filter((gap) => gap === ',').length > 3)
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

/**
 * Whether the claim names this record, by a word that no record with the value has, and gives it the value of the same field of another
 * record. A row without any number is the head of a table.
 */
export function isOfAnotherRecord(
  tokens: readonly Token[],
  keys: readonly string[],
  { own, fields, tokens: others }: Segment,
  withValue: readonly Segment[],
): boolean {
  if (!others.some(({ number, date }) => number || date)) return false
  const isIt = (one: Token) => tokens.some((token) => one.kind === token.kind && isEquivalent(token, one))
  if (others.some(isIt)) return false
  const holders = withValue.filter((holder) => holder.fields)
  if (holders.length === 0 || holders.length < withValue.length) return false
  const isNamed = keys.some((key) => {
    const name = own.get(key)
    const field = name && fields?.get(name)
    return (
      field !== undefined &&
      name?.kind === 'word' &&
      holders.every((holder) => !holder.own.has(key) && [...(holder.fields?.values() ?? [])].includes(field))
    )
  })
  const isOther = holders.some((holder) => keys.some((key) => holder.own.has(key) && !own.has(key)))
  if (!isNamed || isOther) return false
  const isSameField = (one: Token, field: string | undefined) =>
    others.some((other) => other.kind === one.kind && fields?.get(other) === field)
  return holders.some((holder) => holder.tokens.some((one) => isIt(one) && isSameField(one, holder.fields?.get(one))))
}
