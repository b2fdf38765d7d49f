'use client'

import { useMutation } from '@tanstack/react-query'
import { useActionState } from 'react'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { type Problem, toProblem } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'
import { signInAsNew } from '@/lib/queries/session'
import { EmailField, NameField, NewPasswordField, SubmitButton } from './entry-fields'
import { navigateAway } from './return-path'

type SetupState = { name: string; email: string; problem: Problem | null }

const blank: SetupState = { name: '', email: '', problem: null }

/** Form that creates the first user, signs them in and opens the empty project. */
export function SetupForm({ token }: { token: string }) {
  const setup = useMutation(mutationOf('POST /api/v1/setup', { isSecret: true }))
  const [{ name, email, problem }, action] = useActionState(
    async (_: SetupState, form: FormData): Promise<SetupState> => {
      const [name = '', email = '', password = ''] = ['name', 'email', 'password'].map((field) =>
        String(form.get(field) ?? ''),
      )
      try {
        await setup.mutateAsync({ token, name, email, password })
        await signInAsNew(email, password)
      } catch (reason) {
        return { name, email, problem: toProblem(reason) }
      }
      return navigateAway('/')
    },
    blank,
  )
  return (
    <form action={action} className="grid gap-4">
      <ProblemNotice problem={problem} beside={['name', 'email', 'password']} />
      <NameField error={problem?.fields.name} defaultValue={name} />
      <EmailField error={problem?.fields.email} defaultValue={email} />
      <NewPasswordField error={problem?.fields.password} className="h-10 w-full" />
      <SubmitButton>Create the first admin</SubmitButton>
    </form>
  )
}
