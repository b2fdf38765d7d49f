'use client'

import { useQueryStates } from 'nuqs'
import { thinkingSearchParsers } from '@/lib/queries/thinking-search'

/** The filters in the address. */
export function useThinkingSearch() {
  const [search, setSearch] = useQueryStates(thinkingSearchParsers, { scroll: false })
  return { search, change: setSearch, clear: () => void setSearch(null) }
}
