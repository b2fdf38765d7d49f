'use client'

import { useQueryStates } from 'nuqs'
import { gateSearchParsers } from '@/lib/queries/gate-search'

/** The filters in the address; a change is a step that the back button takes back. */
export function useGateSearch() {
  const [search, setSearch] = useQueryStates(gateSearchParsers, { history: 'push', scroll: false })
  return { search, change: setSearch, clear: () => void setSearch(null) }
}
