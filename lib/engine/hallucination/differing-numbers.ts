import { type HallucinationFinding, type Material, type Span, spanOf } from '@/lib/engine/hallucination/finding'
import { normalise, type Sentence } from '@/lib/engine/hallucination/prose'
import { bare, contradiction, isPronoun } from '@/lib/engine/hallucination/statement'

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
const subject = "((?:[\\w'-]+\\s+){0,5}[\\w'-]+)"
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
 * Finds a label (`Total: 5`) or a subject (`The API has 5 endpoints`) told with two numbers. Rows of lists and fields of
 * records repeat a label by their nature and are left alone.
 */
export function differingNumbers(sentences: readonly Sentence[], { output, prose }: Material): HallucinationFinding[] {
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
  const span = spanOf(output, start, start + text.length)
  const labelled = listMarker.test(text) ? null : label.exec(text)
  if (labelled) {
    const [whole, name = '', value = '', unit = ''] = labelled
    return {
      key: `label ${normalise(name)} ${normalise(unit)}`,
      value: toNumber(value),
      span: spanOf(output, start, start + whole.length),
    }
  }
  const [, who = '', verb = '', value = '', rest = ''] = counted.exec(text) ?? []
  if (!value || (isPronoun(who) && !/^there$/i.test(who)) || (/^there$/i.test(who) && !rest.trim())) return null
  return { key: `${bare(who)} ${verb.toLowerCase()} ${normalise(rest)}`, value: toNumber(value), span }
}

/** True when another label of the text in between stands before the first statement too: both belong to records. */
function belongToRecords(first: Statement, between: string, prose: string): boolean {
  const labels = (text: string) => [...text.matchAll(/^\s*([\w -]{2,30}):/gm)].map((match) => normalise(match[1] ?? ''))
  const earlier = new Set(labels(prose.slice(Math.max(0, first.span.start - 500), first.span.start)))
  return labels(between).some((name) => earlier.has(name))
}

function hasHeading(between: string): boolean {
  return /\n\s*(?:#{1,6}\s|\*\*[^*\n]+\*\*\s*\n|[-=]{3,}\s*\n)/.test(between)
}

function toNumber(text: string): number {
  return digits[text.toLowerCase()] ?? Number(text.replace(/,/g, ''))
}
