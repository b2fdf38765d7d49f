import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FilterGroup } from '@/components/ui/filter-options'
import { facetsMost } from '@/lib/contracts/limits'
import type { InputAt, OutputAt } from '@/lib/contracts/targets'
import { queryOf } from '@/lib/queries/query-of'

type Facets = OutputAt<'GET /api/v1/runs/facets'>

/** What runs are filtered by, of which the server finds more by the words that are typed. */
export type Facet = {
  title: string
  /** The field of the request with these words. */
  field: 'text' | 'version' | 'tag'
  /** The first values, and whether there are more. */
  read: (facets: Facets) => { values: readonly string[]; isCut: boolean }
}

/** The filter by a facet: the first values and those chosen; the others are found on the server while typing. */
export function useFacetGroup(
  project: string,
  { title, field, read }: Facet,
  chosen: readonly string[],
  onChange: (chosen: string[]) => void,
  within: InputAt<'GET /api/v1/runs/facets'> = {},
): FilterGroup {
  const [text, setText] = useState<string | null>(null)
  const { data } = useQuery({
    ...queryOf('GET /api/v1/runs/facets', text ? { ...within, [field]: text } : within, { project }),
    placeholderData: keepPreviousData,
  })
  const { values, isCut } = data ? read(data) : { values: [], isCut: false }
  // In sight, where not all that follow are.
  const others = chosen.filter((value) => !values.includes(value))
  return {
    title,
    options: [...others, ...values].map((value) => ({ value, label: value })),
    chosen,
    search: { text, isCut, onChange: setText },
    onChange,
  }
}

const chainFacet: Facet = {
  title: 'Chain',
  field: 'text',
  read: ({ chains }) => ({ values: chains.map(({ name }) => name), isCut: chains.length >= facetsMost.chains }),
}

export const useChainGroup = (project: string, chosen: readonly string[], onChange: (chosen: string[]) => void) =>
  useFacetGroup(project, chainFacet, chosen, onChange)
