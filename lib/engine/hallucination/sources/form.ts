import { isContent, type Token } from '../words/tokens'

/** What a sentence is like apart from its names and values: "name was laid out in date", told of many things. */
export interface Form {
  /** The words in a row, with a sign for each name and value. */
  form: string
  /** The names, of one or several tokens, and values in their order. */
  slots: readonly (readonly Token[])[]
  /** How many content words there are besides. */
  words: number
}

/** Returns the form of a sentence. */
export function formOf(tokens: readonly Token[]): Form {
  const parts: string[] = []
  const slots: Token[][] = []
  let [words, isOpen] = [0, false]
  for (const token of tokens) {
    const isNamed = token.kind === 'word' && isContent(token) && token.isCapital && !isCode(token)
    if (isNamed && isOpen) slots.at(-1)?.push(token)
    else if (isNamed || token.kind !== 'word' || isCode(token)) {
      slots.push([token])
      parts.push(isNamed ? 'name' : isCode(token) ? 'code' : `${token.kind} ${token.number?.unit ?? ''}`)
    } else {
      parts.push(token.term.key)
      if (isContent(token)) words++
    }
    isOpen = isNamed
  }
  return { form: parts.join(' '), slots, words }
}

/** Whether a word is a code, such as "px-11873". */
export function isCode({ kind, term }: Token): boolean {
  return kind === 'word' && term.key.length > 4 && /\d/.test(term.key)
}
