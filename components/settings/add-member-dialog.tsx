'use client'

import { useMutation } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { Select } from '@/components/ui/select'
import { toast } from '@/components/ui/toast'
import type { Role } from '@/lib/contracts/projects'
import { roles } from '@/lib/contracts/vocabulary'
import { addMemberMutation } from '@/lib/queries/members'
import { toProblem } from '@/lib/queries/problem'
import { roleWords } from './role-words'

/** Adds somebody by e-mail. Only for a person the desk does not know are name and first password asked for. */
export function AddMemberDialog({ project }: { project: string }) {
  const formId = useId()
  const [isOpen, setOpen] = useState(false)
  const [role, setRole] = useState<Role>('reviewer')
  const add = useMutation(addMemberMutation(project))
  const problem = add.error ? toProblem(add.error) : null
  const isNewPerson = problem?.fields.password !== undefined || Boolean(add.variables?.password)
  const close = (next: boolean) => {
    setOpen(next)
    if (!next) add.reset()
  }
  const submit = (form: FormData) => {
    const [email = '', name = '', password = ''] = ['email', 'name', 'password'].map((field) =>
      String(form.get(field) ?? ''),
    )
    add.mutate(
      { email, role, ...(name && { name }), ...(password && { password }) },
      {
        onSuccess: ({ member }) => {
          toast.success(`${member.name} is now a member`)
          close(false)
        },
      },
    )
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={close}
      trigger={
        <Button variant="primary" icon={<UserPlus aria-hidden />}>
          Add a member
        </Button>
      }
      title="Add a member"
      actions={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" form={formId} variant="primary" pending={add.isPending}>
            Add
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          submit(new FormData(event.currentTarget))
        }}
        className="grid gap-4"
      >
        {problem && Object.keys(problem.fields).length === 0 && <Notice tone="fail">{problem.message}</Notice>}
        <Field label="E-mail" error={problem?.fields.email} required>
          {(control) => <Input {...control} name="email" type="email" autoComplete="off" />}
        </Field>
        <Field label="Role">
          {({ id }) => (
            <Select
              id={id}
              value={role}
              onChange={setRole}
              options={roles.map((value) => ({ value, label: roleWords[value].label, hint: roleWords[value].adds }))}
            />
          )}
        </Field>
        {isNewPerson && (
          <>
            <Notice tone="accent">
              The desk does not know this person yet. Give them a name and a first password, which they change later.
            </Notice>
            <Field label="Name" error={problem?.fields.name} required>
              {(control) => <Input {...control} name="name" autoComplete="off" maxLength={200} />}
            </Field>
            <Field
              label="First password"
              hint="At least 12 characters. Hand it over in person."
              error={add.variables?.password ? problem?.fields.password : null}
              required
            >
              {(control) => (
                <Input
                  {...control}
                  name="password"
                  type="text"
                  autoComplete="off"
                  minLength={12}
                  maxLength={200}
                  className="w-full font-mono"
                />
              )}
            </Field>
          </>
        )}
      </form>
    </Dialog>
  )
}
