import type { OutputOf } from '@/lib/contracts/contract'
import type { DetectHallucinations as Contract } from '@/lib/contracts/quality/output'
import { spanAt } from './text/sentences'

export type HallucinationReport = OutputOf<Contract>
/** A claim of the output that is contradicted, or that nothing available supports. */
export type HallucinationFinding = HallucinationReport['findings'][number]
export type HallucinationType = HallucinationFinding['type']
/** A half-open character range of the output. */
export type Span = HallucinationFinding['span']

/** Findings of one check, and the number of claims it confirmed. */
export interface CheckResult {
  findings: HallucinationFinding[]
  verified: number
  /** Number of claims that are not in the material but follow from it, as stated by the output. */
  derived?: number
  /** Whether the sources have some number in other units only. */
  hasOtherUnit?: boolean
}

/** A sentence of evidence that ends with a quotation, at most 200 characters of it, and with one full stop. */
export function quoting(words: string, text: string): string {
  const quoted = text.replace(/\s+/g, ' ').slice(0, 200)
  return `${words} "${quoted}"${/[.!?…]["”’»)]*\s*$/.test(quoted) ? '' : '.'}`
}

/** Returns the span of a claim, with a currency sign that stands before it. */
export function claimSpan(text: string, start: number, end: number): Span {
  return spanOf(text, /[$€£¥₹]/.test(text.charAt(start - 1)) ? start - 1 : start, end)
}

type Range = Pick<Span, 'start' | 'end'>

/** Returns a function that tells whether one of some spans overlaps a range. Of thousands of findings, each is compared with few. */
export function overlapping(spans: readonly { span: Range }[]): (range: Range) => boolean {
  const inOrder = spans.map(({ span }) => span).sort((one, other) => one.start - other.start)
  // The farthest end of the spans up to each.
  const ends: number[] = []
  for (const [at, { end }] of inOrder.entries()) ends.push(Math.max(end, ends[at - 1] ?? end))
  return ({ start, end }) => (ends[spanAt(inOrder, end - 1)] ?? start) > start
}

/** Returns the span from `start` to `end` of a text. */
export function spanOf(text: string, start: number, end: number): Span {
  return { start, end, text: text.slice(start, end) }
}
