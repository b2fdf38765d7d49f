'use client'

import { useQueryStates } from 'nuqs'
import { SearchBox } from '@/components/shell/search-box'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { sessionStates } from '@/lib/contracts/vocabulary'
import { sessionStateLabels } from '@/lib/presentation/labels/thinking'
import { thinkingSearchParsers } from '@/lib/queries/thinking-search'

const ANY = 'any'

/** Filters of the sessions: state, and text in the target or id. */
export function SessionFilters() {
  const { search, change } = useThinkingSearch()
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <SearchBox
        noun="sessions"
        placeholder="Target or session id"
        text={search.text}
        onChange={(text) => void change({ text })}
      />
      <SegmentedControl
        label="State"
        value={search.state ?? ANY}
        onChange={(value) => change({ state: sessionStates.find((state) => state === value) ?? null })}
        segments={[
          { value: ANY, label: 'All' },
          ...sessionStates.map((state) => ({ value: state, label: sessionStateLabels[state] })),
        ]}
      />
    </div>
  )
}

/** Filters in the URL. */
export function useThinkingSearch() {
  const [search, setSearch] = useQueryStates(thinkingSearchParsers, { scroll: false })
  return { search, change: setSearch, clear: () => void setSearch(null) }
}
