import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FilterGroup } from '@/components/ui/filter-options'
import { facetsMost } from '@/lib/contracts/limits'
import { queryOf } from '@/lib/queries/query-of'

/** The filter by chain: the first chains by name and those chosen; the others are found on the server while typing. */
export function useChainGroup(
  project: string,
  chosen: readonly string[],
  onChange: (chosen: string[]) => void,
): FilterGroup {
  const [text, setText] = useState<string | null>(null)
  const { data } = useQuery({
    ...queryOf('GET /api/v1/runs/facets', text ? { text } : {}, { project }),
    placeholderData: keepPreviousData,
  })
  const known = data?.chains.map(({ name }) => name) ?? []
  return {
    title: 'Chain',
    options: [...new Set([...known, ...chosen])].map((name) => ({ value: name, label: name })),
    chosen,
    search: { text, isCut: known.length >= facetsMost.chains, onChange: setText },
    onChange,
  }
}
