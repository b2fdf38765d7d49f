import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import { WebhookSettings } from '@/components/webhooks/webhook-settings'
import { pageContext } from '@/lib/auth'
import { listEndpoints } from '@/lib/operations/webhooks/endpoints'
import { getQueryClient } from '@/lib/queries/query-client'
import { webhookQueries } from '@/lib/queries/webhooks'

type WebhooksPageProps = { params: Promise<{ project: string }> }

export default async function WebhooksPage({ params }: WebhooksPageProps) {
  const { project } = await params
  const ctx = await pageContext(project)
  const client = getQueryClient()
  await client.query({ ...webhookQueries.list(project), queryFn: () => listEndpoints.run(ctx, {}) })
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <WebhookSettings project={project} />
    </HydrationBoundary>
  )
}
