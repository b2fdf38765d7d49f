import type { Metadata } from 'next'
import { Prefetch } from '@/app/prefetch'
import { TemplateSettings } from '@/components/settings/template-settings'
import { queryOf } from '@/lib/queries/query-of'

export const metadata: Metadata = { title: 'Thinking templates' }

export default async function TemplatesPage({ params }: PageProps<'/p/[project]/settings/templates'>) {
  const { project } = await params
  return (
    <Prefetch queries={[queryOf('GET /api/v1/thinking-templates', {}, { project })]}>
      <TemplateSettings project={project} />
    </Prefetch>
  )
}
