'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { useQueryState } from 'nuqs'
import { type ReactNode, useDeferredValue } from 'react'
import { ChartFrame } from '@/components/charts/chart-frame'
import { PlotSkeleton } from '@/components/charts/chart-parts'
import { CountBars } from '@/components/charts/count-bars'
import { PartBoundary } from '@/components/domain-ui/part-boundary'
import { Panel } from '@/components/ui/panel'
import { Select } from '@/components/ui/select'
import type { FailureGroupDetail } from '@/lib/contracts/failure-groups'
import { ranges } from '@/lib/contracts/vocabulary'
import { escalationSentence, prepareFailureTrend } from '@/lib/presentation/charts/prepare-failure-trend'
import { rangeLabels } from '@/lib/presentation/labels/verdicts'
import { failureGroupQuery, failureRangeParser } from '@/lib/queries/failure-search'
import { FailurePlaces } from './failure-places'

type FailureFrequencyProps = { project: string; fingerprint: string }

/** Trend and places of a group within the chosen range. A range that cannot be loaded leaves the rest of the page. */
export function FailureFrequency({ project, fingerprint }: FailureFrequencyProps) {
  const [range, setRange] = useQueryState('range', failureRangeParser.withOptions({ history: 'push', scroll: false }))
  const choice = (
    <Select
      label="When"
      className="w-36"
      value={range}
      onChange={(next) => void setRange(next)}
      options={ranges.map((value) => ({ value, label: rangeLabels[value] }))}
    />
  )
  const inPanel = (content: ReactNode) => (
    <Panel title="Frequency" actions={choice}>
      {content}
    </Panel>
  )
  return (
    <PartBoundary fallback={inPanel(<PlotSkeleton />)} frame={inPanel}>
      <WithinRange project={project} fingerprint={fingerprint} range={range} choice={choice} />
    </PartBoundary>
  )
}

type WithinRangeProps = FailureFrequencyProps & { range: (typeof ranges)[number]; choice: ReactNode }

function WithinRange({ project, fingerprint, range, choice }: WithinRangeProps) {
  const shown = useDeferredValue(range)
  const { data } = useSuspenseQuery(failureGroupQuery(project, fingerprint, shown))
  const isBusy = shown !== range
  return (
    <div aria-busy={isBusy} className={isBusy ? 'grid gap-8 opacity-60 transition-opacity' : 'grid gap-8'}>
      <Trend project={project} data={data} choice={choice} />
      <FailurePlaces project={project} data={data} range={shown} />
    </div>
  )
}

type TrendProps = { project: string; data: FailureGroupDetail; choice: ReactNode }

function Trend({ project, data, choice }: TrendProps) {
  const model = prepareFailureTrend(data, project)
  return (
    <ChartFrame
      title="Frequency"
      summary={model.summary}
      table={model.table}
      actions={choice}
      reading="Dark: began here. Light: inherited from a failed dependency."
    >
      <CountBars model={model} />
      <p className="mt-2 text-ink-2 text-sm">{escalationSentence(data.escalation)}</p>
    </ChartFrame>
  )
}
