'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useQueryState } from 'nuqs'
import { parseAsInteger } from 'nuqs/server'
import { useId } from 'react'
import { FilterBar, FilterChip } from '@/components/ui/filter-bar'
import { FilterMenu } from '@/components/ui/filter-menu'
import { Input } from '@/components/ui/input'
import { useFilters } from '@/components/ui/use-filters'
import { auditActionLabel } from '@/lib/presentation/labels/audit'
import { auditList, auditSearchParsers, toAuditListInput } from '@/lib/queries/audit-search'

export function AuditFilters({ project }: { project: string }) {
  const { search, isFiltered, change, clear } = useAuditSearch()
  const found = useInfiniteQuery(auditList(project, toAuditListInput(search))).data?.pages[0]
  const valuesOf = (known: readonly string[] | undefined, chosen: readonly string[] | null) => [
    ...new Set([...(known ?? []), ...(chosen ?? [])]),
  ]
  const orNull = (chosen: string[]) => (chosen.length > 0 ? chosen : null)
  return (
    <FilterBar onClear={isFiltered ? clear : null}>
      <FilterMenu
        title="Who"
        options={valuesOf(found?.actors, search.actor).map((value) => ({ value, label: value }))}
        chosen={search.actor ?? []}
        onChange={(chosen) => void change({ actor: orNull(chosen) })}
      />
      <FilterMenu
        title="What"
        options={valuesOf(found?.actions, search.action).map((value) => ({
          value,
          label: auditActionLabel(value),
        }))}
        chosen={search.action ?? []}
        onChange={(chosen) => void change({ action: orNull(chosen) })}
      />
      <DayInput label="From" value={search.from} onChange={(from) => void change({ from })} />
      <DayInput label="To" value={search.to} onChange={(to) => void change({ to })} />
      {search.subject !== null && (
        <FilterChip onRemove={() => void change({ subject: null })}>Limited to one subject</FilterChip>
      )}
    </FilterBar>
  )
}

type DayInputProps = { label: string; value: Date | null; onChange: (day: Date | null) => void }

/** Date field for a whole day in UTC. */
function DayInput({ label, value, onChange }: DayInputProps) {
  const id = useId()
  return (
    <span className="flex items-center gap-1.5 text-ink-2 text-sm" title="Whole days in UTC">
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        type="date"
        className="w-36"
        value={value?.toISOString().slice(0, 10) ?? ''}
        onChange={({ target }) => onChange(target.valueAsDate)}
      />
    </span>
  )
}

export const useAuditSearch = () => useFilters(auditSearchParsers)

/** Sequence number of the open event, kept in the URL so that it can be shared. */
export function useOpenEvent() {
  return useQueryState('event', parseAsInteger.withOptions({ scroll: false }))
}
