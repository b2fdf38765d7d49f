import type { Misplaced } from './misplaced-names'
import type { SourceSentence } from './segment'
import type { SourceIndex } from './source-index'
import { stemOf } from './stems'
import { isContent, type Token } from './tokens'

/** Sentences before a statement in which the name of its speaker is looked for. */
const turnsMax = 12
const label =
  /^(?:[-*>]\s+)?(?:\[?\d{1,2}:\d\d(?::\d\d)?\]?\s+)?\**(\p{L}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*){0,2})\**(?::\s|$)/u
const sender = /^From:\s+([^\n<(,]+)/m
const header = /^(?:from|to|cc|bcc|date|sent|subject|re|note|notes|time|place|present)$/i
/** Labels that do not tell who speaks. */
const role =
  /^(?:agent|customer|user|assistant|caller|system|support|patient|doctor|nurse|client|operator|speaker|interviewer|q|a|question|answer|chat|call|claim|situation|step)\b/i
/** Words for the speaker. */
const self = /^(?:i(?:'(?:ll|m|ve|d))?|my|me|we(?:'(?:ll|re|ve|d))?|our|us)$/
const keptMin = 0.8

/** Finds what one speaker of a conversation or the sender of a mail says of themselves, told of another. */
export function misheard(
  tokens: readonly Token[],
  candidates: readonly SourceSentence[],
  index: SourceIndex,
): (Misplaced & { source: SourceSentence }) | null {
  const [who] = tokens
  if (!who?.isCapital || !isContent(who) || tokens[1]?.term.key === 'and') return null
  if (!index.isName(who.term.id) && !isSpeaker(who, index)) return null
  const isLastName = (token: Token) => token === tokens[1] && token.isCapital
  const rest = tokens.slice(1).filter((token) => token.number || (isContent(token) && !isLastName(token)))
  if (rest.length < 2) return null
  let found: (Misplaced & { source: SourceSentence }) | null = null
  for (const source of candidates) {
    const terms = source.terms()
    const kept = rest.filter(({ term }) => terms.has(term)).length
    if (kept < 2 || kept < keptMin * rest.length) continue
    // What is said of the named one, or by them, supports the claim.
    const speaker = speakerOf(source, index)
    const isAddressed = source.tokens[0]?.term === who.term && source.text.charAt(source.tokens[0].end) === ','
    if ((terms.has(who.term) && !isAddressed) || speaker === null || speaker.some((name) => isOf(name, who)))
      return null
    if (source.tokens.some(({ term }) => self.test(term.key)) || isWithoutSubject(source, speaker, rest[0]))
      found ??= { from: who, to: who, says: `${speaker.map(capital).join(' ')} says this:`, source }
  }
  return found
}

/** Whether the word is the label of a turn, as in chats that write names in lower case. */
function isSpeaker({ term }: Token, index: SourceIndex): boolean {
  if (!index.has(term.id)) return false
  const { places, starts } = index.postings()
  const own = places.subarray(starts[term.id], starts[term.id + 1])
  return own.some((place) => {
    const name = label.exec(index.sentence(place).text)?.[1]
    return name !== undefined && stemOf(name.toLowerCase()) === term.key
  })
}

const isOf = (name: string, { term }: Token) => name === term.key || stemOf(name) === term.key

/** Whether a turn begins with what is claimed, so that its speaker is the subject: "dana: moved it to the other host". */
function isWithoutSubject({ tokens, text }: SourceSentence, speaker: string[], verb: Token | undefined): boolean {
  const at = tokens.findIndex((token) => isOf(speaker.at(-1) ?? '', token))
  return at >= 0 && at < 4 && label.test(text) && verb !== undefined && tokens[at + 1]?.term === verb.term
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** The names before the colon at the start of a sentence or of an earlier one, or of the sender of the mail; null if there are none. */
function speakerOf(source: SourceSentence, index: SourceIndex): string[] | null {
  for (let place = source.place; place >= 0 && place > source.place - turnsMax; place--) {
    const { text } = index.sentence(place)
    if (!text.includes(':')) continue
    const name = sender.exec(text)?.[1]?.trim() ?? label.exec(text)?.[1]
    if (name && role.test(name)) return null
    if (name && !header.test(name)) return name.toLowerCase().split(' ')
  }
  return null
}
