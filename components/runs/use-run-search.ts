'use client'

import { useQueryStates } from 'nuqs'
import { type RunSearch, runSearchParsers } from '@/lib/queries/run-search'

export type RunSearchPatch = { [Key in keyof RunSearch]?: RunSearch[Key] | null }

/** Filters and sort order in the URL. Each change adds a history entry. */
export function useRunSearch() {
  const [search, setSearch] = useQueryStates(runSearchParsers, { history: 'push', scroll: false })
  return { search, change: (patch: RunSearchPatch) => void setSearch(patch), clear: () => void setSearch(null) }
}
