'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { toast } from '@/components/ui/toast'
import { updateAccountMutation } from '@/lib/queries/account'
import { toProblem } from '@/lib/queries/problem'

export function NameForm({ name }: { name: string }) {
  const router = useRouter()
  const update = useMutation(updateAccountMutation())
  const problem = update.error ? toProblem(update.error) : null
  const submit = (form: FormData) =>
    update.mutate(
      { name: String(form.get('name') ?? '') },
      {
        onSuccess: () => {
          toast.success('Saved')
          router.refresh()
        },
        onError: (error) => toast.error(toProblem(error).message),
      },
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit(new FormData(event.currentTarget))
      }}
      className="grid max-w-sm gap-4"
    >
      <Field label="Name" hint="Stands beside every decision you make." error={problem?.fields.name} required>
        {(control) => <Input {...control} name="name" autoComplete="name" maxLength={200} defaultValue={name} />}
      </Field>
      <div>
        <Button type="submit" pending={update.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}
