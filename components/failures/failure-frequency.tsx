'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { useQueryState } from 'nuqs'
import { type ReactNode, useDeferredValue } from 'react'
import { ChartFrame } from '@/components/charts/chart-frame'
import { PlotSkeleton } from '@/components/charts/chart-parts'
import { CountBars, HitBars } from '@/components/charts/count-bars'
import { PartBoundary } from '@/components/domain-ui/part-boundary'
import { RangeSelect } from '@/components/domain-ui/range-select'
import { Panel } from '@/components/ui/panel'
import { useTimeZone } from '@/components/ui/time'
import type { FailureGroupDetail } from '@/lib/contracts/failure-groups'
import type { Range } from '@/lib/contracts/primitives'
import type { FailureHit } from '@/lib/presentation/charts/prepare-failure-classes'
import { escalationSentence, prepareFailureTrend } from '@/lib/presentation/charts/prepare-failure-strip'
import { formatListed } from '@/lib/presentation/format/number'
import { failurePlace } from '@/lib/presentation/labels/failures'
import { runsHref } from '@/lib/presentation/links'
import { failureGroupQuery, failureRangeParser } from '@/lib/queries/failure-search'

type FailureFrequencyProps = { project: string; fingerprint: string }

/** Trend and places of a group within the chosen range. A range that cannot be loaded leaves the rest of the page. */
export function FailureFrequency({ project, fingerprint }: FailureFrequencyProps) {
  const [range, setRange] = useQueryState('range', failureRangeParser.withOptions({ history: 'push', scroll: false }))
  const choice = <RangeSelect value={range} onChange={(next) => void setRange(next)} />
  const inPanel = (content: ReactNode) => (
    <Panel title="Frequency" actions={choice}>
      {content}
    </Panel>
  )
  return (
    <PartBoundary fallback={inPanel(<PlotSkeleton />)} isSteady frame={inPanel}>
      <WithinRange project={project} fingerprint={fingerprint} range={range} choice={choice} />
    </PartBoundary>
  )
}

type WithinRangeProps = FailureFrequencyProps & { range: Range; choice: ReactNode }

function WithinRange({ project, fingerprint, range, choice }: WithinRangeProps) {
  const shown = useDeferredValue(range)
  const { data } = useSuspenseQuery(failureGroupQuery(project, fingerprint, shown))
  const isBusy = shown !== range
  return (
    <div aria-busy={isBusy} className="grid gap-8 aria-busy:opacity-60 aria-busy:transition-opacity">
      <Trend project={project} data={data} choice={choice} />
      <FailurePlaces project={project} data={data} range={shown} />
    </div>
  )
}

type TrendProps = { project: string; data: FailureGroupDetail; choice: ReactNode }

function Trend({ project, data, choice }: TrendProps) {
  const model = prepareFailureTrend(data, { project, timeZone: useTimeZone() })
  return (
    <ChartFrame
      title="Frequency"
      summary={model.summary}
      table={model.table}
      actions={choice}
      reading="Dark: began here. Light: inherited from a failed dependency."
    >
      <CountBars model={model} />
      <p className="mt-2 text-ink-2 text-sm">{escalationSentence(data)}</p>
    </ChartFrame>
  )
}

const SHOWN = 8

type FailurePlacesProps = { project: string; data: FailureGroupDetail; range: Range }

/** Versions and nodes in which the failure occurred. */
function FailurePlaces({ project, data, range }: FailurePlacesProps) {
  const { group, nodes, versions } = data
  const fingerprint = group.fingerprint
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      <Panel title="Versions" note={more(data.versionCount)}>
        <Hits
          hits={versions.map((one) => ({
            ...one,
            name: `${one.chain} ${one.version}`,
            href: runsHref(project, { fingerprint, chain: one.chain, version: one.version, range }),
          }))}
        />
      </Panel>
      <Panel title="Steps" note={more(nodes.length)}>
        <Hits
          hits={nodes.map((one) => ({
            ...one,
            name: failurePlace(one.node),
            href: runsHref(project, { fingerprint, node: one.node, range }),
          }))}
        />
      </Panel>
    </div>
  )
}

const more = (count: number) => (count > SHOWN ? formatListed(SHOWN, 'with the most', count) : undefined)

function Hits({ hits }: { hits: readonly FailureHit[] }) {
  return hits.length === 0 ? (
    <p className="text-ink-2 text-sm">None in this period.</p>
  ) : (
    <HitBars hits={hits.slice(0, SHOWN)} />
  )
}
