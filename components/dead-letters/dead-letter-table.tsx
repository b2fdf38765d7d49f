'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useRef } from 'react'
import { useRowKeys } from '@/components/shell/row-keys'
import { Link } from '@/components/ui/link'
import type { Selection } from '@/components/ui/selected-rows'
import { SelectAllHeader, SelectCell } from '@/components/ui/selected-rows'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import { RowSpacer, useWindowRows } from '@/components/ui/window-rows'
import type { DeadLetterRow } from '@/lib/contracts/dead-letters'
import { deadLetterCategoryLabels } from '@/lib/presentation/labels/dead-letters'
import { AttemptCount, DeadLetterStatusMark, RetryTime } from './dead-letter-status'

const COLUMNS = 8

type DeadLetterTableProps = {
  items: readonly DeadLetterRow[]
  /** Null if the user may not act on them. */
  selection: Selection | null
  hasMore: boolean
  onMore: () => void
  /** Requests a retry of the selected items, or of the focused row if none is selected. */
  onRetry: (id: string | undefined) => void
}

/** Virtualized table of dead letters. */
export function DeadLetterTable({ items, selection, hasMore, onMore, onRetry }: DeadLetterTableProps) {
  const frame = useRef<HTMLDivElement>(null)
  const { indexes, before, after, reveal } = useWindowRows({ frame, count: items.length, hasMore, onMore })
  useRowKeys({
    frame,
    count: items.length,
    reveal,
    title: 'Dead letters',
    noun: 'dead letter',
    more: selection ? keysFor(items, selection, onRetry) : [],
  })
  return (
    <div ref={frame}>
      <Table label="Dead letters" aria-rowcount={hasMore ? -1 : items.length + 1}>
        <TableHead>
          <tr>
            {selection && <SelectAllHeader selection={selection} />}
            <TableHeader>Status</TableHeader>
            <TableHeader className="w-full max-w-0">Operation</TableHeader>
            <TableHeader className="max-md:hidden">Category</TableHeader>
            <TableHeader numeric className="max-sm:hidden">
              Attempts
            </TableHeader>
            <TableHeader className="max-sm:hidden">Next</TableHeader>
            <TableHeader className="max-lg:hidden">Run or session</TableHeader>
            <TableHeader numeric className="max-md:hidden">
              Added
            </TableHeader>
          </tr>
        </TableHead>
        <TableBody>
          <RowSpacer height={before} columns={COLUMNS} />
          {indexes.map((index) => {
            const item = items[index]
            return item && <DeadLetterTableRow key={item.id} item={item} index={index} selection={selection} />
          })}
          <RowSpacer height={after} columns={COLUMNS} />
        </TableBody>
      </Table>
    </div>
  )
}

function keysFor(items: readonly DeadLetterRow[], { toggle }: Selection, onRetry: DeadLetterTableProps['onRetry']) {
  const at = (index: number | null) => items[index ?? -1]?.id
  const select = (index: number | null) => {
    const id = at(index)
    if (id) toggle(id)
  }
  return [
    { keys: 'x', label: 'Select it', run: select },
    { keys: 'r', label: 'Retry it, or all that are selected', run: (index: number | null) => onRetry(at(index)) },
  ]
}

type DeadLetterTableRowProps = { item: DeadLetterRow; index: number; selection: Selection | null }

const isOver = ({ status }: DeadLetterRow) => status === 'resolved' || status === 'abandoned'

function DeadLetterTableRow({ item, index, selection }: DeadLetterTableRowProps) {
  const isSelected = selection?.has(item.id) ?? false
  return (
    <TableRow
      data-row={index}
      aria-rowindex={index + 2}
      aria-selected={selection ? isSelected : undefined}
      className={isOver(item) ? 'text-ink-3' : undefined}
    >
      {selection && <SelectCell selection={selection} id={item.id} label={item.operation} />}
      <TableCell className="whitespace-nowrap">
        <DeadLetterStatusMark item={item} className="flex!" />
      </TableCell>
      <TableCell className="w-full max-w-0 max-xl:py-0.5">
        <OpenLink id={item.id}>
          <span className="font-medium font-mono text-xs max-xl:leading-4">{item.operation}</span>
          <span className="text-ink-3 max-xl:text-xs max-xl:leading-4 xl:ml-2">{item.error}</span>
        </OpenLink>
      </TableCell>
      <TableCell className="whitespace-nowrap max-md:hidden">{deadLetterCategoryLabels[item.category]}</TableCell>
      <TableCell numeric className="max-sm:hidden">
        <AttemptCount item={item} />
      </TableCell>
      <TableCell className="whitespace-nowrap max-sm:hidden">
        <NextStep item={item} />
      </TableCell>
      <TableCell className="max-lg:hidden">
        <span className="block max-w-36 truncate" title={item.runKey ?? item.sessionId ?? undefined}>
          {item.runKey ?? item.sessionId}
        </span>
      </TableCell>
      <TableCell numeric className="max-md:hidden">
        <RelativeTime iso={item.createdAt} className="text-ink-2" />
      </TableCell>
    </TableRow>
  )
}

/** Link that opens an item over the list and has its own URL. */
function OpenLink({ id, children }: { id: string; children: React.ReactNode }) {
  const pathname = usePathname()
  const query = new URLSearchParams(useSearchParams())
  query.set('item', id)
  return (
    <Link
      href={`${pathname}?${query}`}
      scroll={false}
      className="row-link block max-xl:*:block max-xl:*:truncate xl:truncate"
    >
      {children}
    </Link>
  )
}

/** Time of the next retry, or whom the item waits for. */
function NextStep({ item }: { item: DeadLetterRow }) {
  if (item.status === 'retrying')
    return <span className="block max-w-44 truncate">{item.leasedBy ? `by ${item.leasedBy}` : 'now'}</span>
  if (item.waitsFor === 'backoff' && item.nextRetry) return <RetryTime at={item.nextRetry} />
  if (item.waitsFor === 'person') return <span className="text-review-fg">waits for a person</span>
  if (item.waitsFor === 'worker') return 'waits for a worker'
  return item.waitsFor === 'desk' ? 'within a minute' : null
}
