'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { RangeSelect } from '@/components/domain-ui/range-select'
import { useChainGroup } from '@/components/domain-ui/use-chain-group'
import { FilterMenu } from '@/components/ui/filter-menu'
import { useFilters } from '@/components/ui/use-filters'
import { overviewQueries, overviewSearchParsers, toOverviewInput } from '@/lib/queries/overview-search'

/** Filters of the overview: time range and chains. */
export function OverviewFilters({ project }: { project: string }) {
  const { search, change } = useOverviewSearch()
  const chains = useChainGroup(project, search.chain, (chain) => void change({ chain }))
  return (
    <>
      <RangeSelect value={search.range} onChange={(range) => void change({ range })} />
      <FilterMenu {...chains} />
    </>
  )
}

export const useOverviewSearch = () => useFilters(overviewSearchParsers)

/** Returns the range and chains to show. While new ones load, returns the previous ones with `isBusy`. */
export function useShownSearch() {
  const { search } = useOverviewSearch()
  const shown = useDeferredValue(search)
  return { shown, input: toOverviewInput(shown), isBusy: shown !== search }
}

/** Returns the figures of the range and chains that are shown. */
export function useOverview(project: string) {
  const { shown, input } = useShownSearch()
  const { data } = useSuspenseQuery(overviewQueries(project, input).figures)
  return { data, shown }
}
