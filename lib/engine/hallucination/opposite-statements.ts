import type { HallucinationFinding } from '@/lib/engine/hallucination/finding'
import { normalise, type Sentence } from '@/lib/engine/hallucination/prose'
import { bare, contradiction, isPronoun, spanOfSentence } from '@/lib/engine/hallucination/statement'

const subject = "((?:[\\w'-]+\\s+){0,5}[\\w'-]+)"
const negated = new RegExp(
  `^${subject}\\s+(?:(is|are|was|were|can|will|should|must|has|have)\\s*(?:not|n't)|(cannot)|(?:does|do|did)\\s*(?:not|n't))\\s+(?!only\\b|yet\\b|always\\b|necessarily\\b|just\\b|all\\b|every\\b)([^.!?]+)[.!?]?$`,
  'i',
)
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

/** Finds statements that the output also denies: "X is Y" and "X is not Y", "X supports Y" and "X does not support Y". */
export function negations(sentences: readonly Sentence[], output: string): HallucinationFinding[] {
  const byText = new Map(sentences.map((sentence) => [plain(sentence.text), sentence]))
  return sentences.flatMap((sentence) => {
    const [, who = '', verb, cannot, rest = ''] = negated.exec(sentence.text) ?? []
    if (!rest || isPronoun(who)) return []
    const [action = '', ...others] = normalise(rest).split(' ')
    const tail = others.length > 0 ? ` ${others.join(' ')}` : ''
    const forms =
      verb || cannot
        ? [`${bare(who)} ${verb?.toLowerCase() ?? 'can'} ${normalise(rest)}`]
        : [`${bare(who)} ${action}${tail}`, `${bare(who)} ${action}s${tail}`, `${bare(who)} ${action}es${tail}`]
    const claim = forms.map((form) => byText.get(form)).find((found) => found !== undefined)
    return claim ? [contradiction(spanOfSentence(sentence, output), spanOfSentence(claim, output), 0.85)] : []
  })
}

/** Finds one subject with two opposite attributes: "X is enabled" and "X is disabled". */
export function antonyms(sentences: readonly Sentence[], output: string): HallucinationFinding[] {
  const byText = new Map(sentences.map((sentence) => [plain(sentence.text), sentence]))
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

function plain(text: string): string {
  return bare(text.replace(/^[-*#>\s]+|[.!?]+$/g, ''))
}
