import { lazily } from '../../lazily'
import { type CheckResult, type HallucinationFinding, spanOf } from '../finding'
import type { Material } from '../material'
import { isDerived, SupportedNumbers } from '../numbers/derived'
import { isProduct, isRestOfHours } from '../numbers/derived-from-text'
import { computedIn } from '../numbers/equations'
import { inScaleOf, SMALLEST_SCALE, scalesIn } from '../numbers/heading-scales'
import { isAmongEitherWay, mayBeEitherWay } from '../numbers/notations'
import { jointQuantitiesIn, quantityOf, smallCount } from '../numbers/quantities'
import { type NumberMention, numbersIn, spelledNumbersIn } from '../numbers/read-numbers'
import { hasDirection, minusBefore } from '../numbers/signs'
import { isAmong, isRough, isSupported, roughStep, sorted } from '../numbers/supported-values'
import { alikeUnits, areComparable, convert, isConversion, isMoney, isRounding, type Quantity } from '../numbers/units'
import { isOfField, ofOtherUnitThanField } from '../tables/field-measures'
import { fieldWords } from '../tables/field-names'
import { describeRecord } from '../tables/table-conflicts'
import { CodeSet, classAt, LETTER, SPACE } from '../text/characters'
import { linksIn } from '../text/references'
import { sentenceAround } from '../text/sentences'
import { SCALE } from '../words/traits'
import { amountSpan, inOtherCurrency } from './other-currency'

const dashes = new CodeSet('-−–')
const listMarker =
  /(?:^|\n)[ \t>]*(?:[-*+][ \t]+)?(?:#+[^\n]*|(?:step|section|chapter|part|figure|table|item|no\.?|number|option|phase|page|question|example)\s*)$/i
/** The characters a {@link listMarker} can end in, for a quick check. */
const lastLetters = new CodeSet('pnrtemo.PNRTEMO')
const lineStart = /(?:^|\n)[ \t>]*$/
const appeal =
  /\b(?:stud(?:y|ies)|research|surveys?|reports?|experts?|statistics|data|analysts?|scientists)\s+(?:\w+\s+){0,2}?(?:show|shows|showed|found|finds?|suggests?|suggested|indicates?|indicated|say|says|reveals?|revealed|estimates?|estimated|confirm|confirms|confirmed)\b|\baccording to (?:a |an |the |recent |\w+ ){0,3}(?:study|studies|research|survey|report|experts|statistics|data)\b/i
const citation = /\[\^?\d{1,3}\]|https?:\/\/|\((?:\p{Lu}[^()]*,\s*)?\d{4}\)|\bdoi:/u

/** Checks numbers against sources and tool results; without these, only flags statistics attributed to unnamed studies. */
export function findNumbers(material: Material): CheckResult {
  return material.grounding ? againstSources(material) : unnamedStudies(material)
}

function againstSources(material: Material): CheckResult {
  const { prose, output, reading } = material
  const values = reading.values()
  const computed = lazily(() => sorted(computedIn(material.equations())))
  // Dates, links, identifiers and the years of citations have their own checks.
  const elsewhere = [
    // The dash of "June 2020-2023" is no sign.
    ...material
      .dates()
      .map(({ start, end }) => ({ start, end: /^[-–]\d/.test(prose.slice(end, end + 2)) ? end + 1 : end })),
    ...material.identifiers(),
    ...(material.references.length > 0 ? material.asides() : []),
    ...linksIn(prose),
  ]
  const text = withoutSpans(prose, elsewhere)
  const scales = lazily(() => {
    const { isWhole, words } = reading.index()
    return isWhole && (words.traits & SCALE) === 0 ? [] : scalesIn(material.grounding)
  })
  const result = { findings: [] as HallucinationFinding[], verified: 0, derived: 0, hasOtherUnit: false }
  const supported = new SupportedNumbers()
  const claims = numbersIn(text)
  const quantities = claims.map(quantityOf)
  const numbers = lazily(() => [...reading.numbers(), ...reading.spelled()])
  const joint = lazily(() => jointQuantitiesIn(claims, quantities))
  for (const [at, claim] of claims.entries()) {
    const quantity = quantities[at] as Quantity
    if (isIncidental(claim, prose, () => isOfComparableUnit(claim, quantity, material))) continue
    const inScale = claim.value >= SMALLEST_SCALE ? scales().map((scale) => inScaleOf(claim, scale)) : []
    const isKnown =
      (isGiven(claim, values) ||
        inScale.some((one) => isGiven(one, values)) ||
        (quantity.unit === 'm' && isGiven({ ...claim, ...quantity, unit: 'm' }, values)) ||
        (mayBeEitherWay(claim) && isAmongEitherWay(claim, reading))) &&
      !isOfOtherSign(claim, values, material)
    const other = isKnown
      ? (inOtherCurrency(claim, quantity, material) ?? inOtherUnitThanField(claim, quantity, material))
      : null
    const isOtherUnit = isKnown && (other !== null || isOfOtherUnit(claim, quantity, material))
    if ((isKnown && !isOtherUnit) || isSupported(claim, computed())) {
      result.verified++
      supported.add(claim)
      continue
    }
    const sentence = sentenceAround(prose, claim)
    if (
      isConverted(isRough(claim) ? { ...quantity, step: roughStep(quantity) } : quantity, material) ||
      (quantity.unit !== null &&
        joint().some((one) => (one.at === at || one.at + 1 === at) && isConverted(one, material))) ||
      (quantity.unit !== null && isOfField(quantity, material.tables().measures())) ||
      isDerived(claim, sentence, reading.numbers()) ||
      inScale.some((one) => isDerived(one, sentence, reading.numbers())) ||
      (reading.spelled().length > 0 && isDerived(claim, sentence, numbers())) ||
      supported.isTotal(claim, sentence) ||
      supported.has(claim) ||
      reading.stated().has(claim) ||
      isRestOfHours(claim, quantity, prose, reading.stated()) ||
      material.tables().values.has(
        claim,
        sentence,
        () => countsIn(sentence, claim),
        () => prose.slice(Math.max(0, claim.start - NAMED_REACH), claim.start),
      ) ||
      isProduct(claim, quantity.unit, () => countsIn(sentence, claim), reading.amountsOf)
    ) {
      result.derived++
      supported.add(claim)
      continue
    }
    result.hasOtherUnit ||= isOtherUnit
    const type = claim.unit === '%' ? 'invented_statistic' : 'unsupported_number'
    const span = spanOf(output, claim.start, claim.end)
    if (other !== null) {
      result.findings.push({
        type,
        verdict: 'contradicted',
        severity: 'likely',
        confidence: 0.8,
        span: amountSpan(output, claim),
        evidence: other,
      })
      continue
    }
    result.findings.push({
      type,
      verdict: 'unverifiable',
      severity: 'warning',
      confidence: 0.45,
      span,
      evidence: isOtherUnit ? NOT_IN_UNIT : 'No source or tool result has this number.',
    })
  }
  for (const claim of mayBeSpelled.test(text) ? spelledNumbersIn(text) : []) {
    const quantity = quantityOf(claim)
    if (claim.value <= smallCount || !isSpelledInOtherUnit(claim, quantity, material)) continue
    result.hasOtherUnit = true
    result.findings.push({
      type: 'unsupported_number',
      verdict: 'unverifiable',
      severity: 'warning',
      confidence: 0.45,
      span: spanOf(output, claim.start, claim.end),
      evidence: NOT_IN_UNIT,
    })
  }
  return result
}

/** A word for a number above twelve. */
const mayBeSpelled = /teen|ty\b|hundred|thousand|million/i
const NOT_IN_UNIT = 'No source or tool result has this number in this unit.'

/** Whether the sources have a number in words, but only with another unit. */
function isSpelledInOtherUnit(claim: NumberMention, quantity: Quantity, material: Material): boolean {
  const { unit, value } = quantity
  const { reading } = material
  return (
    unit !== null &&
    isOfOtherUnit(claim, quantity, material) &&
    !reading.spelledQuantities().some((one) => one.value === value && (one.unit === null || one.unit === unit)) &&
    !isConverted(quantity, material)
  )
}

/** Returns the other numbers of a sentence. */
function countsIn(sentence: string, claim: NumberMention): number[] {
  return [...numbersIn(sentence), ...spelledNumbersIn(sentence)].flatMap(({ value }) =>
    value === claim.value ? [] : value,
  )
}

/** Blanks out spans of the text, keeping all positions. */
function withoutSpans(text: string, spans: readonly { start: number; end: number }[]): string {
  const parts: string[] = []
  let at = 0
  for (const { start, end } of [...spans].sort((left, right) => left.start - right.start)) {
    if (end <= at) continue
    const from = Math.max(start, at)
    parts.push(text.slice(at, from), ' '.repeat(end - from))
    at = end
  }
  return parts.length > 0 ? parts.join('') + text.slice(at) : text
}

/** Whether the sources have the number, with either sign: a fall of 12 % may be written as -12 %. */
function isGiven(claim: NumberMention, values: Float64Array): boolean {
  // The values are ascending: mostly the first tells that none is below zero.
  const mayBeTurned = claim.value < 0 || (values[0] ?? 0) < 0
  return isSupported(claim, values) || (mayBeTurned && isSupported({ ...claim, value: -claim.value }, values))
}

/** Whether every number of the sources that the claim may be has the other sign, and no words tell which way they go. */
function isOfOtherSign(claim: NumberMention, values: Float64Array, { prose, reading }: Material): boolean {
  const isMinus = isNegative(claim)
  if (!isMinus && !((values[0] ?? 0) < 0 && isSupported({ ...claim, value: -claim.value }, values))) return false
  const size = { ...claim, value: Math.abs(claim.value) }
  const same = reading.numbers().filter((one) => isAmong(size, [Math.abs(one.value)]))
  if (same.length === 0 || same.some((one) => isNegative(one) === isMinus)) return false
  return !hasDirection(prose, claim.start) && !same.some((one) => hasDirection(one.text, one.start))
}

function isNegative({ text, start, end }: NumberMention): boolean {
  if (!dashes.has(text.charCodeAt(start)) && !dashes.has(text.charCodeAt(start - 1))) return false
  return minusBefore(text, start + text.slice(start, end).search(/\d/)) >= 0
}

/** Whether the sources have the number, but only with another unit than the claim, or amounts only in other currencies. */
function isOfOtherUnit(claim: NumberMention, { value, step, unit }: Quantity, { reading }: Material): boolean {
  if (unit === null) return false
  const amounts = isMoney(unit) ? reading.currencies() : []
  if (amounts.length > 0 && !amounts.some((one) => alikeUnits(unit).includes(one) || convert(1, one, unit) !== null))
    return true
  const written = value === claim.value ? claim : { ...claim, value, step }
  return !isSupported(written, reading.valuesOf(unit)) && isSupported(written, reading.valuesOf())
}

/** Returns what tells that the only number in the sources is of a field in another unit by its name; null if it may be another. */
function inOtherUnitThanField(claim: NumberMention, quantity: Quantity, { prose, reading, tables }: Material) {
  if (quantity.unit === null || quantity.value < smallCount || tables().measures().length === 0) return null
  const found = ofOtherUnitThanField(quantity, tables().measures(), () => fieldWords(sentenceAround(prose, claim)))
  if (!found || reading.quantities().some(({ value, unit }) => value === quantity.value && unit !== null)) return null
  return `The source says: ${describeRecord(found.record, found.column)}.`
}

/** Whether the sources have the number with a unit that measures the same, and not with its own. */
function isOfComparableUnit(claim: NumberMention, { value, step, unit }: Quantity, { reading }: Material): boolean {
  const written = value === claim.value ? claim : { ...claim, value, step }
  if (unit === null || isSupported(written, reading.valuesOf(unit))) return false
  return reading
    .distinctUnits()
    .some((from) => from !== unit && areComparable(from, unit) && isSupported(written, reading.valuesOf(from)))
}

/** Whether a quantity of the sources equals the claim in another unit. */
function isConverted(claim: Quantity, { reading }: Material): boolean {
  const { unit } = claim
  if (unit === null) return false
  // Narrows the units first, since most cannot be converted into the claim's.
  if (!reading.distinctUnits().some((from) => from !== unit && convert(1, from, unit) !== null)) return false
  return reading
    .measures()
    .some((one) => isConversion(claim, one) || (one.unit === unit && isRounding(claim, one.value)))
}

/** Characters before a total in which the things stand that it is of. */
const NAMED_REACH = 1000

const codePart = /^(?:\p{L}{1,8}|[a-f]{2,8}-)\d/u

/**
 * Parts of codes such as `625aa1b6`, markers of lists, headings and steps, and small counts are not claims, unless a small one has another
 * unit than in the sources.
 */
function isIncidental(claim: NumberMention, prose: string, isOfComparableUnit: () => boolean): boolean {
  if ((classAt(prose, claim.end) & LETTER) !== 0 && codePart.test(prose.slice(claim.end, claim.end + 10))) return true
  if (claim.unit !== '%' && claim.step === 1 && claim.value >= 0 && claim.value <= smallCount)
    return !isOfComparableUnit()
  const from = Math.max(0, claim.start - 80)
  const before = prose.slice(from, claim.start)
  const next = prose.charCodeAt(claim.end)
  if ((next === 0x2e || next === 0x29) && lineStart.test(before) && /\s/.test(prose.charAt(claim.end + 1))) return true
  let last = claim.start - 1
  while (last > from && (classAt(prose, last) & SPACE) !== 0) last--
  const mayBeMarker = lastLetters.has(prose.charCodeAt(last)) || before.includes('#')
  return mayBeMarker && listMarker.test(before)
}

function unnamedStudies({ prose, output, isEnglish }: Material): CheckResult {
  if (!isEnglish) return { findings: [], verified: 0 }
  const findings = numbersIn(prose).flatMap((claim): HallucinationFinding[] => {
    if (claim.unit !== '%' && claim.unit !== 'times') return []
    const sentence = sentenceAround(prose, claim)
    if (!appeal.test(sentence) || citation.test(sentence)) return []
    return [
      {
        type: 'invented_statistic',
        verdict: 'unverifiable',
        severity: 'warning',
        confidence: 0.5,
        span: spanOf(output, claim.start, claim.end),
        evidence: 'It refers to a study without naming one.',
      },
    ]
  })
  return { findings, verified: 0 }
}
