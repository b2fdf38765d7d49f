'use client'

import { useFilters } from '@/components/ui/use-filters'
import { runSearchParsers } from '@/lib/queries/run-search'

/** Filters and sort order in the URL. */
export const useRunSearch = () => useFilters(runSearchParsers)
