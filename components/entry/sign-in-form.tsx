'use client'

import { useMutation } from '@tanstack/react-query'
import { useActionState } from 'react'
import { Button } from '@/components/ui/button'
import { InputField } from '@/components/ui/field'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import type { SignInProvider } from '@/lib/contracts/session'
import { toProblem } from '@/lib/queries/problem'
import { signIn, signInWith } from '@/lib/queries/session'
import { EmailField, SubmitButton } from './entry-fields'
import { navigateAway, returnPath } from './return-path'

type SignInFormProps = { from: string; error: string | null }

/** Sign-in form. Uses a form action, so that React replays a submit from before hydration. */
export function SignInForm({ from, error }: SignInFormProps) {
  const [state, action] = useActionState(submit, { email: '', from, error })
  return (
    <form action={action} className="grid gap-4">
      {state.error && <Notice tone="fail">{state.error}</Notice>}
      <EmailField autoFocus defaultValue={state.email} />
      <InputField
        label="Password"
        required
        name="password"
        type="password"
        autoComplete="current-password"
        maxLength={200}
        className="h-10 w-full"
      />
      <SubmitButton>Sign in</SubmitButton>
      <p className="text-center text-sm">
        <Link href="/forgot" className="link">
          Forgot your password?
        </Link>
      </p>
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
  return navigateAway(returnPath(from))
}

type ProviderButtonsProps = { providers: readonly SignInProvider[]; from: string }

export function ProviderButtons({ providers, from }: ProviderButtonsProps) {
  const start = useMutation({ mutationFn: (id: string) => signInWith(id, from) })
  if (providers.length === 0) return null
  return (
    <div className="mt-6 grid gap-2 border-t pt-6">
      {start.error && <Notice tone="fail">{toProblem(start.error).message}</Notice>}
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          size="lg"
          className="w-full"
          pending={start.isPending && start.variables === id}
          onClick={() => start.mutate(id)}
        >
          Continue with {name}
        </Button>
      ))}
    </div>
  )
}
