import type { Metadata } from 'next'
import { Prefetch } from '@/app/prefetch'
import { WebhookSettings } from '@/components/webhooks/webhook-settings'
import { queryOf } from '@/lib/queries/query-of'

export const metadata: Metadata = { title: 'Webhooks' }

export default async function WebhooksPage({ params }: PageProps<'/p/[project]/settings/webhooks'>) {
  const { project } = await params
  return (
    <Prefetch queries={[queryOf('GET /api/v1/webhooks', {}, { project })]}>
      <WebhookSettings project={project} />
    </Prefetch>
  )
}
