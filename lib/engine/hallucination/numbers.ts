import { CodeSet, classAt, LETTER, SPACE } from './characters'
import { isDerived, SupportedNumbers } from './derived'
import { isProduct } from './derived-from-text'
import { type CheckResult, type HallucinationFinding, type Material, spanOf } from './finding'
import { lazily } from './lazily'
import { matchesIn } from './normalise'
import { isSupported, type NumberMention, numbersIn, sorted, spelledNumbersIn } from './read-numbers'
import { asidesIn, linksIn } from './references'
import { alikeUnits, convert, unitOf } from './units'

const smallCount = 12
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
  const computed = lazily(() => sorted(computedIn(prose)))
  // Dates, links, identifiers and the years of citations have their own checks.
  const elsewhere = [
    ...material.dates(),
    ...material.identifiers(),
    ...(material.references.length > 0 ? asidesIn(prose) : []),
    ...linksIn(prose),
  ]
  const text = withoutSpans(prose, elsewhere)
  const result = { findings: [] as HallucinationFinding[], verified: 0, derived: 0 }
  const supported = new SupportedNumbers()
  for (const claim of numbersIn(text)) {
    if (isIncidental(claim, prose)) continue
    const isKnown = isGiven(claim, values) || isGiven(asMetres(claim, text), values)
    if ((isKnown && !isOfOtherUnit(claim, material)) || isSupported(claim, computed())) {
      result.verified++
      supported.add(claim)
      continue
    }
    const sentence = sentenceAround(prose, claim)
    if (
      isConverted(claim, material) ||
      isDerived(claim, sentence, reading.numbers()) ||
      (reading.spelled().length > 0 && isDerived(claim, sentence, [...reading.numbers(), ...reading.spelled()])) ||
      supported.isTotal(claim, sentence) ||
      supported.has(claim) ||
      reading.stated().has(claim) ||
      material.tables().values.has(claim, sentence, () => countsIn(sentence, claim)) ||
      isInCents(claim, values) ||
      isProduct(claim, () => countsIn(sentence, claim), reading.numbers(), reading.units())
    ) {
      result.derived++
      supported.add(claim)
      continue
    }
    result.findings.push({
      type: claim.unit === '%' ? 'invented_statistic' : 'unsupported_number',
      verdict: 'unverifiable',
      severity: 'warning',
      confidence: 0.45,
      span: spanOf(output, claim.start, claim.end),
      evidence: 'No source or tool result has this number.',
    })
  }
  return result
}

/** Whether the sources have an amount in cents as a part of a whole: 0.45. */
function isInCents(claim: NumberMention, values: Float64Array): boolean {
  return (
    /^(?:cents?|pence)$/.test(claim.unit) && isSupported({ ...claim, value: claim.value / 100, step: 0.01 }, values)
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

/** Whether the sources have the number. A fall of 12 % may be written as -12 %. */
function isGiven(claim: NumberMention, values: Float64Array): boolean {
  return isSupported(claim, values) || (claim.value < 0 && isSupported({ ...claim, value: -claim.value }, values))
}

/** `164 m` without a currency may be 164 metres instead of millions. */
function asMetres(claim: NumberMention, text: string): NumberMention {
  const isEither = /^\d[\d.,]*\s?m$/.test(text.slice(claim.start, claim.end))
  return isEither ? { ...claim, value: claim.value / 1e6, step: claim.step / 1e6 } : claim
}

/** Whether the sources have the number, but only with another unit than the claim. */
function isOfOtherUnit(claim: NumberMention, { reading }: Material): boolean {
  const unit = unitOf(claim.unit)
  if (unit === null || isSupported(claim, reading.valuesOf(unit))) return false
  if (alikeUnits(unit).some((one) => one !== unit && isSupported(claim, reading.valuesOf(one)))) return false
  return isSupported(claim, reading.valuesOf())
}

/** Whether a number of the sources equals the claim in another unit, within two per cent. */
function isConverted(claim: NumberMention, { reading }: Material): boolean {
  const unit = unitOf(claim.unit)
  if (unit === null) return false
  const numbers = reading.numbers()
  // Narrows the units first, since most cannot be converted into the claim's.
  const others = new Set(reading.distinctUnits().filter((from) => from !== unit && convert(1, from, unit) !== null))
  if (others.size === 0) return false
  return numbers.some(({ value }, at) => {
    const from = reading.units()[at]
    const converted = from && others.has(from) ? convert(value, from, unit) : null
    return converted !== null && Math.abs(converted - claim.value) <= Math.max(claim.step / 2, claim.value * 0.02)
  })
}

/** Characters read on each side of a number, so that a text without sentences takes no longer than one with them. */
const REACH = 500

function sentenceAround(prose: string, { start, end }: NumberMention): string {
  const before = prose.slice(Math.max(0, start - REACH), start)
  const stop = prose.slice(end, end + REACH).search(/\.\s|\n|$/)
  return before.slice(Math.max(before.lastIndexOf('. '), before.lastIndexOf('\n')) + 1) + prose.slice(start, end + stop)
}

const codePart = /^(?:\p{L}{1,8}|[a-f]{2,8}-)\d/u

/** Parts of codes such as `625aa1b6`, markers of lists, headings and steps, and small bare counts, are not claims. */
function isIncidental(claim: NumberMention, prose: string): boolean {
  if ((classAt(prose, claim.end) & LETTER) !== 0 && codePart.test(prose.slice(claim.end, claim.end + 10))) return true
  if (claim.unit !== '%' && claim.step === 1 && claim.value >= 0 && claim.value <= smallCount) return true
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

const number = '\\$?(?:\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?|\\.\\d+)'
const operator = '(?:\\s{0,3}[+*×÷/]\\s{0,3}|\\s{1,3}x\\s{1,3}|\\s{0,3}[-−]\\s{0,3})'
const equation = new RegExp(
  `(?=[($.\\d])(?<![\\w.,)%$])(?<![+*×÷/^−]\\s{0,3}|\\S\\s{0,3}-\\s{0,3})(\\({0,4}${number}(?:${operator}\\({0,4}${number}\\){0,4}){1,12})\\s{0,3}=\\s{0,3}([-−]?${number})(?!\\d|\\.\\d|,\\d{3}|\\s*(?:[+*×÷/%−^]|-\\s*\\d|\\p{L}*\\s*=))`,
  'gu',
)
const marker = /^\d{1,3}\s*[-−]\s*/
const lengthMax = 200

/** Finds the equations of a text. Signs of bold type are no operators. */
function equationsIn(prose: string): RegExpExecArray[] {
  return prose.includes('=') ? matchesIn(prose.replaceAll('**', '  '), equation) : []
}

/** Returns the results of the correct equations in a text. */
function computedIn(prose: string): number[] {
  return equationsIn(prose).flatMap(([whole, left = '', right = '']) => {
    const value = whole.length <= lengthMax ? (evaluate(left.replace(marker, '')) ?? evaluate(left)) : null
    return value !== null && isResult(right, value) ? [toNumber(right)] : []
  })
}

/** Recomputes equations in the text, such as `3 * 4 = 12`. A result rounded or truncated at its own precision is correct. */
export function findArithmetic({ prose, output }: Material): CheckResult {
  const result: CheckResult = { findings: [], verified: 0 }
  for (const match of equationsIn(prose)) {
    const [whole, left = '', right = ''] = match
    const computed = whole.length <= lengthMax ? evaluate(left) : null
    if (computed === null) continue
    // "Step 1 - 30 + 5 = 35": the leading number may count the step.
    const behindMarker = evaluate(left.replace(marker, ''))
    if (isResult(right, computed) || (behindMarker !== null && isResult(right, behindMarker))) {
      result.verified++
      continue
    }
    result.findings.push({
      type: 'self_contradiction',
      verdict: 'contradicted',
      severity: 'confirmed',
      confidence: 0.95,
      span: spanOf(output, match.index, match.index + whole.length),
      evidence: `${left.trim()} is ${Number(computed.toPrecision(10))}.`,
    })
  }
  return result
}

/** Whether `written` is the value, rounded or truncated at its own last digit. */
function isResult(written: string, value: number): boolean {
  const claimed = toNumber(written)
  const step = 1 / 10 ** (written.split('.')[1]?.length ?? 0)
  return Math.abs(value - claimed) <= step / 2 + 1e-9 || (claimed <= value && value - claimed < step)
}

function toNumber(text: string): number {
  return Number(text.replace(/[$,\s]/g, '').replace('−', '-'))
}

/** Evaluates an arithmetic expression with brackets; null when the brackets do not match or a divisor is zero. */
function evaluate(text: string): number | null {
  const tokens = text.match(new RegExp(`${number}|[-+*×÷/x−()]`, 'gu')) ?? []
  let at = 0
  function primary(): number {
    const token = tokens[at++]
    if (token !== '(') return token === undefined ? Number.NaN : toNumber(token)
    const inner = sum()
    return tokens[at++] === ')' ? inner : Number.NaN
  }
  function product(): number {
    let value = primary()
    for (let sign = tokens[at]; sign && '*×x÷/'.includes(sign); sign = tokens[at]) {
      at++
      value = '*×x'.includes(sign) ? value * primary() : value / primary()
    }
    return value
  }
  function sum(): number {
    let value = product()
    for (let sign = tokens[at]; sign && '+-−'.includes(sign); sign = tokens[at]) {
      at++
      value = sign === '+' ? value + product() : value - product()
    }
    return value
  }
  const value = sum()
  return at === tokens.length && Number.isFinite(value) ? value : null
}
