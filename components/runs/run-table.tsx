import { clsx } from 'clsx'
import { useMemo } from 'react'
import { WindowTable } from '@/components/shell/window-table'
import type { Selection } from '@/components/ui/selected-rows'
import type { RunRow } from '@/lib/contracts/runs'
import { useShownColumns } from './run-columns'

type RunTableProps = {
  project: string
  runs: readonly RunRow[]
  /** The active search text. */
  text: string | null
  selection: Selection
  /** Id of the run shown in the side panel. */
  peeked: string | null
  onPeek: (runId: string | null) => void
  hasMore: boolean
  onMore: () => void
}

const idOf = ({ id }: RunRow) => id

/** Virtualized table of runs. */
export function RunTable({ project, runs, text, selection, peeked, onPeek, hasMore, onMore }: RunTableProps) {
  const { columns: shown } = useShownColumns()
  const columns = useMemo(
    () =>
      shown.map(({ cell, className, ...column }) => ({
        ...column,
        className: clsx('whitespace-nowrap', className),
        cell: (run: RunRow) => cell(run, { project, text }),
      })),
    [shown, project, text],
  )
  const showBeside = (run?: RunRow) => run && onPeek(run.id === peeked ? null : run.id)
  return (
    <WindowTable
      label="Runs"
      columns={columns}
      rows={runs}
      idOf={idOf}
      nameOf={({ clientId }) => clientId}
      rowClass={({ id }) => (id === peeked ? '[--fill:var(--selected)]!' : undefined)}
      selection={selection}
      onRowFocus={({ id }) => peeked !== null && id !== peeked && onPeek(id)}
      hasMore={hasMore}
      onMore={onMore}
      keys={{
        title: 'Runs',
        noun: 'run',
        more: [
          { keys: 'p', label: 'Show it beside the list', run: showBeside },
          { keys: ' ', label: 'Show it beside the list', run: showBeside },
        ],
      }}
    />
  )
}
