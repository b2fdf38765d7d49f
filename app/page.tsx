import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { CreateProjectForm } from '@/components/entry/create-project-form'
import { EntryScreen } from '@/components/entry/entry-screen'
import { pageContext } from '@/lib/auth'
import { LAST_PROJECT_COOKIE } from '@/lib/auth/session-cookie'
import { slug } from '@/lib/contracts/projects'
import { listProjects } from '@/lib/operations/projects/list'
import { projectHref } from '@/lib/presentation/links'

/** Redirects to the project this browser visited last, else to the first; a person without projects can create one. */
export default async function StartPage() {
  const last = slug.safeParse((await cookies()).get(LAST_PROJECT_COOKIE)?.value).data
  const { projects } = await listProjects.run(await pageContext(), { limit: 1, ...(last && { include: [last] }) })
  const project = projects[0]
  if (project) redirect(projectHref(project.slug))
  return (
    <EntryScreen title="Create a project" lead="You have no projects yet. Create one, or ask an admin to invite you.">
      <CreateProjectForm />
    </EntryScreen>
  )
}
