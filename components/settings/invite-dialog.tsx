'use client'

import { useMutation } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { MakeSecretDialog, SecretField } from '@/components/ui/secret-dialog'
import { Select } from '@/components/ui/select'
import { toast } from '@/components/ui/toast'
import type { Role } from '@/lib/contracts/projects'
import { roles } from '@/lib/contracts/vocabulary'
import { roleLabels } from '@/lib/presentation/labels/roles'
import { toProblem } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'

/** Dialog that invites a person by e-mail. If the server sends no mail, the link is shown once to be passed on. */
export function InviteDialog({ project }: { project: string }) {
  const formId = useId()
  const [isOpen, setOpen] = useState(false)
  const [role, setRole] = useState<Role>('reviewer')
  const invite = useMutation(mutationOf('POST /api/v1/invitations', { project, isSecret: true }))
  const problem = invite.error ? toProblem(invite.error) : null
  const toggle = (next: boolean) => {
    setOpen(next)
    if (!next) invite.reset()
  }
  const submit = (form: FormData) =>
    invite.mutate(
      { email: String(form.get('email') ?? ''), role },
      {
        onSuccess: ({ link, invitation }) => {
          if (link !== null) return
          toast.success(`The invitation is on its way to ${invitation.email}`)
          toggle(false)
        },
      },
    )
  const { link, invitation } = invite.data ?? { link: null, invitation: null }
  return (
    <MakeSecretDialog
      trigger={
        <Button variant="primary" icon={<UserPlus aria-hidden />}>
          Invite a person
        </Button>
      }
      isOpen={isOpen}
      onOpenChange={toggle}
      title="Invite a person"
      description="They get a link that works once, within seven days."
      width="sm"
      submit={{ label: 'Invite', isPending: invite.isPending, form: formId }}
      made={
        link && invitation
          ? {
              title: 'Share the link',
              description: `No mail server is configured, so send this link to ${invitation.email} yourself. Anyone who has it can join, so their address counts as unverified.`,
              shown: <SecretField secret={link} label="Copy link" />,
            }
          : null
      }
    >
      <Form id={formId} onSubmit={submit} className="grid gap-4">
        {problem && Object.keys(problem.fields).length === 0 && <Notice tone="fail">{problem.message}</Notice>}
        <Field label="E-mail" error={problem?.fields.email} required>
          {(control) => <Input {...control} name="email" type="email" autoComplete="off" maxLength={320} />}
        </Field>
        <Field label="Role">
          {({ id }) => (
            <Select
              id={id}
              value={role}
              onChange={setRole}
              options={roles.map((value) => ({ value, label: roleLabels[value].label, hint: roleLabels[value].adds }))}
            />
          )}
        </Field>
      </Form>
    </MakeSecretDialog>
  )
}
