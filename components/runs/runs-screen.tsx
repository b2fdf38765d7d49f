'use client'

import { useQuery } from '@tanstack/react-query'
import { Columns3, X } from 'lucide-react'
import { useSearchParams } from 'next/navigation'
import type { ReactNode } from 'react'
import { ExportMenu } from '@/components/domain-ui/export-menu'
import { PartBoundary } from '@/components/domain-ui/part-boundary'
import { ViewsMenu } from '@/components/domain-ui/views-menu'
import { Button } from '@/components/ui/button'
import { DropdownMenu, MenuCheckbox } from '@/components/ui/dropdown-menu'
import { useKeptFocus } from '@/components/ui/kept-focus'
import { PageHeader } from '@/components/ui/page-header'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { useTimeZone } from '@/components/ui/time'
import { runSorts } from '@/lib/contracts/vocabulary'
import { failureName } from '@/lib/presentation/labels/failures'
import { sortLabels } from '@/lib/presentation/labels/runs'
import { runsHref } from '@/lib/presentation/links'
import { queryOf } from '@/lib/queries/query-of'
import { toRunFilters, toRunListInput } from '@/lib/queries/run-search'
import { hideableColumns, narrowOnly, useShownColumns } from './run-columns'
import { RunFilterBar } from './run-filter-bar'
import { describeFilters } from './run-filters'
import { RunList } from './run-list'
import { useRunSearch } from './use-run-search'

/** Page of a project's runs. */
export function RunsScreen({ project }: { project: string }) {
  return (
    <>
      <PageHeader
        title="Runs"
        headline="Everything your agents sent, scored on arrival."
        className="mb-4!"
        actions={
          <>
            <OrderSelect />
            <ColumnMenu />
            <RunViews project={project} />
            <RunExport project={project} />
          </>
        }
      />
      <RunFilterBar project={project} />
      <FilterChips project={project} />
      <PartBoundary fallback={<RunsSkeleton />} isSteady>
        <RunList project={project} />
      </PartBoundary>
    </>
  )
}

/** Saved views of the run list; a view includes the shown columns but not the open side panel. */
function RunViews({ project }: { project: string }) {
  const params = new URLSearchParams(useSearchParams())
  const { shown } = useShownColumns()
  params.delete('peek')
  params.set('columns', shown.join(','))
  return <ViewsMenu project={project} screen="runs" path={runsHref(project)} query={params.toString()} />
}

/** Export of all runs matching the active filters. */
function RunExport({ project }: { project: string }) {
  const { search } = useRunSearch()
  return <ExportMenu project={project} target="GET /api/v1/runs/export" input={toRunFilters(toRunListInput(search))} />
}

/** Sort order of the list. Runs without the sorted value come last in either direction. */
function OrderSelect() {
  const { search, change } = useRunSearch()
  return (
    <Select
      label="Order"
      className="w-52 max-sm:w-40"
      value={search.sort}
      onChange={(sort) => change({ sort })}
      options={runSorts.map((sort) => ({ value: sort, label: sortLabels[sort] }))}
    />
  )
}

/** Removable chips of the active filters; renders nothing if there are none. */
function FilterChips({ project }: { project: string }) {
  const { search, change, clear } = useRunSearch()
  const failure = useFailureName(project, search.fingerprint)
  const timeZone = useTimeZone()
  const filters = describeFilters(search, timeZone).map((filter) =>
    filter.key === 'fingerprint' && failure ? { ...filter, label: 'Kind of failure', text: failure } : filter,
  )
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

/** The name of the kind of failure that the list is filtered by; null until it is known. */
function useFailureName(project: string, group: string | null): string | null {
  const { data } = useQuery({
    ...queryOf('GET /api/v1/failure-groups/{group}', { group: group ?? '' }, { project }),
    enabled: group !== null,
  })
  return data ? failureName(data.group) : null
}

type ChipProps = { label: string; onRemove: () => void; children: ReactNode }

/** Chip of an active filter. `label` is used in the remove button's accessible name. */
function Chip({ label, onRemove, children }: ChipProps) {
  const own = useKeptFocus<HTMLButtonElement>(undefined)
  return (
    <span className="inline-flex h-7 items-center gap-1 rounded-md border bg-sunken pr-0.5 pl-2 text-xs">
      {children}
      <button
        ref={own}
        type="button"
        aria-label={`Remove ${label}`}
        onClick={onRemove}
        className="inline-flex size-6 items-center justify-center rounded-sm text-ink-3 hover:bg-selected hover:text-ink"
      >
        <X className="size-3.5" aria-hidden />
      </button>
    </span>
  )
}

const rows = Array.from({ length: 14 }, (_, row) => `row ${row}`)

function RunsSkeleton() {
  return (
    <div role="status" aria-label="Loading runs" className="mt-8 divide-y">
      {rows.map((row) => (
        <div key={row} className="flex h-10 items-center gap-4">
          <Skeleton className="size-3.5 shrink-0 rounded-full" />
          <Skeleton className="h-3.5 w-1/4" />
          <Skeleton className="h-3.5 w-28 max-md:hidden" />
          <Skeleton className="ml-auto h-3.5 w-14 max-sm:hidden" />
          <Skeleton className="h-2 w-24 max-md:hidden" />
          <Skeleton className="h-3.5 w-24" />
          <Skeleton className="h-3.5 w-12 max-sm:hidden" />
        </div>
      ))}
    </div>
  )
}

/** Menu of the table's columns. A saved view keeps them in the URL; otherwise they are stored in this browser. */
function ColumnMenu() {
  const { shown, show } = useShownColumns()
  return (
    <DropdownMenu
      align="end"
      trigger={
        // On a phone no other column fits.
        <Button icon={<Columns3 aria-hidden />} className="max-sm:hidden">
          Columns
        </Button>
      }
    >
      {hideableColumns.map((column) => (
        <MenuCheckbox
          key={column.id}
          checked={shown.includes(column.id)}
          onCheckedChange={(isShown) => show(isShown ? [...shown, column.id] : shown.filter((id) => id !== column.id))}
        >
          {column.head}
          {narrowOnly(column) && (
            <span className={`${narrowOnly(column)} ml-2 text-ink-3 text-xs`}>needs a wider window</span>
          )}
        </MenuCheckbox>
      ))}
    </DropdownMenu>
  )
}
