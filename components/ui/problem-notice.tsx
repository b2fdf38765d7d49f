import { errorOf, type Problem } from '@/lib/queries/problem'
import { Notice } from './notice'

type ProblemNoticeProps = {
  problem: Problem | null
  /** Fields that show their own message: the notice is left out if one of them does. */
  beside?: readonly string[]
  className?: string
}

/** Why what was sent was refused, with the id of the request. */
export function ProblemNotice({ problem, beside = [], className }: ProblemNoticeProps) {
  if (!problem || beside.some((field) => errorOf(problem, field))) return null
  return (
    <Notice tone="fail" title={problem.message} className={className}>
      {problem.requestId && <>Request {problem.requestId}</>}
    </Notice>
  )
}
