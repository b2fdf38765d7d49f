import type { ReadSentence } from '../sources/read-prose'
import type { SourceIndex } from '../sources/source-index'
import type { Conflict } from './elsewhere'
import { isStructured } from './misplaced-names'

/** Negations in German, French, Spanish, Italian, Dutch and Portuguese. */
const denial =
  /^(?:nicht|kein(?:e[mnrs]?)?|nie|niemals|nirgends|pas|jamais|aucune?|nunca|jamás|no|ning[uú]n[ao]?|tampoco|non|mai|nessun[ao]?|niet|geen|nooit|não|nenhuma?)$/
/** What makes a statement one of several cases, or tells it of another time. */
const open =
  /[?"“”„«»]|(?<!\p{L})(?:wenn|falls|nur|außer|ausser|ohne|mehr|noch|si|seulement|que|sauf|sans|plus|encore|solo|sólo|salvo|excepto|sin|más|todavía|se|senza|più|ancora|als|alleen|zonder|meer|nog|só|sem|mais|ainda)(?!\p{L})/iu
const clauseEnd = /[,;:–—()]|\s(?:und|aber|sondern|et|mais|ou|y|pero|sino|ma|maar|mas)\s/iu
/** Letters of a word that tells something, such words of a statement, and more of them that its source may have. */
const [lettersMin, wordsMin, moreMax] = [4, 2, 6]

/**
 * Finds a statement in another language than English that a clause of the sources denies, or a denial of what one states: "Das Grillen ist
 * gestattet" where it "ist nicht gestattet". The clause has all its words.
 */
export function deniedInOther(sentence: ReadSentence, places: readonly number[], index: SourceIndex): Conflict | null {
  const own = clauseOf(sentence.text)
  if (own.words.size < wordsMin || open.test(sentence.text) || clauseEnd.test(sentence.text)) return null
  let found: Conflict | null = null
  for (const place of places) {
    const source = index.sentence(place)
    if (!source.isWhole || isStructured(source.text)) continue
    for (const text of source.text.split(clauseEnd)) {
      const theirs = clauseOf(text)
      const more = theirs.words.size - own.words.size
      if (more > moreMax || ![...own.words].every((word) => theirs.words.has(word))) continue
      if (theirs.isDenied === own.isDenied) return null
      const tokens = sentence.tokens()
      const [from, to] = [tokens[0], tokens.at(-1)]
      if (from && to && !open.test(text))
        found ??= { type: 'source_contradiction', from, to, says: 'The source says otherwise:', source }
    }
  }
  return found
}

function clauseOf(text: string): { words: ReadonlySet<string>; isDenied: boolean } {
  const all = text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []
  return {
    words: new Set(all.filter((word) => (word.length >= lettersMin || /\d/.test(word)) && !denial.test(word))),
    isDenied: all.some((word) => denial.test(word)),
  }
}
