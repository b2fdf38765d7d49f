'use client'

import { useQueryStates } from 'nuqs'
import { type RunSearch, runSearchParsers } from '@/lib/queries/run-search'

export type RunSearchPatch = { [Key in keyof RunSearch]?: RunSearch[Key] | null }

/** The filters and the order in the address; a change is a step that the back button takes back. */
export function useRunSearch() {
  const [search, setSearch] = useQueryStates(runSearchParsers, { history: 'push', scroll: false })
  return { search, change: (patch: RunSearchPatch) => void setSearch(patch), clear: () => void setSearch(null) }
}
