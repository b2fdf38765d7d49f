import type { Metadata } from 'next'
import { Prefetch } from '@/app/prefetch'
import { AdminsOnly } from '@/components/domain-ui/admins-only'
import { MailSettings } from '@/components/settings/mail-settings'
import { queryOf } from '@/lib/queries/query-of'

export const metadata: Metadata = { title: 'E-mail' }

/** The query is refused for non-admins, who do not see the page. */
export default async function MailPage({ params }: PageProps<'/p/[project]/settings/mail'>) {
  const { project } = await params
  return (
    <Prefetch queries={[queryOf('GET /api/v1/mail', {}, { project })]}>
      <AdminsOnly project={project} what="the mail server">
        <MailSettings project={project} />
      </AdminsOnly>
    </Prefetch>
  )
}
