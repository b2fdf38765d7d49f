import { hasLike } from '../sources/alignment'
import type { ReadSentence } from '../sources/read-prose'
import type { SourceSentence } from '../sources/segment'
import { refersBack } from '../sources/segments'
import type { SourceIndex } from '../sources/source-index'
import { negationsIn } from '../words/quantifiers'
import type { Token } from '../words/tokens'
import { isShortStatement, isTelling, isToldElsewhere } from './context'
import type { Conflict } from './elsewhere'
import { isStructured } from './misplaced-names'

/** Words of a claim, and those of its subject. */
const [wordsMax, subjectMax] = [14, 3]
/** What makes a statement of several things, or of a part of one. */
const open =
  /\?|[,;:]|\b(?:if|unless|when|while|both|all|each|every|only|also|too|and|or|but|not|no|than|of|with|as|which|that|who|whose)\b/i

/**
 * Finds what one clause of a source tells as told of the subject of another: "Breakfast costs 18 euros" for "Breakfast is included; parking costs 18
 * euros". The rest of the claim stands in the clause, which has a subject of its own, and no sentence tells it of both.
 */
export function ofOtherClause(
  sentence: ReadSentence,
  places: () => readonly number[],
  index: SourceIndex,
): Conflict | null {
  if (!isShortStatement(sentence, wordsMax) || open.test(sentence.text)) return null
  const tokens = sentence.tokens()
  const claim = tokens.filter(isTelling)
  if (claim.length < 2 || negationsIn(tokens) > 0) return null
  for (const place of places()) {
    const source = index.sentence(place)
    if (!mayHaveClauses(source.text) || !source.isWhole || !source.isStatement() || isStructured(source.text)) continue
    const clauses = clausesOf(source)
    const told = clauses.find((clause) => isToldIn(claim, clause))
    const subject = told && subjectIn(claim, told, clauses)
    const [from, to] = [subject?.[0], subject?.at(-1)]
    if (from && to && !isToldElsewhere(source, places, index, (told) => claim.every((token) => hasLike(told, token))))
      return { type: 'source_contradiction', from, to, says: 'The source says this of something else:', source }
  }
  return null
}

/** A semicolon in brackets ends no clause, and "both" tells of what another clause names. */
const mayHaveClauses = (text: string) =>
  text.includes('; ') && !text.includes('(') && !/\b(?:both|neither|each|all|same|since|then)\b/i.test(text)

/** The words of each clause that a semicolon ends. */
function clausesOf({ text, tokens }: SourceSentence): (readonly Token[])[] {
  const clauses = Map.groupBy(tokens, ({ start }) => text.slice(0, start).split('; ').length)
  return [...clauses.values()]
}

/** Whether a clause begins with a subject of its own, and has the last word of a claim as its own last. */
function isToldIn(claim: readonly Token[], tokens: readonly Token[]): boolean {
  const told = tokens.filter(isTelling)
  const [first, last, end] = [told[0], told.at(-1), claim.at(-1)]
  return (
    told.length > 1 &&
    first !== undefined &&
    last?.term === end?.term &&
    negationsIn(tokens) === 0 &&
    !refersBack(tokens) &&
    !tokens.some(({ term }) => /^(?:it|they|them|those)$/.test(term.key)) &&
    !hasLike(claim, first)
  )
}

/** The words before the rest of a claim, all of them in one other clause; null if they are not. */
function subjectIn(
  claim: readonly Token[],
  told: readonly Token[],
  clauses: readonly (readonly Token[])[],
): readonly Token[] | null {
  const at = claim.findIndex((token) => hasLike(told, token))
  const [subject, rest] = [claim.slice(0, at), claim.slice(at)]
  if (at < 1 || at > subjectMax || !rest.every((token) => hasLike(told, token))) return null
  const isTheirs = (clause: readonly Token[]) => clause !== told && subject.every((token) => hasLike(clause, token))
  return clauses.some(isTheirs) ? subject : null
}
