'use client'

import { useMemo } from 'react'
import { Strip } from '@/components/charts/failure-strip'
import { WindowTable } from '@/components/shell/window-table'
import { Link } from '@/components/ui/link'
import type { Selection } from '@/components/ui/selected-rows'
import type { Column } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import type { FailureAction } from '@/lib/contracts/failure-groups'
import type { FailureGroup } from '@/lib/contracts/failures'
import type { FailureStripModel } from '@/lib/presentation/charts/prepare-failure-strip'
import { formatCount } from '@/lib/presentation/format/number'
import { failureName, shownTemplate } from '@/lib/presentation/labels/failures'
import { failureHref } from '@/lib/presentation/links'
import { FailureStatusMark } from './failure-parts'

type FailureTableProps = {
  project: string
  groups: readonly FailureGroup[]
  /** Their rows are those of `groups`. */
  strips: FailureStripModel
  /** Null if the user may not act on them. */
  selection: Selection | null
  hasMore: boolean
  onMore: () => void
  /** Requests an action on the selected groups, or on the focused row if none is selected. */
  onAct: (action: FailureAction, group: string | undefined) => void
}

const actionKeys = [
  { keys: 'r', action: 'resolve', label: 'Resolve it, or all that are selected' },
  { keys: 'a', action: 'archive', label: 'Archive it, or all that are selected' },
  { keys: 'm', action: 'merge', label: 'Merge what is selected' },
  { keys: 'u', action: 'assign', label: 'Assign it, or all that are selected' },
] as const

export function FailureTable({ project, groups, strips, selection, hasMore, onMore, onAct }: FailureTableProps) {
  const more = actionKeys.map(({ action, ...key }) => ({
    ...key,
    run: (group?: FailureGroup) => onAct(action, group?.fingerprint),
  }))
  return (
    <WindowTable
      label="Kinds of failure"
      columns={useMemo(() => toColumns(project, groups, strips), [project, groups, strips])}
      rows={groups}
      idOf={fingerprintOf}
      nameOf={nameOf}
      rowClass={({ status }) => (status === 'resolved' || status === 'archived' ? 'text-ink-3' : undefined)}
      selection={selection}
      hasMore={hasMore}
      onMore={onMore}
      keys={{ title: 'Failures', noun: 'kind of failure', more: selection ? more : [] }}
    />
  )
}

/** Several kinds of failure at one step differ by their message alone. */
const nameOf = (group: FailureGroup) => `${failureName(group)}: ${shownTemplate(group.template)}`

const fingerprintOf = ({ fingerprint }: FailureGroup) => fingerprint

function toColumns(
  project: string,
  groups: readonly FailureGroup[],
  { rows, places, height }: FailureStripModel,
): readonly Column<FailureGroup>[] {
  const strips = new Map(groups.map(({ fingerprint }, index) => [fingerprint, rows[index]]))
  return [
    {
      head: 'Status',
      cellClass: 'whitespace-nowrap',
      cell: (group) => <FailureStatusMark group={group} />,
    },
    {
      head: 'Failure',
      isRowName: true,
      className: 'w-full max-w-0',
      cellClass: 'max-xl:py-0.5 max-xl:leading-4',
      cell: (group) => <FailureName project={project} group={group} />,
    },
    {
      head: 'Trend',
      className: 'max-xl:hidden',
      cell: ({ fingerprint }) => {
        const strip = strips.get(fingerprint)
        return (
          strip && (
            <div className="relative z-[1] w-fit">
              <Strip marks={strip.marks} summary={strip.summary} places={places} height={height} />
            </div>
          )
        )
      },
    },
    {
      head: 'Failures',
      numeric: true,
      title: ({ roots, cascades }) =>
        cascades > 0 ? `${formatCount(roots)} began here, ${formatCount(cascades)} inherited` : null,
      cell: ({ roots, cascades }) => formatCount(roots + cascades),
    },
    {
      head: 'Owner',
      className: 'max-md:hidden',
      cell: ({ owner }) => <span className="block max-w-28 truncate text-ink-2">{owner?.name}</span>,
    },
    {
      head: 'First seen',
      numeric: true,
      className: 'max-md:hidden',
      cell: ({ firstSeenAt }) => <RelativeTime iso={firstSeenAt} className="text-ink-2" />,
    },
    {
      head: 'Last seen',
      numeric: true,
      className: 'max-sm:hidden',
      cell: ({ lastSeenAt }) => <RelativeTime iso={lastSeenAt} className="text-ink-2" />,
    },
  ]
}

function FailureName({ project, group }: { project: string; group: FailureGroup }) {
  const { fingerprint, template, code, merged } = group
  return (
    <Link
      href={failureHref(project, fingerprint)}
      className="row-link block max-sm:line-clamp-2 max-sm:wrap-anywhere sm:max-xl:*:block sm:max-xl:*:truncate xl:truncate"
    >
      <span>
        <span className="font-medium">{failureName(group)}</span>
        {merged > 0 && <span className="ml-1 text-ink-3 text-xs">{` +${merged} merged`}</span>}
      </span>{' '}
      <span dir="auto" className="font-mono text-ink-3 text-xs max-xl:leading-4 xl:ml-1" title={template}>
        {code !== null && !template.includes(code) && <span className="text-ink-2">{code}: </span>}
        {shownTemplate(template)}
      </span>
    </Link>
  )
}
