'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { FailureClassesPanel, FailureGroupsPanel, NodesHitPanel } from '@/components/failures/failure-panels'
import { overviewQueries } from '@/lib/queries/overview'
import { ConvergenceWall } from './convergence-wall'
import { EmptyRange } from './empty-range'
import { Figures } from './figures'
import { ChartSkeleton, RowsSkeleton } from './overview-skeletons'
import { PanelBoundary } from './panel-boundary'
import { GradesPanel, QualityPanel, ShareGoodPanel } from './trend-panels'
import { useShownSearch } from './use-overview-search'

/** What happened in the range: figures, trends, convergence and failures; or where the runs are instead. */
export function OverviewBody({ project }: { project: string }) {
  const { input } = useShownSearch()
  const { data } = useSuspenseQuery(overviewQueries.get(project, input))
  if (data.current.runs === 0) return <EmptyRange latestRunAt={data.latestRunAt} to={data.current.to} />
  return (
    <>
      <Figures project={project} />
      <div className="grid gap-x-8 gap-y-8 lg:grid-cols-3">
        <div className="min-w-0 lg:col-span-2">
          <QualityPanel project={project} />
        </div>
        <GradesPanel project={project} />
      </div>
      <div className="grid gap-x-8 gap-y-8 lg:grid-cols-2">
        <ShareGoodPanel project={project} />
        <PanelBoundary title="Failures by class" fallback={<ChartSkeleton />}>
          <FailureClassesPanel project={project} />
        </PanelBoundary>
      </div>
      <div className="grid gap-x-8 gap-y-8 lg:grid-cols-2">
        <div className="grid min-w-0 content-start gap-8">
          <PanelBoundary title="Convergence" fallback={<RowsSkeleton rows={5} />}>
            <ConvergenceWall project={project} />
          </PanelBoundary>
          <PanelBoundary title="Nodes hit" fallback={<RowsSkeleton rows={3} />}>
            <NodesHitPanel project={project} />
          </PanelBoundary>
        </div>
        <PanelBoundary title="Failure patterns" fallback={<RowsSkeleton rows={8} />}>
          <FailureGroupsPanel project={project} />
        </PanelBoundary>
      </div>
    </>
  )
}
