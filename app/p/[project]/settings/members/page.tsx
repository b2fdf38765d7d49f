import type { Metadata } from 'next'
import { Prefetch } from '@/app/prefetch'
import { MemberList } from '@/components/settings/members'
import { queryOf } from '@/lib/queries/query-of'

export const metadata: Metadata = { title: 'Members' }

/** The invitations and domains are refused for non-admins, who do not see them. */
export default async function MembersPage({ params }: PageProps<'/p/[project]/settings/members'>) {
  const { project } = await params
  const members = queryOf('GET /api/v1/members', {}, { project })
  const invitations = queryOf('GET /api/v1/invitations', {}, { project })
  return (
    <Prefetch queries={[members, invitations, queryOf('GET /api/v1/sign-in-domains', {}, { project })]}>
      <MemberList project={project} />
    </Prefetch>
  )
}
