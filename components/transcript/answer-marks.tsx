import { type ReactNode, useMemo } from 'react'
import { type TextMark, TextMarks } from '@/components/ui/text-marks'
import type { IssueView } from '@/lib/contracts/run-detail'
import { doubtsOf } from '@/lib/presentation/transcript/doubts'
import type { SourceDoubt } from '@/lib/presentation/transcript/step'

/** Marks in an answer that stands outside of the transcript what its sources contradict or do not confirm. */
export function AnswerMarks({ issues, children }: { issues: readonly IssueView[]; children: ReactNode }) {
  const marks = useMemo(() => doubtsOf(issues).map(doubtMark), [issues])
  return <TextMarks value={marks}>{children}</TextMarks>
}

export function doubtMark({ path, quote, evidence, isContradicted }: SourceDoubt): TextMark {
  return { path, quote, kind: isContradicted ? 'contradicted' : 'unsupported', title: evidence }
}
