'use client'

import { useQuery } from '@tanstack/react-query'
import { FilterMenu } from '@/components/runs/filter-menu'
import { Select } from '@/components/ui/select'
import { ranges } from '@/lib/contracts/vocabulary'
import { rangeLabels } from '@/lib/format/labels'
import { runQueries } from '@/lib/queries/runs'
import { useOverviewSearch } from './use-overview-search'

/** Which time and which chains the page is about. */
export function OverviewFilters({ project }: { project: string }) {
  const { search, change } = useOverviewSearch()
  const known = useQuery(runQueries.facets(project)).data?.chains.map((chain) => chain.name) ?? []
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
