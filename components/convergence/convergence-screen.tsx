'use client'

import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { ListViews } from '@/components/domain-ui/list-views'
import { PartBoundary } from '@/components/domain-ui/part-boundary'
import { RangeSelect } from '@/components/domain-ui/range-select'
import { useChainGroup } from '@/components/domain-ui/use-chain-group'
import { Button } from '@/components/ui/button'
import { FilterMenu } from '@/components/ui/filter-menu'
import { useSpokenCount } from '@/components/ui/more-rows'
import { PageHeader } from '@/components/ui/page-header'
import { Select } from '@/components/ui/select'
import { SkeletonRows } from '@/components/ui/skeleton'
import { StatePanel } from '@/components/ui/state-panel'
import { useTimeZone } from '@/components/ui/time'
import { useFilters } from '@/components/ui/use-filters'
import { executionSorts } from '@/lib/contracts/vocabulary'
import { convergenceHeadline, windowSentence } from '@/lib/presentation/charts/prepare-convergence'
import { formatPlural } from '@/lib/presentation/format/number'
import { executionSortLabels } from '@/lib/presentation/labels/runs'
import { type ConvergenceSearch, convergenceSearchParsers, convergenceSummary } from '@/lib/queries/convergence-search'
import { AcceptancePanel, AfterBestPanel, WorthPanel } from './convergence-panels'
import { ExecutionsByState } from './executions-by-state'

/** Page of executions with several attempts: whether retries help, what they cost, and the executions themselves. */
export function ConvergenceScreen({ project }: { project: string }) {
  const { search, change } = useConvergenceSearch()
  const shown = useDeferredValue(search)
  return (
    <>
      <PageHeader
        title="Convergence"
        headline={<Headline project={project} search={search} />}
        actions={
          <>
            <RangeSelect value={search.range} onChange={(range) => void change({ range })} />
            <ChainFilter project={project} />
            <ListViews project={project} screen="convergence" />
          </>
        }
      />
      <div aria-busy={shown !== search} className="aria-busy:opacity-60 aria-busy:transition-opacity">
        <PartBoundary fallback={<SkeletonRows rows={14} />} isSteady>
          <Body project={project} search={shown} />
        </PartBoundary>
      </div>
    </>
  )
}

function Headline({ project, search }: { project: string; search: ConvergenceSearch }) {
  const { data } = useQuery(convergenceSummary(project, search))
  return data ? convergenceHeadline(data) : 'Work that took more than one attempt.'
}

function ChainFilter({ project }: { project: string }) {
  const { search, change } = useConvergenceSearch()
  const chains = useChainGroup(project, search.chain, (chain) => void change({ chain }))
  return <FilterMenu {...chains} />
}

function Body({ project, search }: { project: string; search: ConvergenceSearch }) {
  const { data } = useSuspenseQuery(convergenceSummary(project, search))
  const { change } = useConvergenceSearch()
  const timeZone = useTimeZone()
  const several = data.states.reduce((sum, { count }) => sum + count, 0)
  useSpokenCount(search, `${formatPlural(several, 'execution')} of several attempts`)
  if (data.looked === 0)
    return (
      <NoExecutions
        project={project}
        search={search}
        onAll={() => void change({ range: 'all', chain: null, state: null })}
      />
    )
  const note = windowSentence(data, timeZone)
  return (
    <div className="grid gap-8">
      {note && <p className="-mb-4 text-ink-2 text-sm">{note}</p>}
      <div className="grid gap-8 lg:grid-cols-2">
        <AcceptancePanel project={project} summary={data} search={search} />
        <AfterBestPanel summary={data} />
      </div>
      <WorthPanel project={project} summary={data} />
      <section aria-label="Executions" className="border-t pt-4">
        <header className="mb-2 flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-base">Executions of several attempts</h2>
          <Select
            label="Order"
            className="w-56"
            value={search.sort}
            onChange={(sort) => void change({ sort })}
            options={executionSorts.map((value) => ({ value, label: executionSortLabels[value] }))}
          />
        </header>
        <PartBoundary fallback={<SkeletonRows rows={8} />} isSteady>
          <ExecutionsByState
            project={project}
            search={search}
            summary={data}
            onState={(state) => void change({ state })}
          />
        </PartBoundary>
      </section>
    </div>
  )
}

/** Empty state: no execution matches the filters, or none has several attempts yet. */
function NoExecutions({ project, search, onAll }: { project: string; search: ConvergenceSearch; onAll: () => void }) {
  const { data: whole } = useQuery(convergenceSummary(project, { ...search, range: 'all', chain: [] }))
  const isNarrowed = (whole?.looked ?? 0) > 0
  return (
    <StatePanel
      state="empty"
      title={isNarrowed ? 'No repeated attempts here' : 'No repeated attempts yet'}
      action={isNarrowed ? <Button onClick={onAll}>Show all chains and times</Button> : undefined}
    >
      Send attempts at the same work with one execution name and attempt numbers. This page then shows how many attempts
      acceptance takes, and where another one pays.
    </StatePanel>
  )
}

const useConvergenceSearch = () => useFilters(convergenceSearchParsers)
