'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useQueryState } from 'nuqs'
import { parseAsString } from 'nuqs/server'
import { SearchBox } from '@/components/shell/search-box'
import { FilterBar, FilterChip, FilterToggle } from '@/components/ui/filter-bar'
import { FilterMenu } from '@/components/ui/filter-menu'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { useFilters } from '@/components/ui/use-filters'
import type { DeadLetterCategory } from '@/lib/contracts/dead-letters'
import { NAMED_MOST } from '@/lib/contracts/limits'
import { deadLetterCategories, deadLetterStatuses } from '@/lib/contracts/vocabulary'
import { formatCount } from '@/lib/presentation/format/number'
import { deadLetterCategoryLabels, deadLetterStatusLabels } from '@/lib/presentation/labels/dead-letters'
import { deadLetterList, deadLetterSearchParsers } from '@/lib/queries/dead-letter-search'

const ANY = 'any'

export function DeadLetterFilters({ project }: { project: string }) {
  const { search, isFiltered, change, clear } = useDeadLetterSearch()
  const found = useInfiniteQuery(deadLetterList(project, search)).data?.pages[0]
  const operations = [...new Set([...(found?.operations ?? []), ...(search.operation ?? [])])]
  const segments = [
    { value: ANY, label: 'All' },
    ...deadLetterStatuses.map((status) => ({
      value: status,
      label: (
        <>
          {deadLetterStatusLabels[status]}
          {/* On a phone all states are in sight without the zeros. */}
          {found && (
            <span className={clsx('text-ink-3', found.counts[status] === 0 && 'max-sm:hidden')}>
              {formatCount(found.counts[status])}
            </span>
          )}
        </>
      ),
    })),
  ]
  return (
    <FilterBar
      search={
        <SearchBox
          noun="dead letters"
          placeholder="Operation, error, run, session"
          text={search.text}
          onChange={(text) => void change({ text })}
        />
      }
      onClear={isFiltered ? clear : null}
    >
      <div className="max-w-full overflow-x-auto">
        <SegmentedControl
          label="Status"
          value={search.status ?? ANY}
          onChange={(value) => void change({ status: deadLetterStatuses.find((status) => status === value) ?? null })}
          segments={segments}
        />
      </div>
      <FilterMenu
        title="Category"
        options={deadLetterCategories.map((value) => ({ value, label: deadLetterCategoryLabels[value] }))}
        chosen={search.category ?? []}
        onChange={(chosen) => void change({ category: chosen.length > 0 ? chosen.filter(isCategory) : null })}
      />
      <FilterMenu
        title="Operation"
        options={operations.map((value) => ({ value, label: value }))}
        chosen={search.operation ?? []}
        isPartial={(found?.operations.length ?? 0) >= NAMED_MOST}
        onChange={(chosen) => void change({ operation: chosen.length > 0 ? chosen : null })}
      />
      <FilterToggle isOn={search.person !== null} onChange={(isOn) => void change({ person: isOn ? 'true' : null })}>
        Waits for a person
      </FilterToggle>
      {search.runId !== null && (
        <FilterChip onRemove={() => void change({ runId: null })}>Only of run {search.runId}</FilterChip>
      )}
    </FilterBar>
  )
}

function isCategory(value: string): value is DeadLetterCategory {
  return deadLetterCategories.some((category) => category === value)
}

export const useDeadLetterSearch = () => useFilters(deadLetterSearchParsers)

/** Id of the open item, kept in the URL so that it can be shared. */
export function useOpenItem() {
  return useQueryState('item', parseAsString.withOptions({ scroll: false }))
}
