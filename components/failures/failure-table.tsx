'use client'

import { useRef } from 'react'
import { Strip, type StripFrame } from '@/components/charts/failure-strip'
import { useRowKeys } from '@/components/shell/row-keys'
import { Link } from '@/components/ui/link'
import type { Selection } from '@/components/ui/selected-rows'
import { SelectAllHeader, SelectCell } from '@/components/ui/selected-rows'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import { RowSpacer, useWindowRows } from '@/components/ui/window-rows'
import type { FailureAction } from '@/lib/contracts/failure-groups'
import type { FailureGroup } from '@/lib/contracts/failures'
import type { FailureStripModel } from '@/lib/presentation/charts/prepare-failure-strip'
import { formatCount } from '@/lib/presentation/format/number'
import { failureStatusNote } from '@/lib/presentation/labels/failures'
import { failureClassLabels } from '@/lib/presentation/labels/verdicts'
import { failureHref } from '@/lib/presentation/links'
import { FailureStatusMark } from './failure-parts'

const COLUMNS = 8

type FailureTableProps = {
  project: string
  groups: readonly FailureGroup[]
  strips: FailureStripModel
  /** Null if the user may not act on them. */
  selection: Selection | null
  hasMore: boolean
  onMore: () => void
  /** Requests an action on the selected groups, or on the focused row if none is selected. */
  onAct: (action: FailureAction, group: string | undefined) => void
}

/** Virtualized table of failure groups. */
export function FailureTable({ project, groups, strips, selection, hasMore, onMore, onAct }: FailureTableProps) {
  const frame = useRef<HTMLDivElement>(null)
  const { indexes, before, after, reveal } = useWindowRows({ frame, count: groups.length, hasMore, onMore })
  useRowKeys({
    frame,
    count: groups.length,
    reveal,
    title: 'Failures',
    noun: 'kind of failure',
    more: selection ? keysFor(groups, selection, onAct) : [],
  })
  return (
    <div ref={frame}>
      <Table label="Kinds of failure" aria-rowcount={hasMore ? -1 : groups.length + 1}>
        <TableHead>
          <tr>
            {selection && <SelectAllHeader selection={selection} />}
            <TableHeader>Status</TableHeader>
            <TableHeader className="w-full max-w-0">Failure</TableHeader>
            <TableHeader className="max-xl:hidden">Trend</TableHeader>
            <TableHeader numeric>Failures</TableHeader>
            <TableHeader className="max-md:hidden">Owner</TableHeader>
            <TableHeader numeric className="max-md:hidden">
              First seen
            </TableHeader>
            <TableHeader numeric className="max-sm:hidden">
              Last seen
            </TableHeader>
          </tr>
        </TableHead>
        <TableBody>
          <RowSpacer height={before} columns={COLUMNS} />
          {indexes.map((index) => {
            const group = groups[index]
            return (
              group && (
                <FailureRow
                  key={group.fingerprint}
                  project={project}
                  group={group}
                  strip={strips.rows[index]}
                  frame={strips}
                  index={index}
                  selection={selection}
                />
              )
            )
          })}
          <RowSpacer height={after} columns={COLUMNS} />
        </TableBody>
      </Table>
    </div>
  )
}

function keysFor(groups: readonly FailureGroup[], { toggle }: Selection, onAct: FailureTableProps['onAct']) {
  const at = (index: number | null) => groups[index ?? -1]?.fingerprint
  const select = (index: number | null) => {
    const id = at(index)
    if (id) toggle(id)
  }
  const act = (action: FailureAction) => (index: number | null) => onAct(action, at(index))
  return [
    { keys: 'x', label: 'Select it', run: select },
    { keys: 'r', label: 'Resolve it, or all that are selected', run: act('resolve') },
    { keys: 'a', label: 'Archive it, or all that are selected', run: act('archive') },
    { keys: 'm', label: 'Merge what is selected', run: act('merge') },
    { keys: 'u', label: 'Assign it, or all that are selected', run: act('assign') },
  ]
}

type FailureRowProps = {
  project: string
  group: FailureGroup
  strip: FailureStripModel['rows'][number] | undefined
  frame: StripFrame
  index: number
  selection: Selection | null
}

const isOver = ({ status }: FailureGroup) => status === 'resolved' || status === 'archived'

function FailureRow({ project, group, strip, frame, index, selection }: FailureRowProps) {
  const { fingerprint, failureClass, node, template, code, roots, cascades, merged } = group
  const isSelected = selection?.has(fingerprint) ?? false
  const name = `${failureClassLabels[failureClass]} at ${node}`
  return (
    <TableRow
      data-row={index}
      aria-rowindex={index + 2}
      aria-selected={selection ? isSelected : undefined}
      className={isOver(group) ? 'text-ink-3' : undefined}
    >
      {selection && <SelectCell selection={selection} id={fingerprint} label={name} />}
      <TableCell className="whitespace-nowrap" title={failureStatusNote(group) ?? undefined}>
        <FailureStatusMark group={group} />
      </TableCell>
      <TableCell className="w-full max-w-0 max-xl:py-0.5 max-xl:leading-4">
        <Link
          href={failureHref(project, fingerprint)}
          className="row-link block max-xl:*:block max-xl:*:truncate xl:truncate"
        >
          <span>
            <span className="font-medium">{name}</span>
            {merged > 0 && <span className="ml-2 text-ink-3 text-xs">+{merged} merged</span>}
          </span>
          <span className="font-mono text-ink-3 text-xs max-xl:leading-4 xl:ml-2" title={template}>
            {code !== null && !template.includes(code) && <span className="text-ink-2">{code}: </span>}
            {template.replaceAll('<*>', '…')}
          </span>
        </Link>
      </TableCell>
      <TableCell className="relative z-[1] max-xl:hidden">
        {strip && <Strip marks={strip.marks} summary={strip.summary} places={frame.places} height={frame.height} />}
      </TableCell>
      <TableCell
        numeric
        title={cascades > 0 ? `${formatCount(roots)} began here, ${formatCount(cascades)} inherited` : undefined}
      >
        {formatCount(roots + cascades)}
      </TableCell>
      <TableCell className="max-md:hidden">
        <span className="block max-w-28 truncate text-ink-2">{group.owner?.name}</span>
      </TableCell>
      <TableCell numeric className="max-md:hidden">
        <RelativeTime iso={group.firstSeenAt} className="text-ink-2" />
      </TableCell>
      <TableCell numeric className="max-sm:hidden">
        <RelativeTime iso={group.lastSeenAt} className="text-ink-2" />
      </TableCell>
    </TableRow>
  )
}
