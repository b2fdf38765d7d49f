'use client'

import { useQueryStates } from 'nuqs'
import { useDeferredValue } from 'react'
import { overviewSearchParsers, toOverviewInput } from '@/lib/queries/overview-search'

/** Range and chains in the address; a change is a step that the back button takes back. */
export function useOverviewSearch() {
  const [search, setSearch] = useQueryStates(overviewSearchParsers, { history: 'push', scroll: false })
  return { search, change: setSearch }
}

/** The range and chains to show: while others are fetched, those in sight stay, and `isBusy` says so. */
export function useShownSearch() {
  const { search } = useOverviewSearch()
  const shown = useDeferredValue(search)
  return { shown, input: toOverviewInput(shown), isBusy: shown !== search }
}
