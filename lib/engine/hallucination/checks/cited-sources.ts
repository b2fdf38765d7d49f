import { lazily } from '../../lazily'
import { type CheckResult, type HallucinationFinding, quoting, spanOf } from '../finding'
import type { Material } from '../material'
import { asScaled, isConversion, isRounding, isYear, type Quantity } from '../numbers/units'
import { isInSources, type ReadSentence } from '../sources/read-prose'
import type { SourceReading } from '../sources/source-reading'
import { isDigit } from '../text/characters'
import { spanAt } from '../text/sentences'
import { isContent, type Token } from '../words/tokens'
import { type CitedMarks, citedMarksIn } from './cited-marks'

/** Share of a claim's words that another source has and the cited one lacks, where the claim has no value. */
const [elsewhereMin, citedMax] = [0.75, 0.25]
/** Words of such a claim. */
const wordsMin = 4
/** How much of what another source has of the words of a claim the cited one may have, if its values are common ones. */
const alikeMax = 0.6
/** Share of the words that a source has that is said to have the claim, and that of the cited one, if the values are rare. */
const [heldMin, rareMin] = [0.2, 0.5]

/**
 * Checks that a cited source is the one that has the claim: "57 km [3]" where only source 2 has the length. A claim is the text between a
 * mark and the one before it in its sentence. Contradicted if none of its values, dates or, without any, words are in the sources it cites
 * and all of them are in another. Skipped with fewer than two sources, or where references are given.
 */
export function findCitedSources(material: Material): CheckResult {
  const result: CheckResult = { findings: [], verified: 0 }
  const { sources, references } = material
  if (sources.length < 2 || references.length > 0) return result
  const all = citedMarksIn(material)
  if (all.length === 0) return result
  const sentences = material.readings()
  const read = sources.map(({ text }, at) => ({
    text,
    lower: lazily(() => text.toLowerCase()),
    reading: () => material.readingOf(at),
  }))
  for (const marks of all) {
    if (marks.cited.length === 0) {
      result.findings.push(unknownSource(material, marks))
      continue
    }
    const claim = claimIn(sentences, marks)
    const holder = claim.length === 0 ? null : holderOf(claim, marks.cited, read, material)
    if (holder === 'cited') result.verified++
    else if (holder !== null) result.findings.push(wrongSource(material, marks, claim, holder))
  }
  return result
}

/** A token of the claim with the text of its sentence. */
interface ClaimToken {
  token: Token
  sentence: string
}

function claimIn(
  sentences: readonly ReadSentence[],
  { claimStart: start, claimEnd: end }: { claimStart: number; claimEnd: number },
): ClaimToken[] {
  const tokens: ClaimToken[] = []
  let at = Math.max(0, spanAt(sentences, start))
  for (let one = sentences[at]; one && one.start < end; one = sentences[++at])
    for (const token of one.tokens())
      if (one.start + token.start >= start && one.start + token.end <= end) tokens.push({ token, sentence: one.text })
  return tokens
}

/** Returns `cited` if the cited sources have a claim, the index of another that has what they lack, and null if neither can be said. */
function holderOf(
  claim: readonly ClaimToken[],
  cited: readonly number[],
  all: readonly ReadSource[],
  material: Material,
): 'cited' | number | null {
  // What the run itself said is no source, but counts among them.
  if (cited.some((at) => all[at]?.text === '')) return null
  const own = all.filter((_, at) => cited.includes(at))
  const isKnown = (one: ClaimToken) =>
    isInSources(one.token, one.sentence, material.reading) || isWrittenIn(writtenOf(one), material.grounding)
  const values = claim.filter((one) => isSpecific(one.token) && isKnown(one))
  const rare = values.filter(({ token }) => isRare(token))
  // A year or a small number may be in any source.
  const telling = rare.length > 0 ? rare : values
  const isHeld = (one: ClaimToken) => own.some((source) => hasValue(one, source))
  if (telling.some(isHeld)) return values.every(isHeld) ? 'cited' : null
  const words = [...new Set(claim.flatMap(({ token }) => (isContent(token) ? [token.term.key] : [])))]
  // Most sources are cited rightly: the others are read only where they may be needed.
  if (telling.length === 0 && (words.length < wordsMin || own.some((source) => hasHalf(words, source)))) return null
  const shareOf = toShare(words, all)
  const share = Math.max(...own.map(shareOf))
  const holder = all.find((source) => {
    if (own.includes(source)) return false
    const theirs = shareOf(source)
    if (telling.length === 0) return share <= citedMax && theirs >= elsewhereMin
    if (!telling.every((one) => hasValue(one, source))) return false
    if (rare.length > 0 && words.length < wordsMin) return true
    return theirs >= heldMin && (rare.length > 0 ? share * rareMin <= theirs : share <= alikeMax * theirs)
  })
  return holder ? all.indexOf(holder) : null
}

/** A source as it is written, and in the forms that claims are looked up in. */
interface ReadSource {
  text: string
  lower: () => string
  reading: () => SourceReading
}

function has(key: string, source: ReadSource): boolean {
  const { index, vocabulary } = source.reading()
  return index().has(vocabulary.term(key).id)
}

/** Whether a source has half of some words, or what begins like them. */
function hasHalf(words: readonly string[], { lower }: ReadSource): boolean {
  return words.filter((key) => lower().includes(key)).length * 2 >= words.length
}

/** Whether a value says something of its own: a date, a version, a number with a unit or of two digits. */
function isSpecific({ kind, number }: Token): boolean {
  return (
    kind === 'date' ||
    kind === 'link' ||
    (number !== undefined && (number.unit !== null || number.step < 1 || number.value >= 10))
  )
}

/** Whether few other texts have a value by chance: a day, an amount with decimals or of three digits, no year. */
function isRare({ kind, date, number }: Token): boolean {
  if (kind === 'link') return true
  if (date) return date.readings.some(({ day }) => day !== null)
  if (!number) return false
  return number.step < 1 || (number.value >= 100 && !isYear(number))
}

function hasValue({ token, sentence }: ClaimToken, source: ReadSource): boolean {
  const { kind, number } = token
  // Mostly as it is written: to read sources one by one takes as long as all of them together.
  if (isWrittenIn(writtenOf({ token, sentence }), source.text)) return true
  if (kind === 'link') return false
  const reading = source.reading()
  if (isInSources(token, sentence, reading)) return true
  if (!number || number.unit === null) return false
  // A row of a table names the units in its head.
  if (isRare(token) && reading.values().includes(number.value)) return true
  const scaled = asScaled(number)
  const isThere = (one: Quantity) => isConversion(number, one) || (scaled !== null && isRounding(scaled, one.value))
  return reading.quantities().some(isThere) || reading.measures().some(isThere)
}

const writtenOf = ({ token: { start, end }, sentence }: ClaimToken) => sentence.slice(start, end)

/** Whether a text has a value as it is written, not as a part of another. */
function isWrittenIn(value: string, text: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at + value.length)]
    if (!isDigit(before) && !isPoint(before) && !isDigit(after)) return true
  }
  return false
}

const isPoint = (code: number) => code === 0x2e || code === 0x2c

/** Returns a function that gives the share of the words of any source that a source has, each weighted by how few have it. */
function toShare(keys: readonly string[], sources: readonly ReadSource[]): (source: ReadSource) => number {
  const words = keys.flatMap((key) => {
    const holders = sources.filter((source) => has(key, source))
    return holders.length === 0 ? [] : [{ holders, weight: Math.log((sources.length + 1) / (holders.length + 0.5)) }]
  })
  const sumOfWeights = (some: typeof words) => some.reduce((sum, { weight }) => sum + weight, 0)
  const whole = sumOfWeights(words)
  return (source) => (whole === 0 ? 1 : sumOfWeights(words.filter(({ holders }) => holders.includes(source))) / whole)
}

function wrongSource(
  { output, sources, readingOf }: Material,
  { start, end, cited }: CitedMarks,
  claim: readonly ClaimToken[],
  holder: number,
): HallucinationFinding {
  const [own, other] = [cited, [holder]].map((places) => places.map((at) => sources[at]?.id).join(', '))
  return {
    type: 'fabricated_citation',
    verdict: 'contradicted',
    severity: 'likely',
    confidence: 0.8,
    span: spanOf(output, start, end),
    evidence: quoting(`${own} does not have this, ${other} has:`, sentenceOf(claim, readingOf(holder))),
  }
}

/** Returns the sentence of a source that has most words of a claim. */
function sentenceOf(claim: readonly ClaimToken[], reading: SourceReading): string {
  const index = reading.index()
  const counts = new Map<number, number>()
  for (const { token } of claim)
    for (const place of index.placesOf(reading.vocabulary.term(token.term.key).id))
      counts.set(place, (counts.get(place) ?? 0) + 1)
  let [place, most] = [0, 0]
  for (const [at, count] of counts) if (count > most) [place, most] = [at, count]
  return index.size > 0 ? index.sentence(place).text : ''
}

const listedMax = 20

function unknownSource({ output, sources }: Material, { start, end }: CitedMarks): HallucinationFinding {
  const ids = sources.slice(0, listedMax).map(({ id }) => id)
  return {
    type: 'fabricated_citation',
    verdict: 'contradicted',
    severity: 'likely',
    confidence: 0.85,
    span: spanOf(output, start, end),
    evidence: `No source has this name; there are ${ids.join(', ')}.`,
  }
}
