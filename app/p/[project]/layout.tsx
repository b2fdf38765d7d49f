import type { Metadata } from 'next'
import { isProjectFound, Prefetch, pageMoment } from '@/app/prefetch'
import { DeskFrame } from '@/components/shell/desk-frame'
import { pageContext, sessionIssuedAtMs, sessionUser } from '@/lib/auth'
import { projectsOfPage } from '@/lib/queries/project-search'
import { queryOf } from '@/lib/queries/query-of'

/** A page of a project that is not found has no title of its own. */
export async function generateMetadata({ params }: Pick<LayoutProps<'/p/[project]'>, 'params'>): Promise<Metadata> {
  return (await isProjectFound((await params).project))
    ? {}
    : { title: { template: 'Not found · Veritas', default: 'Not found' } }
}

export default async function ProjectLayout({ params, children }: LayoutProps<'/p/[project]'>) {
  const since = pageMoment()
  const { project } = await params
  const renderedAtMs = (await pageContext(project)).now().getTime()
  const { userId, name, email } = (await sessionUser()) ?? { userId: '', name: null, email: '' }
  const status = queryOf('GET /api/v1/status', {}, { project })
  return (
    <Prefetch queries={[status, projectsOfPage(project)]}>
      <DeskFrame
        user={{ userId, name, email }}
        project={project}
        renderedAtMs={renderedAtMs}
        start={{ since, sessionIssuedAtMs: await sessionIssuedAtMs(), userId }}
      >
        {children}
      </DeskFrame>
    </Prefetch>
  )
}
