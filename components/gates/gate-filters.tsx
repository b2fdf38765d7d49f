'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { gateKindLabels } from '@/components/domain-ui/gate-mark'
import { useChainGroup } from '@/components/domain-ui/use-chain-group'
import { SearchBox } from '@/components/shell/search-box'
import { FilterBar } from '@/components/ui/filter-bar'
import { FilterMenu } from '@/components/ui/filter-menu'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { Select } from '@/components/ui/select'
import { useFilters } from '@/components/ui/use-filters'
import { gateKinds, gateStates } from '@/lib/contracts/vocabulary'
import { formatCount } from '@/lib/presentation/format/number'
import { gateStateLabels } from '@/lib/presentation/labels/verdicts'
import { gateList, gateSearchParsers, toGateListInput } from '@/lib/queries/gates'

const ANY = 'any'

export function GateFilters({ project }: { project: string }) {
  const { search, isFiltered, change, clear } = useGateSearch()
  const counts = useInfiniteQuery(gateList(project, toGateListInput(search))).data?.pages[0]?.counts
  const chains = useChainGroup(project, search.chain ?? [], (chosen) =>
    change({ chain: chosen.length > 0 ? chosen : null }),
  )
  const segments = [
    { value: ANY, label: 'All' },
    ...gateStates.map((state) => ({
      value: state,
      label: (
        <>
          {gateStateLabels[state]}
          {/* On a phone all states are in sight without the zeros. */}
          {counts && (
            <span className={clsx('text-ink-3', counts[state] === 0 && 'max-sm:hidden')}>
              {formatCount(counts[state])}
            </span>
          )}
        </>
      ),
    })),
  ]
  return (
    <FilterBar
      search={
        <SearchBox noun="gates" placeholder="Search titles" text={search.text} onChange={(text) => change({ text })} />
      }
      onClear={isFiltered ? clear : null}
    >
      <div className="max-w-full overflow-x-auto">
        <SegmentedControl
          label="State"
          value={search.state ?? ANY}
          onChange={(value) => change({ state: gateStates.find((state) => state === value) ?? null })}
          segments={segments}
        />
      </div>
      <Select
        label="Owner"
        className="w-36"
        value={search.mine ? 'mine' : ANY}
        onChange={(value) => change({ mine: value === 'mine' ? true : null })}
        options={[
          { value: ANY, label: 'Every owner' },
          { value: 'mine', label: 'Mine' },
        ]}
      />
      <Select
        label="Kind"
        className="w-40"
        value={search.kind ?? ANY}
        onChange={(value) => change({ kind: gateKinds.find((kind) => kind === value) ?? null })}
        options={[
          { value: ANY, label: 'Every kind' },
          ...gateKinds.map((kind) => ({ value: kind, label: gateKindLabels[kind] })),
        ]}
      />
      {/* Also while the chains load, so that the list does not move down when they are there. */}
      {(chains.options.length !== 1 || chains.search?.text) && <FilterMenu {...chains} />}
    </FilterBar>
  )
}

export const useGateSearch = () => useFilters(gateSearchParsers)
