import type { IssueView } from '@/lib/contracts/run-detail'
import { listWords } from '../format/text'
import { messageOf, passageOf, readFinding } from '../transcript/text'

const ABSENT = 'Decide whether the answer will do as it is.'

/** What a reviewer can do about a finding, by its type. */
const ADVICE: Readonly<Record<string, string>> = {
  source_contradiction: 'Read both and decide which is right.',
  self_contradiction: 'Find out which of the two holds.',
  unsupported_claim: 'Check it before you rely on it.',
  unsupported_number: 'Find out where the number comes from.',
  invented_statistic: 'Find out where the figure comes from.',
  nonexistent_entity: 'Check that it is the right name and that it exists.',
  temporal_error: 'Check the date.',
  fabricated_citation: 'Check that the reference exists and says this.',
  false_quote: 'Check who said this, and in which words.',
  overconfidence: 'Take it as less certain than it sounds.',
  required: ABSENT,
  missing_field: ABSENT,
  empty_value: ABSENT,
}

const nameOf = (field: string) => field.replace(/^\$\.?/, '') || 'the answer'

/** A finding in plain sentences; `quote` is the passage of the answer that it is about, with its place, between the other two. */
type FindingWords = { before: string; quote: string | null; after: string }

/** Says what stands in the answer, what speaks against it, and what to do. */
export function findingWords(issue: Pick<IssueView, 'stage' | 'type' | 'field' | 'message'>): FindingWords {
  const { stage, type, field } = issue
  const message = messageOf(issue)
  const finding = readFinding(issue)
  const advice = ADVICE[type]
  if (finding) {
    const after = ['.', finding.evidence, ...(advice ? [advice] : [])].join(' ')
    return { before: 'The answer says ', quote: passageOf(finding), after }
  }
  const said = (before: string) => ({ before, quote: null, after: '' })
  if (stage === 'schema')
    return said(`By the contract, ${nameOf(field)} ${message}. ${advice ?? 'Decide whether it can be used as it is.'}`)
  if (stage === 'execution') return said(message.replace(/^(?:node|step) /, 'Step ').replace(/^the /, 'The '))
  return said(advice === undefined ? message : `${message}. ${advice}`)
}

/** {@link findingWords} as one text. */
export function findingText(issue: Parameters<typeof findingWords>[0]): string {
  const { before, quote, after } = findingWords(issue)
  return `${before}${quote ?? ''}${after}`
}

const errorOf = (message: string) => /^(?:(?:step|node) .+? failed|the run failed): (.+)$/s.exec(message)?.[1]

/**
 * The findings without those that others say (the run's error that repeats a step's, an output that is missing by two checks), those about
 * fields that are absent joined to one.
 */
export function readableFindings<I extends IssueView>(issues: readonly I[]): I[] {
  const ofSteps = new Set(issues.flatMap(({ field, message }) => (field === 'status' ? [] : (errorOf(message) ?? []))))
  const required = new Set(
    issues.flatMap(({ stage, type, field }) => (stage === 'schema' && type === 'required' ? field : [])),
  )
  const distinct = issues.filter(
    ({ type, field, message }) =>
      !(field === 'status' && ofSteps.has(errorOf(message) ?? '')) &&
      !(type === 'missing_field' && required.has(`$.${field}`)),
  )
  const alike = Map.groupBy(distinct, (issue) =>
    ADVICE[issue.type] === ABSENT ? `${issue.stage} ${issue.type} ${issue.severity} ${issue.blocker}` : issue,
  )
  return [...alike.values()].map(joinAbsent)
}

/** One finding for several fields, whose messages differ in the name only. */
function joinAbsent<I extends IssueView>(issues: readonly I[]): I {
  const [first, ...others] = issues as readonly [I, ...I[]]
  if (others.length === 0) return first
  const field = listWords(issues.map((issue) => nameOf(issue.field)))
  const isNamed = first.message.startsWith(first.field)
  const said = (isNamed ? first.message.slice(first.field.length) : first.message).replace(/^( ?)is /, '$1are ')
  return { ...first, field, message: `${isNamed ? field : ''}${said}` }
}
