import type { Metadata } from 'next'
import { Prefetch } from '@/app/prefetch'
import { CalibrationScreen } from '@/components/calibration/calibration-screen'
import { calibrationQuery, loadCalibrationSearch } from '@/lib/queries/calibration-search'

export const metadata: Metadata = { title: 'Calibration' }

export default async function CalibrationPage({ params, searchParams }: PageProps<'/p/[project]/calibration'>) {
  const { project } = await params
  return (
    <Prefetch queries={[calibrationQuery(project, await loadCalibrationSearch(searchParams))]} streams>
      <CalibrationScreen project={project} />
    </Prefetch>
  )
}
