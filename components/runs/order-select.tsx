'use client'

import { Select } from '@/components/ui/select'
import { runSorts } from '@/lib/contracts/vocabulary'
import { sortLabels } from '@/lib/format/run-labels'
import { useRunSearch } from './use-run-search'

/** The order of the list. Runs without the number it goes by stand last in either direction. */
export function OrderSelect() {
  const { search, change } = useRunSearch()
  return (
    <Select
      label="Order"
      className="w-52"
      value={search.sort}
      onChange={(sort) => change({ sort })}
      options={runSorts.map((sort) => ({ value: sort, label: sortLabels[sort] }))}
    />
  )
}
