import { lazily } from '../../lazily'
import { type CheckResult, type HallucinationFinding, quoting, type Span, spanOf } from '../finding'
import type { Material } from '../material'
import { normalise } from '../text/plain-text'
import type { Sentence } from '../text/sentences'
import { DENIAL, STATE, STATING } from '../words/traits'

const sentenceCharacters = 400

/**
 * Finds contradictions within the output: one label or subject with two numbers, a statement and its negation, a subject with opposite
 * attributes. Only whole statements of the same form are compared; differently qualified statements are distinct.
 */
export function findContradictions(material: Material): CheckResult {
  const { output, prose, isEnglish, mayHave } = material
  if (!isEnglish) return { findings: [], verified: 0 }
  const sentences = material.sentences().filter(({ text }) => text.length <= sentenceCharacters)
  const findings = [
    ...(mayHave(STATING) || prose.includes(':') || prose.includes('=') ? differingNumbers(sentences, material) : []),
    // A test on the whole text avoids searching each sentence.
    ...(mayHave(DENIAL) && denial.test(prose) ? negations(sentences, output) : []),
    ...(mayHave(STATE) && opposed.test(prose) ? antonyms(sentences, output) : []),
    // A letter is found faster than a space, which most texts have everywhere.
    ...(prose.includes('from ') && prose.includes(' from ') ? wrongWays(prose, output) : []),
  ]
  return { findings, verified: 0 }
}

const level =
  '([$€£¥]?)(\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?)(?![\\d:/-]|st\\b|nd\\b|rd\\b|th\\b)(\\s?%|\\s?[a-z]+)?'
const way = new RegExp(
  `\\b(?:(rose|risen|rises?|grew|grows?|grown|climb(?:s|ed)|increased?|increases|raised|widened)|(fell|falls?|fallen|drop(?:s|ped)|declined?|declines|decreased?|decreases|reduced|shrank|narrowed))\\s+(?:slightly |sharply |steadily )?from\\s+${level}\\s+to\\s+${level}`,
  'gi',
)

/** Finds a rise to less, and a fall to more. */
function wrongWays(prose: string, output: string): HallucinationFinding[] {
  return [...prose.matchAll(way)].flatMap((match): HallucinationFinding[] => {
    const [whole, up, , sign, from = '', unit = '', otherSign, to = '', otherUnit = ''] = match
    const [one, other] = [toNumber(from), toNumber(to)]
    const isOneUnit =
      sign === otherSign && (unit === '' || otherUnit === '' || unit === otherUnit || !unit.includes('%'))
    const isScaled = /\bBC|million|billion|thousand|^\s?[kmb]n?$/i.test(`${unit}${otherUnit}`)
    if (one === other || !isOneUnit || isScaled || (up !== undefined) === other > one) return []
    const span = spanOf(output, match.index, match.index + whole.length)
    const evidence = `${to} is ${other > one ? 'more' : 'less'} than ${from}.`
    return [
      { type: 'self_contradiction', verdict: 'contradicted', severity: 'likely', confidence: 0.8, span, evidence },
    ]
  })
}

const subject = "((?:[\\w'-]+\\s+){0,5}[\\w'-]+)"
const negated = new RegExp(
  `^${subject}\\s+(?:(is|are|was|were|can|will|should|must|has|have)\\s*(?:not|n't)|(cannot)|(?:does|do|did)\\s*(?:not|n't))\\s+(?!only\\b|yet\\b|always\\b|necessarily\\b|just\\b|all\\b|every\\b)([^.!?]+)[.!?]?$`,
  'i',
)
/** Every match is within a word of the trait {@link DENIAL}. */
const denial = /not|n't/i
const opposites = new Map(
  [
    ['enabled', 'disabled'],
    ['valid', 'invalid'],
    ['possible', 'impossible'],
    ['required', 'optional'],
    ['safe', 'unsafe'],
    ['true', 'false'],
    ['open', 'closed'],
    ['synchronous', 'asynchronous'],
    ['compatible', 'incompatible'],
    ['deterministic', 'nondeterministic'],
    ['mutable', 'immutable'],
    ['correct', 'incorrect'],
    ['complete', 'incomplete'],
    ['successful', 'unsuccessful'],
    ['supported', 'unsupported'],
  ].flatMap(([one = '', other = '']) => [
    [one, other],
    [other, one],
  ]),
)

/** Every match has a word of the trait {@link STATE}. */
const opposed = new RegExp(`\\b(?:is|are|was|were)\\s+(?:${[...opposites.keys()].join('|')})`, 'i')

const condition = /^(?:if|when|unless|where|whether)\b/i

/** Finds statements that the output also denies: "X is Y" and "X is not Y", "X supports Y" and "X does not support Y". */
function negations(sentences: readonly Sentence[], output: string): HallucinationFinding[] {
  const byText = lazily(() => byPlainText(sentences))
  return sentences.flatMap((sentence) => {
    const [, who = '', verb, cannot, rest = ''] = negated.exec(sentence.text) ?? []
    // "If A and B are not equal" is no denial of "If A and B are equal".
    if (!rest || isPronoun(who) || condition.test(who)) return []
    const [action = '', ...others] = normalise(rest).split(' ')
    const tail = others.length > 0 ? ` ${others.join(' ')}` : ''
    const forms =
      verb || cannot
        ? [`${bare(who)} ${verb?.toLowerCase() ?? 'can'} ${normalise(rest)}`]
        : [`${bare(who)} ${action}${tail}`, `${bare(who)} ${action}s${tail}`, `${bare(who)} ${action}es${tail}`]
    const claim = forms.map((form) => byText().get(form)).find((found) => found !== undefined)
    return claim ? [contradiction(spanOfSentence(sentence, output), spanOfSentence(claim, output), 0.85)] : []
  })
}

/** Finds one subject with two opposite attributes: "X is enabled" and "X is disabled". */
function antonyms(sentences: readonly Sentence[], output: string): HallucinationFinding[] {
  const byText = byPlainText(sentences.filter(({ text }) => opposed.test(text)))
  const findings: HallucinationFinding[] = []
  for (const [text, sentence] of byText) {
    const [, start = '', attribute = '', rest = ''] = /^(.+ (?:is|are|was|were) )([\w-]+)(.*)$/.exec(text) ?? []
    const opposite = opposites.get(attribute)
    const other = opposite ? byText.get(`${start}${opposite}${rest}`) : undefined
    if (other && other.start < sentence.start && !isPronoun(start.trim().split(' ')[0] ?? ''))
      findings.push(contradiction(spanOfSentence(sentence, output), spanOfSentence(other, output), 0.85))
  }
  return findings
}

function byPlainText(sentences: readonly Sentence[]): Map<string, Sentence> {
  return new Map(sentences.map((one) => [bare(one.text.replace(/^[-*#>\s]+|[.!?]+$/g, '')), one]))
}

const digits: Record<string, number> = {
  no: 0,
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
}
const amount = `(?:exactly|only|just|a total of)?\\s*[$€£]?(\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?|${Object.keys(digits).join('|')})\\b\\s*`
const countVerb =
  '(has|have|had|contains?|includes?|supports?|consists of|comprises|is|are|was|were|costs?|takes?|took|requires?|uses?|weighs?|measures?|employs?|lasts?|returns?)'
const counted = new RegExp(`^${subject}\\s+${countVerb}\\s+${amount}([^.!?]*)[.!?]?$`, 'i')
const label = new RegExp(
  `^[-*\\s]{0,6}((?:grand |overall |final |net )?(?:total|sum|average|mean|median|answer|result|result count|deadline|budget|headcount|population|version)(?:\\s+(?:of|number of)?\\s*[\\w-]+){0,3})\\**\\s*[:=]\\**\\s*${amount}([%\\w]*)`,
  'i',
)
const listMarker = /^(?:[-*•+]|\d+[.)])\s/

interface Statement {
  key: string
  value: number
  span: Span
}

/**
 * Finds a label (`Total: 5`) or a subject (`The API has 5 endpoints`) given with two numbers. Rows of lists and fields of records are
 * skipped, since they repeat labels by design.
 */
function differingNumbers(sentences: readonly Sentence[], { output, prose }: Material): HallucinationFinding[] {
  const byKey = new Map<string, Statement[]>()
  for (const sentence of sentences) {
    const statement = toStatement(sentence, output)
    if (!statement) continue
    const known = byKey.get(statement.key)
    if (known) known.push(statement)
    else byKey.set(statement.key, [statement])
  }
  return [...byKey.values()].flatMap((statements) => {
    const [first, second, ...more] = statements
    // Three or more differing values of one form are the rows of a list, not a contradiction.
    if (!first || !second || more.length > 0 || first.value === second.value) return []
    const between = prose.slice(first.span.end, second.span.start)
    if (hasHeading(between) || (first.key.startsWith('label ') && belongToRecords(first, between, prose))) return []
    return [contradiction(second.span, first.span, 0.8)]
  })
}

function toStatement({ text, start }: Sentence, output: string): Statement | null {
  const labelled = listMarker.test(text) ? null : label.exec(text)
  if (labelled) {
    const [whole, name = '', value = '', unit = ''] = labelled
    return {
      key: `label ${normalise(name)} ${normalise(unit)}`,
      value: toNumber(value),
      span: spanOf(output, start, start + whole.length),
    }
  }
  const match = counted.exec(text)
  if (!match) return null
  const [, who = '', verb = '', value = '', rest = ''] = match
  if ((isPronoun(who) && !/^there$/i.test(who)) || (/^there$/i.test(who) && !rest.trim())) return null
  return {
    key: `${bare(who)} ${verb.toLowerCase()} ${normalise(rest)}`,
    value: toNumber(value),
    span: spanOf(output, start, start + text.length),
  }
}

/** Whether another label in between also occurs before the first statement, which means that both belong to records. */
function belongToRecords(first: Statement, between: string, prose: string): boolean {
  const labels = (text: string) =>
    [...text.matchAll(/^[^\S\n]*([\w -]{2,30}):/gm)].map((match) => normalise(match[1] ?? ''))
  const earlier = new Set(labels(prose.slice(Math.max(0, first.span.start - 500), first.span.start)))
  return labels(between).some((name) => earlier.has(name))
}

function hasHeading(between: string): boolean {
  return /\n[^\S\n]*(?:#{1,6}\s|\*\*[^*\n]+\*\*\s*\n|[-=]{3,}\s*\n)/.test(between)
}

function toNumber(text: string): number {
  return digits[text.toLowerCase()] ?? Number(text.replace(/,/g, ''))
}

const pronoun =
  /^(?:it|they|this|that|these|those|he|she|we|i|you|one|there|which|who|what|each|some|others?|another|the (?:first|second|third|other|latter|former))$/i

/** Whether a subject is a pronoun, so that two sentences with it cannot be compared. */
function isPronoun(subject: string): boolean {
  return pronoun.test(subject.trim())
}

/** Normalised text without a leading article. */
function bare(text: string): string {
  return normalise(text).replace(/^(?:the|a|an|this|our)\s+/, '')
}

function spanOfSentence({ text, start }: Sentence, output: string): Span {
  return spanOf(output, start, start + text.length)
}

/** Builds the finding for a statement contradicted earlier in the output. */
function contradiction(span: Span, earlier: Span, confidence: number): HallucinationFinding {
  const evidence = quoting('Elsewhere it says', earlier.text)
  return { type: 'self_contradiction', verdict: 'contradicted', severity: 'likely', confidence, span, evidence }
}
