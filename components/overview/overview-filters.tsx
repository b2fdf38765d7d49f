'use client'

import { useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { useDeferredValue } from 'react'
import { FilterMenu } from '@/components/ui/filter-menu'
import { Select } from '@/components/ui/select'
import { ranges } from '@/lib/contracts/vocabulary'
import { rangeLabels } from '@/lib/presentation/labels/verdicts'
import { overviewSearchParsers, toOverviewInput } from '@/lib/queries/overview-search'
import { queryOf } from '@/lib/queries/query-of'

/** Filters of the overview: time range and chains. */
export function OverviewFilters({ project }: { project: string }) {
  const { search, change } = useOverviewSearch()
  const known =
    useQuery(queryOf('GET /api/v1/runs/facets', {}, { project })).data?.chains.map((chain) => chain.name) ?? []
  const names = [...new Set([...known, ...search.chain])]
  return (
    <>
      <Select
        label="When"
        className="w-36"
        value={search.range}
        onChange={(range) => void change({ range })}
        options={ranges.map((range) => ({ value: range, label: rangeLabels[range] }))}
      />
      <FilterMenu
        label="Chain"
        groups={[
          {
            title: 'Chain',
            options: names.map((name) => ({ value: name, label: name })),
            chosen: search.chain,
            onChange: (chain) => void change({ chain }),
          },
        ]}
      />
    </>
  )
}

/** Range and chains in the URL. Each change adds a history entry. */
export function useOverviewSearch() {
  const [search, setSearch] = useQueryStates(overviewSearchParsers, { history: 'push', scroll: false })
  return { search, change: setSearch }
}

/** Returns the range and chains to show. While new ones load, returns the previous ones with `isBusy`. */
export function useShownSearch() {
  const { search } = useOverviewSearch()
  const shown = useDeferredValue(search)
  return { shown, input: toOverviewInput(shown), isBusy: shown !== search }
}
