'use client'

import { useActionState } from 'react'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { toProblem } from '@/lib/queries/problem'
import { signIn } from '@/lib/queries/session'
import { leaveFor } from './leave-for'
import { returnPath } from './return-path'
import { SubmitButton } from './submit-button'

type SignInFormProps = { from: string; error: string | null }

/** A form action, so that what is sent before the page is ready waits for it instead of getting lost. */
export function SignInForm({ from, error }: SignInFormProps) {
  const [state, action] = useActionState(submit, { email: '', from, error })
  return (
    <form action={action} className="grid gap-4">
      {state.error && <Notice tone="fail">{state.error}</Notice>}
      <Field label="E-mail" required>
        {(control) => (
          <Input
            {...control}
            name="email"
            type="email"
            autoComplete="username"
            autoFocus
            defaultValue={state.email}
            className="h-10 w-full"
          />
        )}
      </Field>
      <Field label="Password" required>
        {(control) => (
          <Input
            {...control}
            name="password"
            type="password"
            autoComplete="current-password"
            maxLength={200}
            className="h-10 w-full"
          />
        )}
      </Field>
      <SubmitButton>Sign in</SubmitButton>
    </form>
  )
}

type SignInState = { email: string; from: string; error: string | null }

async function submit({ from }: SignInState, form: FormData): Promise<SignInState> {
  const email = String(form.get('email') ?? '')
  try {
    await signIn(email, String(form.get('password') ?? ''))
  } catch (reason) {
    return { email, from, error: toProblem(reason, { unauthorized: 'E-mail or password is wrong.' }).message }
  }
  return leaveFor(returnPath(from))
}
