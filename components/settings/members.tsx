'use client'

import { useMutation, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { UserMinus } from 'lucide-react'
import { useQueryState } from 'nuqs'
import { useDeferredValue } from 'react'
import { PartBoundary } from '@/components/domain-ui/part-boundary'
import { useMay, useMyRole } from '@/components/domain-ui/role'
import { MatchCount, SearchAbove } from '@/components/shell/search-box'
import { Badge } from '@/components/ui/badge'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { IconButton } from '@/components/ui/icon-button'
import { PageDescription } from '@/components/ui/page-header'
import { Select } from '@/components/ui/select'
import { ShowMore } from '@/components/ui/show-more'
import { SkeletonRows } from '@/components/ui/skeleton'
import { DataTable } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import type { MemberView } from '@/lib/contracts/projects'
import { roles } from '@/lib/contracts/vocabulary'
import { formatPlural } from '@/lib/presentation/format/number'
import { formatRole, roleLabels } from '@/lib/presentation/labels/roles'
import { memberPages } from '@/lib/queries/people'
import { mutationOf } from '@/lib/queries/query-of'
import { shortText } from '@/lib/queries/search-parameters'
import { InvitationList, InviteDialog } from './invitations'
import { SignInDomains } from './sign-in-domains'

/** People found by name or e-mail on the server, which the URL keeps, and the caller first. */
export function MemberList({ project }: { project: string }) {
  const [text, setText] = useQueryState('text', shortText.withOptions({ scroll: false }))
  const { count } = useSuspenseInfiniteQuery(memberPages(project)).data.pages[0] ?? { count: 0 }
  const isAdmin = useMyRole(project) === 'admin'
  return (
    <>
      <PageDescription action={isAdmin && <InviteDialog project={project} />}>
        {formatPlural(count, 'person', 'people')}. Reviewers decide runs and gates; agents and API keys never do.{' '}
        {!isAdmin && 'Only admins invite people and change roles.'}
      </PageDescription>
      <SearchAbove
        all={count}
        noun="members"
        placeholder="Search names or e-mails"
        text={text}
        onChange={(typed) => void setText(typed)}
      />
      <PartBoundary fallback={<SkeletonRows rows={6} />} isSteady>
        <FoundMembers project={project} wanted={text} all={count} />
      </PartBoundary>
      {isAdmin && <InvitationList project={project} />}
      {isAdmin && <SignInDomains project={project} />}
    </>
  )
}

type FoundMembersProps = { project: string; wanted: string | null; all: number }

function FoundMembers({ project, wanted, all }: FoundMembersProps) {
  const text = useDeferredValue(wanted)
  const list = useSuspenseInfiniteQuery(memberPages(project, text))
  const found = list.data.pages[0]?.count ?? 0
  const members = list.data.pages.flatMap((page) => page.members)
  const mayChange = useMay(project, 'admin')
  return (
    <>
      {text !== null && <MatchCount noun="members" found={found} all={all} />}
      <DataTable
        label="Members"
        className="sm:min-w-140"
        rows={[...members.filter(({ isYou }) => isYou), ...members.filter(({ isYou }) => !isYou)]}
        keyOf={({ userId }) => userId}
        columns={[
          {
            head: 'Name',
            isRowName: true,
            cellClass: 'wrap-anywhere sm:min-w-40 font-medium',
            cell: (member) => (
              <>
                {member.name} {member.isYou && <Badge className="ml-1">You</Badge>}
                <span className="block break-all font-normal text-ink-2 text-xs sm:hidden">
                  <Address member={member} />
                </span>
              </>
            ),
          },
          {
            head: 'E-mail',
            className: 'max-sm:hidden',
            cellClass: 'wrap-anywhere text-ink-2',
            cell: (member) => <Address member={member} />,
          },
          {
            head: 'Role',
            cell: (member) =>
              mayChange ? <RoleSelect project={project} member={member} /> : roleLabels[member.role].label,
          },
          {
            head: 'Since',
            className: 'max-sm:hidden',
            cellClass: 'whitespace-nowrap text-ink-2',
            cell: ({ createdAt }) => <RelativeTime iso={createdAt} />,
          },
          {
            head: 'Remove',
            isHeadHidden: true,
            cellClass: 'text-right',
            cell: (member) => mayChange && <RemoveMemberDialog project={project} member={member} />,
          },
        ]}
      />
      <ShowMore noun="members" list={list} rows={members.length} size="sm" className="mt-2">
        Show more of {formatPlural(found, 'member')}
      </ShowMore>
    </>
  )
}

/** E-mail of a member, with a badge if it is unverified or the account is closed. */
function Address({ member: { email, isEmailVerified } }: { member: MemberView }) {
  if (email === null) return <Badge title="Someone else verified this address. The account is closed.">Closed</Badge>
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {email}
      {!isEmailVerified && <Badge title="Invited by a shared link, so the address is not verified.">Unverified</Badge>}
    </span>
  )
}

function RoleSelect({ project, member }: { project: string; member: MemberView }) {
  // The role that was chosen last is the one that stays.
  const scope = { id: `role ${member.userId}` }
  const change = useMutation({ ...mutationOf('PATCH /api/v1/members/{userId}', { project }), scope })
  return (
    <Select
      label={`Role of ${member.name}`}
      className="w-32"
      value={change.isPending ? change.variables.role : member.role}
      options={roles.map((value) => ({ value, label: roleLabels[value].label }))}
      onChange={(role) =>
        change.mutate(
          { userId: member.userId, role },
          {
            onSuccess: () => toast.success(`${member.name} is now ${formatRole(role)}`),
            onError: toast.problem,
          },
        )
      }
    />
  )
}

function RemoveMemberDialog({ project, member }: { project: string; member: MemberView }) {
  const remove = useMutation(mutationOf('DELETE /api/v1/members/{userId}', { project }))
  const who = member.isYou ? 'You lose' : `${member.name} loses`
  return (
    <ConfirmDialog
      trigger={
        <IconButton label={`Remove ${member.name}`} size="sm" className="lg:-mr-1.5">
          <UserMinus aria-hidden />
        </IconButton>
      }
      title={member.isYou ? 'Leave this project?' : `Remove ${member.name}?`}
      consequence={`${who} access to this project. Decisions already made stay on record; reviews assigned to ${member.isYou ? 'you' : 'them'} wait for everyone again.`}
      verb={member.isYou ? 'Leave' : 'Remove'}
      act={() => remove.mutateAsync({ userId: member.userId })}
      done={member.isYou ? 'You left the project' : `${member.name} was removed`}
    />
  )
}
