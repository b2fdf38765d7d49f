'use client'

import { useMutation } from '@tanstack/react-query'
import { useActionState } from 'react'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { type Problem, toProblem } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'
import { signInAsNew } from '@/lib/queries/session'
import { EmailField, NewPasswordField, SubmitButton } from './entry-fields'
import { navigateAway } from './return-path'

type ForgotState = { email: string; isAsked: boolean; problem: Problem | null }

/** Form that requests a reset link. Its response does not reveal whether an account exists. */
export function ForgotForm() {
  const ask = useMutation(mutationOf('POST /api/v1/password-reset'))
  const [{ email, isAsked, problem }, action] = useActionState(
    async (_: ForgotState, form: FormData): Promise<ForgotState> => {
      const email = String(form.get('email') ?? '')
      try {
        await ask.mutateAsync({ email })
        return { email, isAsked: true, problem: null }
      } catch (reason) {
        return { email, isAsked: false, problem: toProblem(reason) }
      }
    },
    { email: '', isAsked: false, problem: null },
  )
  if (isAsked)
    return (
      <div role="status">
        <Notice title="Check your e-mail">
          If an account has the address {email}, a link has been sent. It works once, within an hour.
        </Notice>
      </div>
    )
  return (
    <form action={action} className="grid gap-4">
      <ProblemNotice problem={problem} beside={['email']} />
      <EmailField error={problem?.fields.email} autoFocus defaultValue={email} />
      <SubmitButton>E-mail me a link</SubmitButton>
      <p className="text-center text-sm">
        <Link href="/signin" className="link">
          Back to sign-in
        </Link>
      </p>
    </form>
  )
}

/** Form that sets a new password with a reset link and signs in. */
export function ResetForm({ token }: { token: string }) {
  const reset = useMutation(mutationOf('POST /api/v1/password-reset/use', { isSecret: true }))
  const [problem, action] = useActionState(async (_: Problem | null, form: FormData): Promise<Problem | null> => {
    const password = String(form.get('password') ?? '')
    try {
      const { email } = await reset.mutateAsync({ token, password })
      await signInAsNew(email, password)
      return navigateAway('/')
    } catch (reason) {
      return toProblem(reason)
    }
  }, null)
  return (
    <form action={action} className="grid gap-4">
      <ProblemNotice problem={problem} beside={['password']} />
      <NewPasswordField label="New password" error={problem?.fields.password} className="h-10 w-full" />
      <SubmitButton>Set the password and sign in</SubmitButton>
    </form>
  )
}
