import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { CreateProjectForm } from '@/components/entry/create-project-form'
import { EntryScreen } from '@/components/entry/entry-screen'
import { pageContext } from '@/lib/auth'
import { LAST_PROJECT_COOKIE } from '@/lib/auth/session-cookie'
import { listProjects } from '@/lib/operations/projects/projects'

/** Redirects to the project this browser visited last, else to the first; a person without projects can create one. */
export default async function StartPage() {
  const { projects } = await listProjects.run(await pageContext(), {})
  const last = (await cookies()).get(LAST_PROJECT_COOKIE)?.value
  const project =
    projects.find(({ slug }) => slug === last) ?? projects.find(({ deletesAt }) => deletesAt === null) ?? projects[0]
  if (project) redirect(`/p/${project.slug}`)
  return (
    <EntryScreen title="Create a project" lead="You have no projects yet. Create one, or ask an admin to invite you.">
      <CreateProjectForm />
    </EntryScreen>
  )
}
