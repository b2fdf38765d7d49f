import type { Metadata } from 'next'
import { Prefetch, titleAfter } from '@/app/prefetch'
import { WeekScreen } from '@/components/week/week-screen'
import { formatWeek } from '@/lib/presentation/format/date'
import { weekPage } from '@/lib/queries/weekly'

type WeekPageProps = PageProps<'/p/[project]/week/[week]'>

export async function generateMetadata({ params, searchParams }: WeekPageProps): Promise<Metadata> {
  const { project, week } = await params
  const page = weekPage(project, week, revisionIn(await searchParams))
  return titleAfter(page, () => formatWeek(week), 'Week')
}

export default async function WeekPage({ params, searchParams }: WeekPageProps) {
  const { project, week } = await params
  const revision = revisionIn(await searchParams)
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

const revisionIn = ({ revision }: Awaited<WeekPageProps['searchParams']>) => Number(revision) || undefined
