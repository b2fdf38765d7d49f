'use client'

import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { describeFilters } from './describe-filters'
import { useRunSearch } from './use-run-search'

/** The filters in force, each one removable. Nothing is shown while there is none. */
export function FilterChips() {
  const { search, change, clear } = useRunSearch()
  const filters = describeFilters(search)
  if (filters.length === 0) return null
  return (
    <ul aria-label="Filters in force" className="mb-4 flex flex-wrap items-center gap-1.5">
      {filters.map((filter) => (
        <li key={filter.key}>
          <Chip label={`${filter.label}: ${filter.text}`} onRemove={() => change({ [filter.key]: null })}>
            <span className="text-ink-3">{filter.label}</span>
            <span className="max-w-64 truncate font-medium" title={filter.text}>
              {filter.text}
            </span>
          </Chip>
        </li>
      ))}
      <li>
        <Button variant="ghost" size="sm" onClick={clear}>
          Clear filters
        </Button>
      </li>
    </ul>
  )
}
