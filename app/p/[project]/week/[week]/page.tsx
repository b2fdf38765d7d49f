import type { Metadata } from 'next'
import { Prefetch } from '@/app/prefetch'
import { WeekScreen } from '@/components/week/week-screen'
import { formatWeek } from '@/lib/presentation/format/date'
import { weekPage } from '@/lib/queries/weekly'

type WeekPageProps = PageProps<'/p/[project]/week/[week]'>

export async function generateMetadata({ params }: WeekPageProps): Promise<Metadata> {
  return { title: formatWeek((await params).week) }
}

export default async function WeekPage({ params, searchParams }: WeekPageProps) {
  const { project, week } = await params
  const revision = Number((await searchParams).revision) || undefined
  return (
    <Prefetch queries={[weekPage(project, week, revision)]} mustExist>
      <WeekScreen
        key={`${week} ${revision}`}
        project={project}
        week={week}
        {...(revision !== undefined && { revision })}
      />
    </Prefetch>
  )
}
