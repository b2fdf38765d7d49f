'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { Fragment, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { orMissing } from '@/components/ui/missing-part'
import { PageHeader } from '@/components/ui/page-header'
import { prepareHeadline } from '@/lib/presentation/charts/prepare-overview'
import { queryOf } from '@/lib/queries/query-of'
import { OverviewBody, OverviewFigures } from './overview-body'
import { OverviewFilters, useOverview, useShownSearch } from './overview-filters'
import { ChartSkeleton, FiguresSkeleton, HeadlineSkeleton, PanelBoundary, RowsSkeleton } from './panel-boundary'
import { Waiting } from './waiting'

/** Overview page of a project, or the onboarding if it has no runs. */
export function OverviewScreen({ project }: { project: string }) {
  const hasRuns = useQuery(queryOf('GET /api/v1/status', {}, { project })).data?.anyRun ?? true
  // The onboarding stays until the user leaves it, so that its last step, the first run, is seen.
  const [isOnboarding, setOnboarding] = useState(!hasRuns)
  if (isOnboarding) return <FirstRuns project={project} hasRuns={hasRuns} onLeave={() => setOnboarding(false)} />
  return <Overview project={project} />
}

function Overview({ project }: { project: string }) {
  const { isBusy } = useShownSearch()
  return (
    <>
      <PageHeader
        title="Overview"
        headline={
          <PanelBoundary title={null} fallback={<HeadlineSkeleton />} isSteady>
            <OverviewHeadline project={project} />
          </PanelBoundary>
        }
        actions={<OverviewFilters project={project} />}
      />
      <div aria-busy={isBusy} className="grid gap-8 aria-busy:opacity-60 aria-busy:transition-opacity">
        <PanelBoundary title="Figures" fallback={<FiguresSkeleton />} isSteady>
          <OverviewFigures project={project} />
        </PanelBoundary>
        <Waiting project={project} />
        <PanelBoundary title="Trends" fallback={<TrendsSkeleton />} isSteady>
          <OverviewBody project={project} />
        </PanelBoundary>
      </div>
    </>
  )
}

/** Skeletons in the size of the panels, so that the layout does not shift. */
function TrendsSkeleton() {
  return (
    <>
      <div className="grid gap-8 lg:grid-cols-3">
        <div className="min-w-0 lg:col-span-2">
          <ChartSkeleton />
        </div>
        <ChartSkeleton />
      </div>
      <div className="grid gap-8 lg:grid-cols-2">
        <ChartSkeleton />
        <ChartSkeleton />
      </div>
      <div className="grid gap-8 lg:grid-cols-2">
        <RowsSkeleton rows={8} />
        <RowsSkeleton rows={8} />
      </div>
    </>
  )
}

/** One-sentence summary of the page, with each count linked to what it counts. */
function OverviewHeadline({ project }: { project: string }) {
  const { data, shown } = useOverview(project)
  return prepareHeadline(data, project, shown).map((part, place) => (
    <Fragment key={part.key}>
      {place > 0 && ', '}
      {part.href ? (
        <Link href={part.href} className="link">
          {part.text}
        </Link>
      ) : (
        part.text
      )}
    </Fragment>
  ))
}

// Loaded lazily: only projects without runs show it.
const Onboarding = dynamic(orMissing(() => import('./onboarding'), 'Onboarding'))

type FirstRunsProps = { project: string; hasRuns: boolean; onLeave: () => void }

/** Onboarding, with a button to the overview after the first run arrived. */
function FirstRuns({ project, hasRuns, onLeave }: FirstRunsProps) {
  return (
    <>
      <Onboarding project={project} />
      {hasRuns && (
        <p className="mx-auto mt-6 max-w-3xl animate-arrive">
          <Button variant="primary" onClick={onLeave}>
            Show the overview
          </Button>
        </p>
      )}
    </>
  )
}
