import { lazily } from '../../lazily'
import { type CheckResult, type HallucinationFinding, quoting, spanOf } from '../finding'
import type { Material } from '../material'
import { fullNameOf, fullNamesIn, sayingIn, tellsOfSaying } from '../text/quotations'
import { SAYING } from '../words/traits'

const pronoun = /\b(?:he|she|they|i)\b/i
const wordsMin = 4
const marks = ['"', '“', ' that ', 'According to ']
const mayQuote = (text: string) => marks.some((mark) => text.includes(mark))
/** Characters around a quotation in which its speaker stands. */
const frameMax = 160

/**
 * Finds words of one speaker put in the mouth of another: the sources have them with the name of who said them, and they have the other name
 * as that of someone who says something else.
 */
export function findSpeakers({ output, grounding, isEnglish, mayHave, sentences }: Material): CheckResult {
  if (!isEnglish || !mayHave(SAYING) || !mayQuote(output)) return { findings: [], verified: 0 }
  const plain = lazily(() => plainOf(grounding))
  const findings = sentences().flatMap(({ text, start }): HallucinationFinding[] => {
    const said = mayQuote(text) ? sayingIn(text) : null
    if (!said) return []
    const named = fullNamesIn(said.frame)
    const short = named.length === 0 ? fullNameOf(said.frame, grounding) : null
    const speakers = short ? [short.full] : named
    const speaker = short?.written ?? named[0]
    if (!speaker) return []
    if (plain().length !== grounding.length) return []
    const frames = framesOf(said.words, plain(), grounding)
    const isOther = (frame: string) => {
      const theirs = fullNamesIn(frame)
      return (
        theirs.length > 0 && !pronoun.test(frame) && !speakers.some((one) => theirs.some((two) => shareAWord(one, two)))
      )
    }
    const [frame] = frames
    if (!frame || !frames.every(isOther) || !speakers.every((one) => speaksIn(grounding, one))) return []
    const at = start + text.indexOf(speaker)
    const [verdict, severity] = ['contradicted', 'likely'] as const
    const evidence = quoting('The source says', frame)
    return [
      {
        type: 'false_quote',
        verdict,
        severity,
        confidence: 0.8,
        span: spanOf(output, at, at + speaker.length),
        evidence,
      },
    ]
  })
  return { findings, verified: 0 }
}

/** In lower case with plain signs, each of one character. */
const plainOf = (text: string) => text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/\s/g, ' ').toLowerCase()

function shareAWord(one: string, other: string): boolean {
  const words = new Set(other.split(' '))
  return one.split(' ').some((word) => words.has(word))
}

/** Whether the sources have a saying of someone. */
function speaksIn(grounding: string, speaker: string): boolean {
  for (let at = grounding.indexOf(speaker); at >= 0; at = grounding.indexOf(speaker, at + 1)) {
    const around = `${grounding.slice(Math.max(0, at - 24), at)}|${grounding.slice(at + speaker.length, at + speaker.length + 16)}`
    if (tellsOfSaying(around)) return true
  }
  return false
}

/** The words around each place of a quotation in the sources, up to the ends of the sentence. */
function framesOf(words: string, plain: string, grounding: string): string[] {
  const key = plainOf(words).replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '')
  if (key.split(' ').length < wordsMin) return []
  const frames: string[] = []
  for (let at = plain.indexOf(key); at >= 0; at = plain.indexOf(key, at + 1)) {
    const end = at + key.length
    const before =
      grounding
        .slice(Math.max(0, at - frameMax), at)
        .split(/[.!?]["”)]?\s|\n/)
        .at(-1) ?? ''
    const [, close = '', after = ''] =
      /^([,.!?]?["”]?)([^\n]*?)(?:[.!?]["”)]?(?:\s|$)|\n|["“]|$)/.exec(grounding.slice(end, end + frameMax)) ?? []
    const goesOn = !/[.!?]/.test(close) || /^\s\p{Ll}/u.test(after)
    const frame = `${before}${grounding.slice(at, end)}${close}${goesOn ? after : ''}`
    const around = `${before} … ${goesOn ? after : ''}`
    frames.push(tellsOfSaying(around) || /:\s*["“]?$/.test(before) ? frame.replace(grounding.slice(at, end), '…') : '')
  }
  return frames
}
