'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { GradeDistribution } from '@/components/charts/grade-distribution'
import { QualityOverTime } from '@/components/charts/quality-over-time'
import { ShareGood } from '@/components/charts/share-good'
import { prepareGradeDistribution } from '@/lib/charts/prepare-grade-distribution'
import { prepareQualityOverTime } from '@/lib/charts/prepare-quality-over-time'
import { prepareShareGood } from '@/lib/charts/prepare-share-good'
import { overviewQueries } from '@/lib/queries/overview'
import { useShownSearch } from './use-overview-search'

type PanelProps = { project: string }

function useOverview(project: string) {
  const { shown, input } = useShownSearch()
  const { data } = useSuspenseQuery(overviewQueries.get(project, input))
  return { data, chain: shown.chain }
}

export function QualityPanel({ project }: PanelProps) {
  const { data, chain } = useOverview(project)
  return <QualityOverTime model={prepareQualityOverTime({ ...data, chain }, project)} />
}

export function GradesPanel({ project }: PanelProps) {
  const { data, chain } = useOverview(project)
  return (
    <GradeDistribution
      title="Quality check grades"
      model={prepareGradeDistribution(data.current, data.previous, { project, chain })}
    />
  )
}

export function ShareGoodPanel({ project }: PanelProps) {
  const { data, chain } = useOverview(project)
  return <ShareGood title="Share good, by trace quality" model={prepareShareGood({ ...data, chain }, project)} />
}
