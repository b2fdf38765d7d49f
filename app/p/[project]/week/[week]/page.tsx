import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { WeekScreen } from '@/components/week/week-screen'
import { pageContext } from '@/lib/auth'
import { AppError } from '@/lib/operations/errors'
import { getWeek } from '@/lib/operations/weekly/page'
import { weekLabel } from '@/lib/presentation/labels/week'
import { getQueryClient } from '@/lib/queries/query-client'
import { weekQueries } from '@/lib/queries/weekly'

type WeekPageProps = PageProps<'/p/[project]/week/[week]'>

export async function generateMetadata({ params }: WeekPageProps): Promise<Metadata> {
  return { title: weekLabel((await params).week) }
}

export default async function WeekPage({ params, searchParams }: WeekPageProps) {
  const { project, week } = await params
  const revision = Number((await searchParams).revision) || undefined
  const ctx = await pageContext(project)
  const view = await getWeek.run(ctx, { week, revision }).catch((error: unknown) => {
    if (error instanceof AppError && error.status < 500) notFound()
    throw error
  })
  const client = getQueryClient()
  client.setQueryData(weekQueries.page(project, week, revision).queryKey, view)
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <WeekScreen
        key={`${week} ${revision}`}
        project={project}
        week={week}
        {...(revision !== undefined && { revision })}
      />
    </HydrationBoundary>
  )
}
