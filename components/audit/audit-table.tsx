'use client'

import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useRowKeys } from '@/components/shell/row-keys'
import { Table, TableBody, TableHead, TableHeader } from '@/components/ui/table'
import { RowSpacer, useTopOf } from '@/components/ui/window-rows'
import type { AuditEventRow } from '@/lib/contracts/audit'
import { AuditTableRow } from './audit-table-row'

const ROW_HEIGHT = 40
const OVERSCAN = 15
/** Rows from the end at which the next page is asked for. */
const AHEAD = 30
const COLUMNS = 5

type AuditTableProps = { project: string; events: readonly AuditEventRow[]; hasMore: boolean; onMore: () => void }

/** Audit events as dense rows, of which only those near the window are in the page. */
export function AuditTable({ project, events, hasMore, onMore }: AuditTableProps) {
  const frame = useRef<HTMLDivElement>(null)
  const scrollMargin = useTopOf(frame)
  const virtualizer = useWindowVirtualizer({
    count: events.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin,
    getItemKey: (index) => events[index]?.seq ?? index,
    // What the server writes, before there is a window to measure.
    initialRect: { width: 1200, height: 900 },
  })
  const rows = virtualizer.getVirtualItems()
  const [first, last] = [rows[0], rows.at(-1)]
  const isNearEnd = hasMore && (last?.index ?? 0) >= events.length - AHEAD
  useEffect(() => {
    if (isNearEnd) onMore()
  }, [isNearEnd, onMore])
  useRowKeys({
    frame,
    count: events.length,
    reveal: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    title: 'Audit log',
    noun: 'event',
    more: [],
  })
  return (
    <div ref={frame}>
      <Table label="Audit log" aria-rowcount={hasMore ? -1 : events.length + 1}>
        <TableHead>
          <tr>
            <TableHeader className="max-sm:hidden">No.</TableHeader>
            <TableHeader className="w-full max-w-0">What</TableHeader>
            <TableHeader>Who</TableHeader>
            <TableHeader className="max-md:hidden">From where</TableHeader>
            <TableHeader numeric>When</TableHeader>
          </tr>
        </TableHead>
        <TableBody>
          <RowSpacer height={first ? first.start - scrollMargin : 0} columns={COLUMNS} />
          {rows.map(({ index }) => {
            const event = events[index]
            return event && <AuditTableRow key={event.seq} project={project} event={event} index={index} />
          })}
          <RowSpacer height={last ? virtualizer.getTotalSize() - (last.end - scrollMargin) : 0} columns={COLUMNS} />
        </TableBody>
      </Table>
    </div>
  )
}
