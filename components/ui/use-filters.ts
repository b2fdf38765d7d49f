import { type UseQueryStatesKeysMap, useQueryStates } from 'nuqs'

/** Filters in the URL. Each change adds a history entry. `isFiltered`: whether any is set, for those without a default. */
export function useFilters<M extends UseQueryStatesKeysMap>(parsers: M) {
  const [search, change] = useQueryStates(parsers, { history: 'push', scroll: false })
  const isFiltered = Object.values(search).some((value) => value !== null)
  return { search, isFiltered, change, clear: () => void change(null) }
}
