'use client'

import dynamic from 'next/dynamic'
import { useMemo } from 'react'
import { ScoreOverTime, ShareGood } from '@/components/charts/over-time'
import { ShareBars } from '@/components/charts/share-bars'
import { FigureTile } from '@/components/domain-ui/figure-tile'
import { HowCounted } from '@/components/domain-ui/how-counted'
import { useScoreSwitch } from '@/components/domain-ui/score-switch'
import { Button } from '@/components/ui/button'
import { orMissing } from '@/components/ui/missing-part'
import { StatePanel } from '@/components/ui/state-panel'
import { RelativeTime, useTimeZone } from '@/components/ui/time'
import { DAY_MS } from '@/lib/contracts/durations'
import type { Range } from '@/lib/contracts/primitives'
import { ranges } from '@/lib/contracts/vocabulary'
import { prepareOverviewFigures } from '@/lib/presentation/charts/prepare-overview'
import {
  measuredScore,
  prepareScoreOverTime,
  prepareShareGood,
} from '@/lib/presentation/charts/prepare-score-over-time'
import { prepareDecisionShares, prepareGradeShares } from '@/lib/presentation/charts/prepare-shares'
import { rangeLabels } from '@/lib/presentation/labels/verdicts'
import { useOverview, useOverviewSearch } from './overview-filters'
import { ChartSkeleton, PanelBoundary, RowsSkeleton } from './panel-boundary'

// Below the fold: loaded after the script of the waiting lists.
const ConvergenceWall = dynamic(orMissing(() => import('./convergence-wall'), 'ConvergenceWall'))
const FailureClassesPanel = dynamic(orMissing(() => import('./failure-panels'), 'FailureClassesPanel'))
const FailureGroupsPanel = dynamic(orMissing(() => import('./failure-panels'), 'FailureGroupsPanel'))
const NodesHitPanel = dynamic(orMissing(() => import('./failure-panels'), 'NodesHitPanel'))
const SpendPanel = dynamic(orMissing(() => import('./spend-panel'), 'SpendPanel'))

/** Trends, convergence and failures of the range, or an empty state if it has no runs. */
export function OverviewBody({ project }: { project: string }) {
  const { data } = useOverview(project)
  if (data.current.runs === 0) return <EmptyRange latestRunAt={data.latestRunAt} to={data.current.to} />
  const isMeasured =
    data.buckets.some(({ good }) => good.of > 0) && Object.values(data.current.grades).some((count) => count > 0)
  return (
    <>
      <div className="grid gap-8 lg:grid-cols-3">
        <div className="min-w-0 lg:col-span-2">
          <ScorePanel project={project} />
        </div>
        <DecisionsPanel project={project} />
      </div>
      <div className="grid gap-8 lg:grid-cols-3">
        {/* One without a drawing is two lines high: above the other it leaves no gap beside the failures. */}
        <div className={isMeasured ? 'contents' : 'grid min-w-0 content-start gap-y-8'}>
          <ShareGoodPanel project={project} />
          <GradesPanel project={project} />
        </div>
        <div className={isMeasured ? 'min-w-0' : 'min-w-0 lg:col-span-2'}>
          <PanelBoundary title="Failures by class" fallback={<ChartSkeleton />}>
            <FailureClassesPanel project={project} />
          </PanelBoundary>
        </div>
      </div>
      {/* Two columns of their own: a short panel leaves no gap beside a long one. */}
      <div className="grid gap-8 lg:grid-cols-2">
        <div className="grid min-w-0 content-start gap-y-8">
          <PanelBoundary title="Failure patterns" fallback={<RowsSkeleton rows={8} />}>
            <FailureGroupsPanel project={project} />
          </PanelBoundary>
          <PanelBoundary title="Steps hit" fallback={<RowsSkeleton rows={3} />}>
            <NodesHitPanel project={project} />
          </PanelBoundary>
        </div>
        <div className="grid min-w-0 content-start gap-y-8">
          <PanelBoundary title="Convergence" fallback={<RowsSkeleton rows={5} />}>
            <ConvergenceWall project={project} />
          </PanelBoundary>
          <PanelBoundary title="Cost and tokens" fallback={<RowsSkeleton rows={5} />}>
            <SpendPanel project={project} />
          </PanelBoundary>
        </div>
      </div>
    </>
  )
}

/** Four figures of the period, compared with the previous period. */
export function OverviewFigures({ project }: { project: string }) {
  const { data, shown } = useOverview(project)
  return (
    <div>
      <div className="grid grid-cols-2 gap-6 lg:grid-cols-4">
        {prepareOverviewFigures(data, project, shown).map(({ key, ...figure }) => (
          <FigureTile key={key} {...figure} />
        ))}
      </div>
      <HowCounted />
    </div>
  )
}

type PanelProps = { project: string }

function ScorePanel({ project }: PanelProps) {
  const { data, shown } = useOverview(project)
  const { score, scoreSwitch } = useScoreSwitch(measuredScore(data.buckets))
  const timeZone = useTimeZone()
  return (
    <ScoreOverTime
      model={prepareScoreOverTime({ ...data, chain: shown.chain, timeZone }, project, score)}
      actions={scoreSwitch}
    />
  )
}

function DecisionsPanel({ project }: PanelProps) {
  const { data, shown } = useOverview(project)
  const model = prepareDecisionShares(data.current, data.previous, {
    project,
    chain: shown.chain,
    running: data.running,
  })
  return <ShareBars title="Decisions" model={model} empty="Every run gets a decision once it has ended." />
}

function GradesPanel({ project }: PanelProps) {
  const { data, shown } = useOverview(project)
  const model = prepareGradeShares(data.current, data.previous, { project, chain: shown.chain })
  const empty = 'Grades appear for runs that are sent with criteria or a contract.'
  return <ShareBars title="Quality check grades" model={model} empty={empty} />
}

function ShareGoodPanel({ project }: PanelProps) {
  const { data, shown } = useOverview(project)
  const { chain } = shown
  const timeZone = useTimeZone()
  const model = useMemo(() => prepareShareGood({ ...data, chain, timeZone }, project), [data, chain, project, timeZone])
  return <ShareGood title="Share good, by trace quality" model={model} />
}

const DAYS: Record<Range, number> = { '24h': 1, '7d': 7, '30d': 30, '90d': 90, all: Number.POSITIVE_INFINITY }

type EmptyRangeProps = {
  /** Time of the newest run of these chains; null if they never ran. */
  latestRunAt: string | null
  /** End of the range. */
  to: string
}

/** Empty state of a range without runs, with a button to show a range or chains that have some. */
function EmptyRange({ latestRunAt, to }: EmptyRangeProps) {
  const { search, change } = useOverviewSearch()
  if (latestRunAt === null) {
    return (
      <StatePanel
        compact
        state="empty"
        title={search.chain.length === 1 ? 'No runs in this chain' : 'No runs in these chains'}
        action={<Button onClick={() => void change({ chain: null })}>Show every chain</Button>}
      />
    )
  }
  const ageDays = (Date.parse(to) - Date.parse(latestRunAt)) / DAY_MS
  const range = ranges.find((candidate) => ageDays < DAYS[candidate]) ?? 'all'
  return (
    <StatePanel
      compact
      state="empty"
      title={`No runs in the ${rangeLabels[search.range].toLowerCase()}`}
      action={
        <Button variant="primary" onClick={() => void change({ range })}>
          Show {rangeLabels[range].toLowerCase()}
        </Button>
      }
    >
      Latest run: <RelativeTime iso={latestRunAt} />.
    </StatePanel>
  )
}
