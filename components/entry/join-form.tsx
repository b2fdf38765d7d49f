'use client'

import { useMutation } from '@tanstack/react-query'
import { useActionState } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { type Problem, toProblem } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'
import { signIn, signOut } from '@/lib/queries/session'
import { EmailField, NameField, NewPasswordField, SubmitButton } from './entry-fields'
import { navigateAway } from './return-path'

type JoinState = { name: string; problem: Problem | null }

const blank: JoinState = { name: '', problem: null }

type JoinFormProps = { token: string; email: string; takesAddress?: boolean }

/** Form with which an invited person creates an account and joins the project. */
export function JoinForm({ token, email, takesAddress = false }: JoinFormProps) {
  const accept = useMutation(mutationOf('POST /api/v1/invitations/accept', { isSecret: true }))
  const [{ name, problem }, action] = useActionState(async (_: JoinState, form: FormData): Promise<JoinState> => {
    const [name = '', password = ''] = ['name', 'password'].map((field) => String(form.get(field) ?? ''))
    try {
      const { project } = await accept.mutateAsync({ token, account: { name, password, takesAddress } })
      await signIn(email, password)
      return navigateAway(`/p/${project}`)
    } catch (reason) {
      return { name, problem: toProblem(reason) }
    }
  }, blank)
  const hasFieldProblem = problem !== null && Object.keys(problem.fields).length > 0
  return (
    <form action={action} className="grid gap-4">
      {problem && !hasFieldProblem && <Notice tone="fail">{problem.message}</Notice>}
      <EmailField value={email} readOnly />
      <NameField error={problem?.fields['account.name']} defaultValue={name} />
      <NewPasswordField error={problem?.fields['account.password']} className="h-10 w-full" />
      <SubmitButton>Create account and join</SubmitButton>
    </form>
  )
}

/** Button that signs out and reloads the page. */
export function LeaveAccount() {
  const leave = useMutation({ mutationFn: () => signOut(window.location.pathname) })
  return (
    <Button
      variant="primary"
      size="lg"
      className="w-full"
      pending={!leave.isIdle && !leave.isError}
      onClick={() => leave.mutate()}
    >
      Sign out, and open it again
    </Button>
  )
}
