'use client'

import { useQueryState, useQueryStates } from 'nuqs'
import { parseAsInteger } from 'nuqs/server'
import { auditSearchParsers } from '@/lib/queries/audit-search'

/** The filters in the address; a change is a step that the back button takes back. */
export function useAuditSearch() {
  const [search, setSearch] = useQueryStates(auditSearchParsers, { history: 'push', scroll: false })
  const isFiltered = Object.values(search).some((value) => value !== null)
  return { search, isFiltered, change: setSearch, clear: () => void setSearch(null) }
}

/** The number of the event that is open, in the address, so that it can be sent to somebody. */
export function useOpenEvent() {
  return useQueryState('event', parseAsInteger.withOptions({ scroll: false }))
}
