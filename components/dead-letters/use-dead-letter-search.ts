'use client'

import { useQueryState, useQueryStates } from 'nuqs'
import { parseAsString } from 'nuqs/server'
import { deadLetterSearchParsers } from '@/lib/queries/dead-letter-search'

/** The filters in the address; a change is a step that the back button takes back. */
export function useDeadLetterSearch() {
  const [search, setSearch] = useQueryStates(deadLetterSearchParsers, { history: 'push', scroll: false })
  const isFiltered = Object.values(search).some((value) => value !== null)
  return { search, isFiltered, change: setSearch, clear: () => void setSearch(null) }
}

/** The item that is open, in the address, so that it can be sent to somebody. */
export function useOpenItem() {
  return useQueryState('item', parseAsString.withOptions({ scroll: false }))
}
