import type { Metadata } from 'next'
import { Prefetch } from '@/app/prefetch'
import { AdminsOnly } from '@/components/domain-ui/admins-only'
import { DataSettings } from '@/components/settings/data-settings'
import { queryOf } from '@/lib/queries/query-of'

export const metadata: Metadata = { title: 'Data' }

/** The queries are refused for non-admins, who do not see the page. */
export default async function DataPage({ params }: PageProps<'/p/[project]/settings/data'>) {
  const { project } = await params
  return (
    <Prefetch queries={[queryOf('GET /api/v1/data', {}, { project })]}>
      <AdminsOnly project={project} what="how data is kept and deleted">
        <DataSettings project={project} />
      </AdminsOnly>
    </Prefetch>
  )
}
