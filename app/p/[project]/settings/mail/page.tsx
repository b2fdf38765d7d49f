import { Prefetch } from '@/app/prefetch'
import { AdminsOnly } from '@/components/domain-ui/role'
import { MailSettings } from '@/components/settings/mail-settings'
import { queryOf } from '@/lib/queries/query-of'

type MailPageProps = { params: Promise<{ project: string }> }

/** The query is refused for all but admins, who are the only ones to see the page. */
export default async function MailPage({ params }: MailPageProps) {
  const { project } = await params
  return (
    <Prefetch queries={[queryOf('GET /api/v1/mail', {}, { project })]}>
      <AdminsOnly project={project} what="the mail server">
        <MailSettings project={project} />
      </AdminsOnly>
    </Prefetch>
  )
}
