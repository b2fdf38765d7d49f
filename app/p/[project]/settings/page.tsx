import { Prefetch } from '@/app/prefetch'
import { ProjectSettings } from '@/components/settings/project-settings'
import { pageContext } from '@/lib/auth'
import { queryOf } from '@/lib/queries/query-of'

/** Also uses the projects of the person, which the layout has already fetched. */
export default async function ProjectSettingsPage({ params }: PageProps<'/p/[project]/settings'>) {
  const { project } = await params
  await pageContext(project)
  return (
    <Prefetch queries={[queryOf('GET /api/v1/chain-rules', {}, { project })]}>
      <ProjectSettings project={project} />
    </Prefetch>
  )
}
