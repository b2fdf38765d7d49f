'use client'

import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { NewPasswordField } from '@/components/account/new-password-field'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { toast } from '@/components/ui/toast'
import { changePasswordMutation } from '@/lib/queries/account'
import { toProblem } from '@/lib/queries/problem'
import { signIn } from '@/lib/queries/session'

/** Changes the password, which ends every session, and begins a new one here. */
export function PasswordForm({ email }: { email: string }) {
  const form = useRef<HTMLFormElement>(null)
  const change = useMutation(changePasswordMutation())
  const problem = change.error ? toProblem(change.error) : null
  const submit = (data: FormData) => {
    const [current = '', next = ''] = ['current', 'next'].map((field) => String(data.get(field) ?? ''))
    change.mutate(
      { current, next },
      {
        onSuccess: async () => {
          form.current?.reset()
          await signIn(email, next)
          toast.success('The password is changed')
        },
        onError: (error) => {
          const { fields, message } = toProblem(error)
          if (Object.keys(fields).length === 0) toast.error(message)
        },
      },
    )
  }
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        submit(new FormData(event.currentTarget))
      }}
      className="grid max-w-sm gap-4"
    >
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <Field label="Current password" error={problem?.fields.current}>
        {(control) => (
          <Input {...control} name="current" type="password" autoComplete="current-password" maxLength={200} />
        )}
      </Field>
      <NewPasswordField label="New password" name="next" error={problem?.fields.next} />
      <div>
        <Button type="submit" pending={change.isPending}>
          Change password
        </Button>
      </div>
    </form>
  )
}
