import type { IssueView } from '@/lib/contracts/run-detail'
import { inQuotes, readFinding } from '../transcript/text'

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
  required: 'Decide whether the answer will do without it.',
  missing_field: 'Decide whether the answer will do without it.',
  empty_value: 'Decide whether the answer will do without it.',
}

const nameOf = (field: string) => field.replace(/^\$\.?/, '') || 'the answer'

/** A finding in plain sentences; `quote` is the passage of the answer that it is about, between the other two. */
type FindingWords = { before: string; quote: string | null; after: string }

/** Says what stands in the answer, what speaks against it, and what to do. */
export function findingWords(issue: Pick<IssueView, 'stage' | 'type' | 'field' | 'message'>): FindingWords {
  const { stage, type, field, message } = issue
  const finding = readFinding(issue)
  const advice = ADVICE[type]
  if (finding) {
    const quote = inQuotes(finding.quote)
    return { before: 'The answer says ', quote, after: ['.', finding.evidence, ...(advice ? [advice] : [])].join(' ') }
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
