import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import { MemberList } from '@/components/settings/members'
import { pageContext, sessionUser } from '@/lib/auth'
import { listInvitations } from '@/lib/operations/invitations/invite'
import { listMembers } from '@/lib/operations/members/members'
import { invitationQueries } from '@/lib/queries/invitations'
import { memberQueries } from '@/lib/queries/members'
import { getQueryClient } from '@/lib/queries/query-client'

type MembersPageProps = { params: Promise<{ project: string }> }

export default async function MembersPage({ params }: MembersPageProps) {
  const { project } = await params
  const ctx = await pageContext(project)
  const user = await sessionUser()
  const client = getQueryClient()
  await Promise.all([
    client.query({ ...memberQueries.list(project), queryFn: () => listMembers.run(ctx, {}) }),
    // Refused for all but admins, who are the only ones to see the list.
    client
      .query({ ...invitationQueries.list(project), queryFn: () => listInvitations.run(ctx, {}), retry: false })
      .catch(() => undefined),
  ])
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <MemberList project={project} me={user?.email ?? ''} />
    </HydrationBoundary>
  )
}
