import { clsx } from 'clsx'
import Link from 'next/link'
import { usePathname, useSearchParams } from 'next/navigation'
import type { Selection } from '@/components/pieces/use-selection'
import { Checkbox } from '@/components/ui/checkbox'
import { TableCell, TableRow } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import type { DeadLetterRow } from '@/lib/contracts/dead-letters'
import { deadLetterCategoryLabels } from '@/lib/format/dead-letter-labels'
import { AttemptCount, DeadLetterStatusMark } from './dead-letter-status'
import { NextStep } from './next-step'

type DeadLetterTableRowProps = { item: DeadLetterRow; index: number; selection: Selection | null }

const isOver = ({ status }: DeadLetterRow) => status === 'resolved' || status === 'abandoned'

export function DeadLetterTableRow({ item, index, selection }: DeadLetterTableRowProps) {
  const isSelected = selection?.has(item.id) ?? false
  return (
    <TableRow
      data-row={index}
      aria-rowindex={index + 2}
      aria-selected={selection ? isSelected : undefined}
      className={clsx('relative focus-within:bg-selected', isOver(item) && 'text-ink-3')}
    >
      {selection && (
        <TableCell>
          <Checkbox
            aria-label={`Select ${item.operation}`}
            className="relative z-[1] block!"
            checked={isSelected}
            onCheckedChange={() => selection.toggle(item.id)}
          />
        </TableCell>
      )}
      <TableCell className="whitespace-nowrap">
        <DeadLetterStatusMark item={item} className="flex!" />
      </TableCell>
      <TableCell className="w-full max-w-0">
        <OpenLink id={item.id}>
          <span className="font-medium font-mono text-xs">{item.operation}</span>
          <span className="ml-2 text-ink-3">{item.error}</span>
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

/** Opens the item where it stands, under an address of its own. */
function OpenLink({ id, children }: { id: string; children: React.ReactNode }) {
  const pathname = usePathname()
  const query = new URLSearchParams(useSearchParams())
  query.set('item', id)
  return (
    <Link
      href={`${pathname}?${query}`}
      scroll={false}
      prefetch={false}
      className="block truncate rounded-sm after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
    >
      {children}
    </Link>
  )
}
