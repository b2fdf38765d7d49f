'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useQueryState } from 'nuqs'
import { parseAsInteger } from 'nuqs/server'
import { useId } from 'react'
import { DayInput } from '@/components/ui/day-input'
import { FilterBar, FilterChip } from '@/components/ui/filter-bar'
import { FilterMenu } from '@/components/ui/filter-menu'
import { useTimeZone } from '@/components/ui/time'
import { useFilters } from '@/components/ui/use-filters'
import { NAMED_MOST } from '@/lib/contracts/limits'
import { fromDayField, toDayField } from '@/lib/presentation/format/zoned-fields'
import { auditActionLabel } from '@/lib/presentation/labels/audit'
import { auditList, auditSearchParsers, toAuditListInput } from '@/lib/queries/audit-search'

/** Filters of the audit log. `From` and `To` are days in the project's time zone, both included. */
export function AuditFilters({ project }: { project: string }) {
  const { search, isFiltered, change, clear } = useAuditSearch()
  const timeZone = useTimeZone()
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
        isPartial={(found?.actors.length ?? 0) >= NAMED_MOST}
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
      <DayFilter
        label="From"
        value={toDayField(search.from, timeZone)}
        onChange={(day) => void change({ from: fromDayField(day, 0, timeZone) })}
      />
      <DayFilter
        label="To"
        value={toDayField(search.to && new Date(search.to.getTime() - 1), timeZone)}
        onChange={(day) => void change({ to: fromDayField(day, 1, timeZone) })}
      />
      {search.subject !== null && (
        <FilterChip onRemove={() => void change({ subject: null })}>Limited to one subject</FilterChip>
      )}
    </FilterBar>
  )
}

type DayFilterProps = { label: string; value: string; onChange: (day: string) => void }

function DayFilter({ label, value, onChange }: DayFilterProps) {
  const id = useId()
  return (
    <span className="flex items-center gap-1.5 text-ink-2 text-sm">
      <label htmlFor={id}>{label}</label>
      <DayInput id={id} className="w-36" value={value} onChange={onChange} />
    </span>
  )
}

export const useAuditSearch = () => useFilters(auditSearchParsers)

/** Sequence number of the open event, kept in the URL so that it can be shared. */
export function useOpenEvent() {
  return useQueryState('event', parseAsInteger.withOptions({ scroll: false }))
}
