import { ProjectSettings } from '@/components/settings/project-settings'
import { pageContext } from '@/lib/auth'

type SettingsPageProps = { params: Promise<{ project: string }> }

/** Reads what the frame has fetched already: the projects of whoever looks. */
export default async function ProjectSettingsPage({ params }: SettingsPageProps) {
  const { project } = await params
  await pageContext(project)
  return <ProjectSettings project={project} />
}
