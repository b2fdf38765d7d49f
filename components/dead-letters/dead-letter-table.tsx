'use client'

import { useRef } from 'react'
import type { Selection } from '@/components/pieces/use-selection'
import { useRowKeys } from '@/components/shell/row-keys'
import { Checkbox } from '@/components/ui/checkbox'
import { Table, TableBody, TableHead, TableHeader } from '@/components/ui/table'
import { RowSpacer, useWindowRows } from '@/components/ui/window-rows'
import type { DeadLetterRow } from '@/lib/contracts/dead-letters'
import { DeadLetterTableRow } from './dead-letter-table-row'

const COLUMNS = 8

type DeadLetterTableProps = {
  items: readonly DeadLetterRow[]
  /** Null for whoever may not act on them. */
  selection: Selection | null
  hasMore: boolean
  onMore: () => void
  /** Asks for a retry of what is selected, else of the row in focus. */
  onRetry: (id: string | undefined) => void
}

/** Dead letters as dense rows, of which only those near the window are in the page. */
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
            {selection && (
              <TableHeader className="w-6">
                <Checkbox
                  aria-label="Select all in sight"
                  className="block!"
                  checked={selection.all}
                  onCheckedChange={(checked) => selection.setAll(checked === true)}
                />
              </TableHeader>
            )}
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
