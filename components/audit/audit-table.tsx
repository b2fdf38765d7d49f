'use client'

import { useRef } from 'react'
import { useRowKeys } from '@/components/shell/row-keys'
import { Table, TableBody, TableHead, TableHeader } from '@/components/ui/table'
import { RowSpacer, useWindowRows } from '@/components/ui/window-rows'
import type { AuditEventRow } from '@/lib/contracts/audit'
import { AuditTableRow } from './audit-table-row'

const COLUMNS = 5

type AuditTableProps = { project: string; events: readonly AuditEventRow[]; hasMore: boolean; onMore: () => void }

/** Audit events as dense rows, of which only those near the window are in the page. */
export function AuditTable({ project, events, hasMore, onMore }: AuditTableProps) {
  const frame = useRef<HTMLDivElement>(null)
  const { indexes, before, after, reveal } = useWindowRows({ frame, count: events.length, hasMore, onMore })
  useRowKeys({
    frame,
    count: events.length,
    reveal,
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
          <RowSpacer height={before} columns={COLUMNS} />
          {indexes.map((index) => {
            const event = events[index]
            return event && <AuditTableRow key={event.seq} project={project} event={event} index={index} />
          })}
          <RowSpacer height={after} columns={COLUMNS} />
        </TableBody>
      </Table>
    </div>
  )
}
