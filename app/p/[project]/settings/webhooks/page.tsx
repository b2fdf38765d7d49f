import type { Metadata } from 'next'
import { Prefetch } from '@/app/prefetch'
import { WebhookSettings } from '@/components/webhooks/webhook-settings'
import { queryOf } from '@/lib/queries/query-of'

export const metadata: Metadata = { title: 'Webhooks' }

type WebhooksPageProps = { params: Promise<{ project: string }> }

export default async function WebhooksPage({ params }: WebhooksPageProps) {
  const { project } = await params
  return (
    <Prefetch queries={[queryOf('GET /api/v1/webhooks', {}, { project })]}>
      <WebhookSettings project={project} />
    </Prefetch>
  )
}
