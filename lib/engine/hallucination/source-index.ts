import { lazily } from './lazily'
import { clausesOf } from './sentences'
import { isContent, type Token, tokensOf } from './tokens'

const charactersMax = 400_000
const tokensMax = 80

export interface SourceSentence {
  text: string
  tokens: readonly Token[]
}

/** Sources and tool results, sentence by sentence, with the ways to look words up in them. */
export interface SourceIndex {
  sentences: readonly SourceSentence[]
  /** The sentences that a content word stands in, by its key; each once and in order. */
  byWord: ReadonlyMap<string, readonly number[]>
  /** Three keys in a row, within a sentence. */
  trigrams: ReadonlySet<string>
  /** Keys of all tokens. */
  keys: ReadonlySet<string>
  /** The first five letters of each key. */
  prefixes: () => ReadonlySet<string>
  /** False where the text was too long to be read to its end: then what is not found may yet be there. */
  isWhole: boolean
}

/** Reads the first 400,000 characters of a text. */
export function indexOf(whole: string): SourceIndex {
  const text = whole.slice(0, charactersMax)
  const sentences = clausesOf(text).flatMap((sentence) => split(sentence.text))
  const byWord = new Map<string, number[]>()
  const trigrams = new Set<string>()
  const keys = new Set<string>()
  for (const [at, { tokens }] of sentences.entries()) {
    for (const [index, token] of tokens.entries()) {
      keys.add(token.key)
      if (index > 1) trigrams.add(trigramAt(tokens, index))
      if (!isContent(token)) continue
      const known = byWord.get(token.key)
      if (!known) byWord.set(token.key, [at])
      else if (known.at(-1) !== at) known.push(at)
    }
  }
  const prefixes = lazily(() => new Set([...keys].map((key) => key.slice(0, 5))))
  return { sentences, byWord, trigrams, keys, prefixes, isWhole: whole.length <= charactersMax }
}

/** The keys of a token and the two before it. */
export function trigramAt(tokens: readonly Token[], index: number): string {
  return `${tokens[index - 2]?.key} ${tokens[index - 1]?.key} ${tokens[index]?.key}`
}

/** A text without ends of sentences, as a table or a record, in overlapping pieces that can be compared. */
function split(text: string): SourceSentence[] {
  const tokens = tokensOf(text)
  if (tokens.length <= tokensMax) return [{ text, tokens }]
  return Array.from({ length: Math.ceil(tokens.length / (tokensMax / 2)) - 1 }, (_, part) => {
    const some = tokens.slice((part * tokensMax) / 2, (part * tokensMax) / 2 + tokensMax)
    return { text: text.slice(some[0]?.start, some.at(-1)?.end), tokens: some }
  })
}

/** Weight of a word: the rarer in the sources, the more it tells; most where it is in none. */
export function weightOf({ byWord, sentences }: SourceIndex, key: string): number {
  return Math.log((sentences.length + 1.5) / ((byWord.get(key)?.length ?? 0) + 0.5))
}
