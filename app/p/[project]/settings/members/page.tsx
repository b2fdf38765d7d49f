import type { Metadata } from 'next'
import { createLoader } from 'nuqs/server'
import { Prefetch } from '@/app/prefetch'
import { MemberList } from '@/components/settings/members'
import { memberPages } from '@/lib/queries/people'
import { queryOf } from '@/lib/queries/query-of'
import { shortText } from '@/lib/queries/search-parameters'

export const metadata: Metadata = { title: 'Members' }

const loadText = createLoader({ text: shortText })

/** The invitations and domains are refused for non-admins, who do not see them. */
export default async function MembersPage({ params, searchParams }: PageProps<'/p/[project]/settings/members'>) {
  const { project } = await params
  const { text } = await loadText(searchParams)
  const invitations = queryOf('GET /api/v1/invitations', {}, { project })
  return (
    <Prefetch
      queries={[
        memberPages(project),
        memberPages(project, text),
        invitations,
        queryOf('GET /api/v1/sign-in-domains', {}, { project }),
      ]}
    >
      <MemberList project={project} />
    </Prefetch>
  )
}
