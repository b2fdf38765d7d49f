import { isContent, type Token } from '../words/tokens'
import type { Term } from '../words/vocabulary'
import { type Form, formOf } from './form'

/** A part of a sentence that states one thing, "Leeds employs 85 people | and Derby 140", or a record of data. */
export interface Segment {
  tokens: readonly Token[]
  /** Its own subjects, verbs, names and values. */
  own: ReadonlyMap<string, Token>
  /** What earlier segments say of the same, where this one says nothing else in its place. */
  inherited: ReadonlySet<string>
  /** The names among what it inherits. */
  names: ReadonlySet<string>
  /** Whether it is an object or a row, rather than prose. */
  isRow: boolean
  /** The sentence of the sources; null for the output. */
  source: SourceSentence | null
}

const wish =
  /\?|\b(?:wants? to|you want|i want|(?:would|'d) like|need to|please|could you|can you|let's|if possible|sure|certain|think|thinking|thought|believe|proceed)\b/i

/** What is to be done, with a capital wherever it stands: behind a heading, in a list. */
const instruction =
  /\b(?:Please|Determine|Identify|Categori[sz]e|Classify|Summari[sz]e|Rewrite|Translate|Extract|Generate|Calculate|Compute|Explain|Describe|Include|Provide|Ensure|Mention|Search for|Find (?:out|the)|Write (?:an?|the)|Give (?:me|the|an?))\b/

/** A sentence of the sources, with what many sentences of an output ask about it, each computed when it is first asked. */
export class SourceSentence {
  /** Its index. */
  readonly place: number
  /** False for a part of a long one. */
  readonly isWhole: boolean
  readonly text: string
  readonly tokens: readonly Token[]
  /** Its segments, once they are read. A map of all sentences would keep them from the garbage collector for longer. */
  segments: readonly Segment[] | undefined
  #terms: ReadonlySet<Term> | undefined
  #isStatement: boolean | undefined
  #isInstruction: boolean | undefined
  #form: Form | undefined

  constructor(place: number, isWhole: boolean, text: string, tokens: readonly Token[]) {
    this.place = place
    this.isWhole = isWhole
    this.text = text
    this.tokens = tokens
  }

  terms(): ReadonlySet<Term> {
    this.#terms ??= new Set(this.tokens.map(({ term }) => term))
    return this.#terms
  }

  /** Whether it states something. A question, a wish, a guess or an instruction does not. */
  isStatement(): boolean {
    this.#isStatement ??= !wish.test(this.text) && !this.isInstruction()
    return this.#isStatement
  }

  isInstruction(): boolean {
    this.#isInstruction ??= instruction.test(this.text)
    return this.#isInstruction
  }

  form(): Form {
    this.#form ??= formOf(this.tokens)
    return this.#form
  }
}

/** Returns the key under which a token is looked up, or null for a word without meaning of its own. */
export function claimKey(token: Token, isFirst: boolean): string | null {
  const { key } = token.term
  if (token.kind === 'number') return `#${token.number?.value}`
  if (token.kind === 'date' || isContent(token)) return key
  // "layer A" and "in May", whose lower-case forms are function words.
  return token.isCapital && !isFirst && ((key.length === 1 && key !== 'i') || key === 'may') ? `${key}!` : null
}

/** Returns the tokens that can be looked up by their keys, the last one of each key. `isStart`: the first token begins a sentence. */
export function ownOf(tokens: readonly Token[], isStart: boolean): Map<string, Token> {
  const own = new Map<string, Token>()
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    const key = claimKey(token, isStart && at === 0)
    if (key !== null) own.set(key, token)
  }
  return own
}

/** Whether a segment says something itself or goes on from what an earlier one says. */
export function isCovered(key: string, { own, inherited }: Segment): boolean {
  return own.has(key) || inherited.has(key)
}

/** Returns the token at a distance from another. */
export function tokenAt(token: Token, { tokens }: Segment, step: number): Token | undefined {
  return tokens[tokens.indexOf(token) + step]
}
