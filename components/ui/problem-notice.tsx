import { errorOf, type Problem } from '@/lib/queries/problem'
import { signInAgain } from '@/lib/queries/sign-in-again'
import { Button } from './button'
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
    <Notice
      tone="fail"
      title={problem.message}
      action={problem.code === 'unauthorized' && <SignInAgain />}
      className={className}
    >
      {problem.requestId && <>Request {problem.requestId}</>}
    </Notice>
  )
}

/** Beside a refusal because the session has ended: signs in and leads back. */
export function SignInAgain() {
  return (
    <Button size="sm" onClick={signInAgain}>
      Sign in
    </Button>
  )
}
