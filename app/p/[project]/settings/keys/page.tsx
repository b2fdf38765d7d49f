import type { Metadata } from 'next'
import { Prefetch } from '@/app/prefetch'
import { AdminsOnly } from '@/components/domain-ui/admins-only'
import { KeyList } from '@/components/settings/keys'
import { pagesOf, queryOf } from '@/lib/queries/query-of'

export const metadata: Metadata = { title: 'API keys' }

/** The query is refused for non-admins, who do not see the page. */
export default async function KeysPage({ params }: PageProps<'/p/[project]/settings/keys'>) {
  const { project } = await params
  return (
    <Prefetch
      queries={[
        queryOf('GET /api/v1/keys', {}, { project }),
        pagesOf('GET /api/v1/connections', { mine: false }, { project }),
      ]}
    >
      <AdminsOnly project={project} what="the API keys">
        <KeyList project={project} />
      </AdminsOnly>
    </Prefetch>
  )
}
