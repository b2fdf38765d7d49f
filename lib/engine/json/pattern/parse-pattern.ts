const CLASS = /\[(?:\\[\s\S]|[^\]\\])*\]/y
const ESCAPE =
  /\\(?:u\{[0-9a-f]+\}|u[dD][89abAB][0-9a-f]{2}\\u[dD][c-fC-F][0-9a-f]{2}|u[0-9a-f]{4}|x[0-9a-f]{2}|c[a-z]|p\{[^}]*\}|[\s\S])/iuy
const LEGACY_ESCAPE = /\\(?:u[0-9a-f]{4}|x[0-9a-f]{2}|c[a-z]|[\s\S])/iy
const QUANTIFIER = /(?:[*+?]|\{(\d+)(,(\d*))?\})\??/y
const NAMED_GROUP = /<[^=!>][^>]*>/y

const isWord = (character: string | undefined) => character !== undefined && /^\w$/.test(character)

const EDGES: Record<string, Extract<PatternNode, { kind: 'edge' }>['holds']> = {
  '^': (before) => before === undefined,
  $: (_before, after) => after === undefined,
  '\\b': (before, after) => isWord(before) !== isWord(after),
  '\\B': (before, after) => isWord(before) === isWord(after),
}

function atom(text: string, unicode: boolean): PatternNode {
  const single = new RegExp(`^(?:${text})$`, unicode ? 'u' : '')
  const known = new Map<string, boolean>()
  const matches = (character: string) => {
    const answer = known.get(character) ?? single.test(character)
    known.set(character, answer)
    return answer
  }
  return { kind: 'atom', matches }
}

/**
 * Parses a regular expression that JavaScript accepts (with the `u` flag when `unicode`).
 * @throws on look-behind, back-references and inline flags, which a linear-time matcher cannot support.
 */
export function parsePattern(source: string, unicode: boolean): PatternNode {
  let position = 0

  function take(token: RegExp): RegExpExecArray | null {
    token.lastIndex = position
    const match = token.exec(source)
    if (match) position = token.lastIndex
    return match
  }

  function literal(text: string): boolean {
    if (!source.startsWith(text, position)) return false
    position += text.length
    return true
  }

  function choice(): PatternNode {
    const options = [sequence()]
    while (literal('|')) options.push(sequence())
    return options.length === 1 && options[0] ? options[0] : { kind: 'choice', options }
  }

  function sequence(): PatternNode {
    const items: PatternNode[] = []
    while (position < source.length && source[position] !== '|' && source[position] !== ')') items.push(quantified())
    return { kind: 'sequence', items }
  }

  function quantified(): PatternNode {
    const body = term()
    const match = take(QUANTIFIER)
    if (!match) return body
    const [text, least, comma, most] = match
    if (least === undefined)
      return { kind: 'repeat', body, min: text[0] === '+' ? 1 : 0, max: text[0] === '?' ? 1 : Infinity }
    const min = Number(least)
    return { kind: 'repeat', body, min, max: comma === undefined ? min : most ? Number(most) : Infinity }
  }

  function term(): PatternNode {
    if (literal('(')) return group()
    const text = take(CLASS)?.[0] ?? take(unicode ? ESCAPE : LEGACY_ESCAPE)?.[0] ?? character()
    const holds = Object.hasOwn(EDGES, text) ? EDGES[text] : undefined
    if (holds) return { kind: 'edge', holds }
    if (/^\\[1-9k]/.test(text)) throw new Error('back-references are not supported')
    return atom(unicode || text.length > 1 || !'{}]'.includes(text) ? text : `\\${text}`, unicode)
  }

  function character(): string {
    const codePoint = source.codePointAt(position) ?? 0
    const text = unicode ? String.fromCodePoint(codePoint) : source.charAt(position)
    position += text.length
    return text
  }

  function group(): PatternNode {
    const ahead = literal('?=') ? 'positive' : literal('?!') ? 'negative' : null
    if (!ahead && !literal('?:') && literal('?') && !take(NAMED_GROUP)) {
      throw new Error('look-behind and inline flags are not supported')
    }
    const body = choice()
    position += 1
    return ahead ? { kind: 'lookahead', body, negated: ahead === 'negative' } : body
  }

  return choice()
}

/** Syntax tree of a regular expression; `atom` tests one character, `edge` the characters on both sides of a position. */
export type PatternNode =
  | { kind: 'atom'; matches: (character: string) => boolean }
  | { kind: 'edge'; holds: (before: string | undefined, after: string | undefined) => boolean }
  | { kind: 'sequence'; items: PatternNode[] }
  | { kind: 'choice'; options: PatternNode[] }
  | { kind: 'repeat'; body: PatternNode; min: number; max: number }
  | { kind: 'lookahead'; body: PatternNode; negated: boolean }
