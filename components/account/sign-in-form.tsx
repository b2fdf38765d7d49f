'use client'

import { useActionState } from 'react'
import { useFormStatus } from 'react-dom'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { describeError } from '@/lib/queries/describe-error'
import { signIn } from '@/lib/queries/session'
import { returnPath } from './return-path'

type SignInState = { email: string; error: string | null }
type SignInFormProps = { from: string | undefined; error: string | null }

/** A form action, so that what is sent before the page is ready waits for it instead of getting lost. */
export function SignInForm({ from, error }: SignInFormProps) {
  const [state, action] = useActionState(async (_before: SignInState, form: FormData): Promise<SignInState> => {
    const email = String(form.get('email') ?? '')
    try {
      await signIn(email, String(form.get('password') ?? ''))
      window.location.assign(returnPath(from))
      return await new Promise<never>(() => {})
    } catch (reason) {
      return { email, error: describeError(reason, { unauthorized: 'E-mail or password is wrong.' }) }
    }
  }, { email: '', error })
  return (
    <form action={action} className="grid gap-4">
      {state.error && <Notice tone="fail">{state.error}</Notice>}
      <Field label="E-mail" required>
        {(control) => (
          <Input {...control} name="email" type="email" autoComplete="username" autoFocus defaultValue={state.email} className="h-10 w-full" />
        )}
      </Field>
      <Field label="Password" required>
        {(control) => <Input {...control} name="password" type="password" autoComplete="current-password" maxLength={200} className="h-10 w-full" />}
      </Field>
      <SubmitButton>Sign in</SubmitButton>
    </form>
  )
}

export function SubmitButton({ children }: { children: string }) {
  const { pending } = useFormStatus()
  return (
    <Button type="submit" variant="primary" size="lg" pending={pending} className="mt-2 w-full">
      {children}
    </Button>
  )
}
