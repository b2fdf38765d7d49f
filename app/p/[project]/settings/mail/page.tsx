import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import { AdminsOnly } from '@/components/domain-ui/role'
import { MailSettings } from '@/components/settings/mail-settings'
import { pageContext } from '@/lib/auth'
import { getMail } from '@/lib/operations/mail/settings'
import { mailQueries } from '@/lib/queries/mail'
import { getQueryClient } from '@/lib/queries/query-client'

type MailPageProps = { params: Promise<{ project: string }> }

export default async function MailPage({ params }: MailPageProps) {
  const { project } = await params
  const ctx = await pageContext(project)
  const client = getQueryClient()
  // Refused for all but admins, who are the only ones to see the page.
  await client
    .query({ ...mailQueries.detail(project), queryFn: () => getMail.run(ctx, {}), retry: false })
    .catch(() => undefined)
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <AdminsOnly project={project} what="the mail server">
        <MailSettings project={project} />
      </AdminsOnly>
    </HydrationBoundary>
  )
}
