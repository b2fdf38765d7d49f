import { isName } from './misplaced-names'
import { multipleOf } from './multiples'
import { mayBeOpposite } from './opposites'
import { isQuantifier } from './quantifiers'
import { claimKey, type Segment } from './segment'
import type { SourceIndex } from './source-index'
import { isContent, type Token } from './tokens'

type Kind = 'number' | 'multiple' | 'opposite' | 'quantifier' | 'name' | 'noun'

/** A value, name or word that may be another's. */
export interface Value {
  kind: Kind
  tokens: readonly [Token, ...Token[]]
}

/** Returns what may be another's in a segment of the output. */
export function valuesOf(segment: Segment, index: SourceIndex): Value[] {
  const { tokens, own } = segment
  const values: Value[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (multipleOf(token, tokens[at - 1], tokens[at + 1]) !== undefined)
      values.push({ kind: 'multiple', tokens: [token] })
    if (token.kind === 'number' || token.kind === 'date') values.push({ kind: 'number', tokens: [token] })
    else if (token.kind !== 'word') continue
    else if (isQuantifier(token, tokens[at + 1])) values.push({ kind: 'quantifier', tokens: [token] })
    else if (mayBeOpposite(oppositeKey(token))) values.push({ kind: 'opposite', tokens: [token] })
    else if (own.get(token.term.key) !== token) continue
    else if (isName(token, token.start, index)) {
      const run: [Token, ...Token[]] = [token]
      while (isNameBeside(tokens[at + 1], run.at(-1) as Token)) run.push(tokens[++at] as Token)
      values.push({ kind: 'name', tokens: run })
    } else if (isNoun(token, index)) {
      values.push({ kind: 'noun', tokens: [token] })
      const next = tokens[at + 1]
      if (next && isNoun(next, index)) values.push({ kind: 'noun', tokens: [token, next] })
    }
  }
  return values
}

function isNameBeside(token: Token | undefined, before: Token): boolean {
  return token?.kind === 'word' && token.isCapital && isContent(token) && token.start - before.end === 1
}

function isNoun(token: Token, index: SourceIndex): boolean {
  return token.kind === 'word' && isContent(token) && !token.isCapital && index.has(token.term.id)
}

/** The key of a word in the groups of opposites: "May" is a month. */
export function oppositeKey(token: Token): string {
  return claimKey(token, token.start === 0) ?? token.term.key
}
