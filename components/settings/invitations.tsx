'use client'

import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useId, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Field, InputField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { Panel } from '@/components/ui/panel'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { MakeSecretDialog, SecretField } from '@/components/ui/secret-dialog'
import { Select } from '@/components/ui/select'
import { ShowAll } from '@/components/ui/show-all'
import { type Column, DataTable } from '@/components/ui/table'
import { AbsoluteTime, RelativeTime } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import type { Tone } from '@/components/ui/tone'
import { useDialogOf } from '@/components/ui/use-dialog-of'
import type { InvitationState, InvitationView } from '@/lib/contracts/invitations'
import type { Role } from '@/lib/contracts/projects'
import { roles } from '@/lib/contracts/vocabulary'
import { formatListed } from '@/lib/presentation/format/number'
import { roleLabels } from '@/lib/presentation/labels/roles'
import { problemOf } from '@/lib/queries/problem'
import { mutationOf, queryOf } from '@/lib/queries/query-of'

const stateLabels: Record<InvitationState, { label: string; tone: Tone }> = {
  pending: { label: 'Pending', tone: 'accent' },
  accepted: { label: 'Accepted', tone: 'pass' },
  declined: { label: 'Declined', tone: 'neutral' },
  revoked: { label: 'Withdrawn', tone: 'neutral' },
  expired: { label: 'Expired', tone: 'review' },
}

const SHOWN = 50

/** Invitations, pending ones first; renders nothing if there are none. */
export function InvitationList({ project }: { project: string }) {
  const { invitations, count } = useSuspenseQuery(queryOf('GET /api/v1/invitations', {}, { project })).data
  if (invitations.length === 0) return null
  const sorted = [...invitations.filter(isPending), ...invitations.filter((invitation) => !isPending(invitation))]
  return (
    <Panel
      title="Invitations"
      note={`Each link works once, for seven days. Only admins see invitations. ${formatListed(invitations.length, 'that are open or newest', count)}`}
      className="mt-10"
    >
      <ShowAll items={sorted} most={SHOWN} noun="invitation">
        {(shown) => (
          <DataTable
            label="Invited people"
            className="sm:min-w-160"
            columns={[...columns, withdrawColumn(project)]}
            rows={shown}
            keyOf={({ id }) => id}
            rowProps={(invitation) => ({ className: isPending(invitation) ? undefined : 'text-ink-2' })}
          />
        )}
      </ShowAll>
    </Panel>
  )
}

const isPending = ({ state }: InvitationView) => state === 'pending'

const columns: readonly Column<InvitationView>[] = [
  {
    head: 'E-mail',
    isRowName: true,
    cellClass: 'max-w-60 truncate font-medium max-sm:max-w-36',
    title: ({ email }) => email,
    cell: ({ email, role }) => (
      <>
        {email}
        <span className="block font-normal text-ink-3 text-xs sm:hidden">{roleLabels[role].label}</span>
      </>
    ),
  },
  { head: 'Role', className: 'max-sm:hidden', cell: ({ role }) => roleLabels[role].label },
  { head: 'State', cell: ({ state }) => <Badge tone={stateLabels[state].tone}>{stateLabels[state].label}</Badge> },
  {
    head: 'Invited',
    className: 'max-sm:hidden',
    cellClass: 'text-ink-2',
    cell: ({ createdAt, invitedBy, provesEmail }) => (
      <>
        <RelativeTime iso={createdAt} />
        <span className="block max-w-48 truncate text-ink-3 text-xs">
          {[invitedBy && `by ${invitedBy}`, provesEmail ? 'mailed' : 'link passed on'].filter(Boolean).join(', ')}
        </span>
      </>
    ),
  },
  {
    head: 'Until',
    className: 'max-sm:hidden',
    cellClass: 'text-ink-2',
    cell: (invitation) => isPending(invitation) && <AbsoluteTime iso={invitation.expiresAt} />,
  },
]

const withdrawColumn = (project: string): Column<InvitationView> => ({
  head: 'Withdraw',
  isHeadHidden: true,
  cellClass: 'text-right',
  cell: (invitation) => isPending(invitation) && <Withdraw project={project} invitation={invitation} />,
})

function Withdraw({ project, invitation: { id, email } }: { project: string; invitation: InvitationView }) {
  const revoke = useMutation(mutationOf('DELETE /api/v1/invitations/{invitationId}', { project }))
  return (
    <ConfirmDialog
      trigger={
        <Button size="sm" variant="ghost" className="lg:-mr-2.5" aria-label={`Withdraw the invitation of ${email}`}>
          Withdraw
        </Button>
      }
      title="Withdraw this invitation?"
      consequence={`The link of ${email} stops working at once. They can be invited again.`}
      verb="Withdraw"
      act={() => revoke.mutateAsync({ invitationId: id })}
      done="Invitation withdrawn"
    />
  )
}

/** Dialog that invites a person by e-mail. If the server sends no mail, the link is shown once to be passed on. */
export function InviteDialog({ project }: { project: string }) {
  const formId = useId()
  const [role, setRole] = useState<Role>('reviewer')
  const invite = useMutation(mutationOf('POST /api/v1/invitations', { project, isSecret: true }))
  const [isOpen, setOpen] = useDialogOf(invite)
  const problem = problemOf(invite.error)
  const submit = (form: FormData) =>
    invite.mutate(
      { email: String(form.get('email') ?? ''), role },
      {
        onSuccess: ({ link, invitation }) => {
          if (link !== null) return
          toast.success(`The invitation is on its way to ${invitation.email}`)
          setOpen(false)
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
      onOpenChange={setOpen}
      title="Invite a person"
      description="They get a link that works once, within seven days."
      width="sm"
      submit={{ children: 'Invite', pending: invite.isPending, form: formId }}
      made={
        link
          ? {
              title: 'Share the link',
              description: `No mail server is configured, so send this link to ${invitation.email} yourself. Anyone who has it can join, so their address counts as unverified.`,
              shown: <SecretField secret={link} label="Copy link" />,
            }
          : null
      }
    >
      <Form id={formId} onSubmit={submit} className="grid gap-4">
        <ProblemNotice problem={problem} beside={['email']} />
        <InputField
          label="E-mail"
          error={problem?.fields.email}
          required
          name="email"
          type="email"
          autoComplete="off"
          maxLength={320}
        />
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
