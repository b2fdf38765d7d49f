'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { statusQueries } from '@/lib/queries/status'
import { FirstRuns } from './first-runs'
import { FlaggedRuns } from './flagged-runs'
import { OverviewBody } from './overview-body'
import { OverviewFilters } from './overview-filters'
import { OverviewFinding } from './overview-finding'
import { ChartSkeleton, FiguresSkeleton, RowsSkeleton } from './overview-skeletons'
import { PanelBoundary } from './panel-boundary'
import { useShownSearch } from './use-overview-search'
import { WaitingGates } from './waiting-gates'

/** How the agents are doing, and what waits for a person. A project without runs is taught instead. */
export function OverviewScreen({ project }: { project: string }) {
  const hasRuns = useQuery(statusQueries.get(project)).data?.anyRun ?? true
  // The lesson stays until it is left, so that its last step, the first run, is seen.
  const [isTaught, setTaught] = useState(!hasRuns)
  if (isTaught) return <FirstRuns project={project} hasRuns={hasRuns} onLeave={() => setTaught(false)} />
  return <Overview project={project} />
}

function Overview({ project }: { project: string }) {
  const { isBusy } = useShownSearch()
  return (
    <>
      <PageHeader
        title="Overview"
        finding={
          <PanelBoundary title={null} fallback={<Skeleton className="h-4.5 w-96 max-w-full" />}>
            <OverviewFinding project={project} />
          </PanelBoundary>
        }
        actions={<OverviewFilters project={project} />}
      />
      <div aria-busy={isBusy} className={isBusy ? 'grid gap-8 opacity-60 transition-opacity' : 'grid gap-8'}>
        <PanelBoundary title="Figures and trends" fallback={<BodySkeleton />}>
          <OverviewBody project={project} />
        </PanelBoundary>
        <div className="grid gap-x-8 gap-y-8 lg:grid-cols-2">
          <PanelBoundary title="Open gates" fallback={<RowsSkeleton rows={4} />}>
            <WaitingGates project={project} />
          </PanelBoundary>
          <PanelBoundary title="Flagged runs" fallback={<RowsSkeleton rows={6} />}>
            <FlaggedRuns project={project} />
          </PanelBoundary>
        </div>
      </div>
    </>
  )
}

function BodySkeleton() {
  return (
    <>
      <FiguresSkeleton />
      <div className="grid gap-x-8 gap-y-8 lg:grid-cols-3">
        <div className="min-w-0 lg:col-span-2">
          <ChartSkeleton />
        </div>
        <ChartSkeleton />
      </div>
    </>
  )
}
