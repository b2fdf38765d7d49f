import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DeskFrame } from '@/components/shell/desk-frame'
import { pageContext, sessionUser } from '@/lib/auth'
import { listProjects } from '@/lib/operations/projects/projects'
import { getProjectStatus } from '@/lib/operations/projects/status'
import { projectQueries } from '@/lib/queries/projects'
import { getQueryClient } from '@/lib/queries/query-client'
import { statusQueries } from '@/lib/queries/status'

type ProjectLayoutProps = { params: Promise<{ project: string }>; children: ReactNode }

export default async function ProjectLayout({ params, children }: ProjectLayoutProps) {
  const { project } = await params
  const ctx = await pageContext(project)
  const user = (await sessionUser()) ?? { name: null, email: '' }
  const renderedAtMs = ctx.now().getTime()
  const client = getQueryClient()
  await Promise.allSettled([
    client.query({ ...statusQueries.get(project), queryFn: () => getProjectStatus.run(ctx, {}) }),
    client.query({ ...projectQueries.list(), queryFn: () => listProjects.run(ctx, {}) }),
  ])
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <DeskFrame user={user} project={project} renderedAtMs={renderedAtMs}>
        {children}
      </DeskFrame>
    </HydrationBoundary>
  )
}
