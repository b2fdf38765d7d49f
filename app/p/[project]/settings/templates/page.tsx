import { dehydrate, HydrationBoundary, noop } from '@tanstack/react-query'
import { TemplateSettings } from '@/components/settings/template-settings'
import { pageContext } from '@/lib/auth'
import { listThinkingTemplates } from '@/lib/operations/thinking/templates'
import { getQueryClient } from '@/lib/queries/query-client'
import { thinkingQueries } from '@/lib/queries/thinking'

type TemplatesPageProps = { params: Promise<{ project: string }> }

export default async function TemplatesPage({ params }: TemplatesPageProps) {
  const { project } = await params
  const ctx = await pageContext(project)
  const client = getQueryClient()
  await client
    .query({ ...thinkingQueries.templates(project), queryFn: () => listThinkingTemplates.run(ctx, {}) })
    .catch(noop)
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <TemplateSettings project={project} />
    </HydrationBoundary>
  )
}
