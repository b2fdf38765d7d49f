'use client'

import { WindowTable } from '@/components/shell/window-table'
import { OpenLink } from '@/components/ui/open-link'
import type { Selection } from '@/components/ui/selected-rows'
import type { Column } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import type { DeadLetterRow } from '@/lib/contracts/dead-letters'
import { deadLetterCategoryLabels } from '@/lib/presentation/labels/dead-letters'
import { AttemptCount, DeadLetterStatusMark, RetryTime } from './dead-letter-status'

type DeadLetterTableProps = {
  items: readonly DeadLetterRow[]
  /** Null if the user may not act on them. */
  selection: Selection | null
  hasMore: boolean
  onMore: () => void
  /** Requests a retry of the selected items, or of the focused row if none is selected. */
  onRetry: (id: string | undefined) => void
}

export function DeadLetterTable({ items, selection, hasMore, onMore, onRetry }: DeadLetterTableProps) {
  const retry = {
    keys: 'r',
    label: 'Retry it, or all that are selected',
    run: (item?: DeadLetterRow) => onRetry(item?.id),
  }
  return (
    <WindowTable
      label="Dead letters"
      columns={columns}
      rows={items}
      idOf={idOf}
      nameOf={({ operation }) => operation}
      rowClass={(item) => (isOpen(item) ? undefined : 'text-ink-3')}
      selection={selection}
      isSelectable={isOpen}
      hasMore={hasMore}
      onMore={onMore}
      keys={{ title: 'Dead letters', noun: 'dead letter', more: selection ? [retry] : [] }}
    />
  )
}

/** Whether anything can still be done with it. */
export const isOpen = ({ status }: Pick<DeadLetterRow, 'status'>) => status === 'pending' || status === 'retrying'

const idOf = ({ id }: DeadLetterRow) => id

const columns: readonly Column<DeadLetterRow>[] = [
  {
    head: 'Status',
    cellClass: 'whitespace-nowrap',
    cell: (item) => <DeadLetterStatusMark item={item} className="flex!" />,
  },
  {
    head: 'Operation',
    isRowName: true,
    className: 'w-full max-w-0',
    cellClass: 'max-xl:py-0.5',
    cell: ({ id, operation, error }) => (
      <OpenLink name="item" value={id} className="block max-xl:*:block max-xl:*:truncate xl:truncate">
        <span className="font-medium font-mono text-xs max-xl:leading-4">{operation}</span>
        <span className="text-ink-3 max-xl:text-xs max-xl:leading-4 xl:ml-2">{error}</span>
      </OpenLink>
    ),
  },
  {
    head: 'Category',
    className: 'whitespace-nowrap max-md:hidden',
    cell: ({ category }) => deadLetterCategoryLabels[category],
  },
  { head: 'Attempts', numeric: true, className: 'max-sm:hidden', cell: (item) => <AttemptCount item={item} /> },
  { head: 'Next', className: 'whitespace-nowrap max-sm:hidden', cell: (item) => <NextStep item={item} /> },
  {
    head: 'Run or session',
    className: 'max-lg:hidden',
    cell: ({ runKey, sessionId }) => (
      <span className="block max-w-36 truncate" title={runKey ?? sessionId ?? undefined}>
        {runKey ?? sessionId}
      </span>
    ),
  },
  {
    head: 'Added',
    numeric: true,
    className: 'max-md:hidden',
    cell: ({ createdAt }) => <RelativeTime iso={createdAt} className="text-ink-2" />,
  },
]

/** Time of the next retry, or whom the item waits for. */
function NextStep({ item }: { item: DeadLetterRow }) {
  if (item.status === 'retrying')
    return <span className="block max-w-44 truncate">{item.leasedBy ? `by ${item.leasedBy}` : 'now'}</span>
  if (item.waitsFor === 'backoff' && item.nextRetry) return <RetryTime at={item.nextRetry} />
  if (item.waitsFor === 'person') return <span className="text-review-fg">waits for a person</span>
  if (item.waitsFor === 'worker') return 'waits for a worker'
  return item.waitsFor === 'desk' ? 'within a minute' : null
}
