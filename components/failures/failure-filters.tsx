'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { ExportMenu } from '@/components/domain-ui/export-menu'
import { ListViews } from '@/components/domain-ui/list-views'
import { RangeSelect } from '@/components/domain-ui/range-select'
import { useChainGroup } from '@/components/domain-ui/use-chain-group'
import { SearchBox } from '@/components/shell/search-box'
import { FilterBar, FilterChip, FilterToggle } from '@/components/ui/filter-bar'
import { FilterMenu } from '@/components/ui/filter-menu'
import { Select } from '@/components/ui/select'
import type { FailureStatus } from '@/lib/contracts/failures'
import type { FailureClass } from '@/lib/contracts/primitives'
import { failureClasses, failureSorts, failureStatuses } from '@/lib/contracts/vocabulary'
import { formatCount } from '@/lib/presentation/format/number'
import { failurePlace, failureSortLabels, failureStatusLabels } from '@/lib/presentation/labels/failures'
import { failureClassLabels } from '@/lib/presentation/labels/verdicts'
import { failureList, failureSearchParsers, toFailureListInput } from '@/lib/queries/failure-search'

export function FailureFilters({ project }: { project: string }) {
  const { search, isFiltered, change, clear } = useFailureSearch()
  const counts = useInfiniteQuery(failureList(project, toFailureListInput(search))).data?.pages[0]?.counts
  const chains = useChainGroup(project, search.chain ?? [], (chosen) => void change({ chain: orNull(chosen) }))
  return (
    <FilterBar
      search={
        <SearchBox
          noun="failures"
          placeholder="Search messages or steps"
          text={search.text}
          onChange={(text) => void change({ text })}
        />
      }
      onClear={isFiltered ? clear : null}
    >
      <FilterMenu
        title="Status"
        options={failureStatuses.map((value) => ({
          value,
          label: failureStatusLabels[value],
          ...(counts && { hint: formatCount(counts[value]) }),
        }))}
        chosen={search.status ?? []}
        onChange={(chosen) => void change({ status: orNull(chosen.filter(isStatus)) })}
      />
      <FilterMenu
        title="Class"
        options={failureClasses.map((value) => ({ value, label: failureClassLabels[value] }))}
        chosen={search.failureClass ?? []}
        onChange={(chosen) => void change({ failureClass: orNull(chosen.filter(isClass)) })}
      />
      <FilterMenu {...chains} />
      <FilterToggle isOn={search.owner === 'me'} onChange={(isOn) => void change({ owner: isOn ? 'me' : null })}>
        Mine
      </FilterToggle>
      {search.status === null && (
        <FilterToggle isOn={search.over !== null} onChange={(isOn) => void change({ over: isOn ? 'shown' : null })}>
          Archived and resolved
        </FilterToggle>
      )}
      {search.owner !== null && search.owner !== 'me' && (
        <FilterChip onRemove={() => void change({ owner: null })}>
          {search.owner === 'none' ? 'Unassigned' : 'Of one owner'}
        </FilterChip>
      )}
      {search.node !== null && (
        <FilterChip onRemove={() => void change({ node: null })}>Only at {failurePlace(search.node)}</FilterChip>
      )}
    </FilterBar>
  )
}

/** Saved views, export, time range and sort order of the page. */
export function FailureRangeAndOrder({ project }: { project: string }) {
  const { search, change } = useFailureSearch()
  return (
    <>
      <RangeSelect value={search.range} onChange={(range) => void change({ range })} />
      <Select
        label="Order"
        className="w-40"
        value={search.sort}
        onChange={(sort) => void change({ sort })}
        options={failureSorts.map((value) => ({ value, label: failureSortLabels[value] }))}
      />
      <ListViews project={project} screen="failures" />
      <ExportMenu project={project} target="GET /api/v1/failures" input={toFailureListInput(search)} />
    </>
  )
}

const orNull = <T,>(chosen: T[]) => (chosen.length > 0 ? chosen : null)
const isStatus = (value: string): value is FailureStatus => failureStatuses.some((status) => status === value)
const isClass = (value: string): value is FailureClass => failureClasses.some((name) => name === value)

/** Filters in the URL. Each change adds a history entry. */
export function useFailureSearch() {
  const [search, setSearch] = useQueryStates(failureSearchParsers, { history: 'push', scroll: false })
  const { range: _, sort: __, over: ___, ...filters } = search
  const isFiltered = Object.values(filters).some((value) => value !== null)
  const clear = () =>
    void setSearch({ text: null, status: null, failureClass: null, chain: null, node: null, owner: null })
  return { search, isFiltered, change: setSearch, clear }
}
