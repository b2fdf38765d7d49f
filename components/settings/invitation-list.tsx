'use client'

import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Panel } from '@/components/ui/panel'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { AbsoluteTime, RelativeTime } from '@/components/ui/time'
import type { Tone } from '@/components/ui/tone'
import type { InvitationState, InvitationView } from '@/lib/contracts/invitations'
import { roleLabels } from '@/lib/presentation/labels/roles'
import { mutationOf, queryOf } from '@/lib/queries/query-of'

const stateLabels: Record<InvitationState, { label: string; tone: Tone }> = {
  pending: { label: 'pending', tone: 'accent' },
  accepted: { label: 'accepted', tone: 'pass' },
  declined: { label: 'declined', tone: 'neutral' },
  revoked: { label: 'withdrawn', tone: 'neutral' },
  expired: { label: 'expired', tone: 'review' },
}

/** Invitations, pending ones first; renders nothing if there are none. */
export function InvitationList({ project }: { project: string }) {
  const { invitations } = useSuspenseQuery(queryOf('GET /api/v1/invitations', {}, { project })).data
  if (invitations.length === 0) return null
  const isPending = ({ state }: InvitationView) => state === 'pending'
  const sorted = [...invitations.filter(isPending), ...invitations.filter((invitation) => !isPending(invitation))]
  return (
    <Panel
      title="Invitations"
      note="Each link works once, for seven days. Only admins see invitations."
      className="mt-10"
    >
      <Table label="Invited people" className="sm:min-w-160">
        <TableHead>
          <tr>
            <TableHeader>E-mail</TableHeader>
            <TableHeader className="max-sm:hidden">Role</TableHeader>
            <TableHeader>State</TableHeader>
            <TableHeader className="max-sm:hidden">Invited</TableHeader>
            <TableHeader className="max-sm:hidden">Until</TableHeader>
            <TableHeader>
              <span className="sr-only">Withdraw</span>
            </TableHeader>
          </tr>
        </TableHead>
        <TableBody>
          {sorted.map((invitation) => (
            <InvitationRow key={invitation.id} project={project} invitation={invitation} />
          ))}
        </TableBody>
      </Table>
    </Panel>
  )
}

function InvitationRow({ project, invitation }: { project: string; invitation: InvitationView }) {
  const { email, role, state, invitedBy, createdAt, expiresAt, provesEmail } = invitation
  const revoke = useMutation(mutationOf('DELETE /api/v1/invitations/{invitationId}', { project }))
  return (
    <TableRow className={state === 'pending' ? undefined : 'text-ink-2'}>
      <TableCell className="max-w-60 truncate font-medium max-sm:max-w-36" title={email}>
        {email}
        <span className="block font-normal text-ink-3 text-xs sm:hidden">{roleLabels[role].label}</span>
      </TableCell>
      <TableCell className="max-sm:hidden">{roleLabels[role].label}</TableCell>
      <TableCell>
        <Badge tone={stateLabels[state].tone}>{stateLabels[state].label}</Badge>
      </TableCell>
      <TableCell className="text-ink-2 max-sm:hidden">
        <RelativeTime iso={createdAt} />
        <span className="block max-w-48 truncate text-ink-3 text-xs">
          {[invitedBy && `by ${invitedBy}`, provesEmail ? 'mailed' : 'link passed on'].filter(Boolean).join(', ')}
        </span>
      </TableCell>
      <TableCell className="text-ink-2 max-sm:hidden">
        {state === 'pending' ? <AbsoluteTime iso={expiresAt} /> : ''}
      </TableCell>
      <TableCell className="text-right">
        {state === 'pending' && (
          <ConfirmDialog
            trigger={
              <Button size="sm" variant="ghost" aria-label={`Withdraw the invitation of ${email}`}>
                Withdraw
              </Button>
            }
            title="Withdraw this invitation?"
            consequence={`The link of ${email} stops working at once. They can be invited again.`}
            verb="Withdraw"
            act={() => revoke.mutateAsync({ invitationId: invitation.id })}
            done="Invitation withdrawn"
          />
        )}
      </TableCell>
    </TableRow>
  )
}
