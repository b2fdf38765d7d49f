'use client'

import type { ReactNode } from 'react'
import { Button } from './button'
import { Checkbox } from './checkbox'
import { TableCell, TableHeader } from './table'
import type { Selection } from './use-selection'

/** Header cell of the checkbox column: selects all loaded rows, or none. */
export function SelectAllHeader({ selection }: { selection: Selection }) {
  return (
    <TableHeader className="w-6">
      <Checkbox
        aria-label="Select all in sight"
        className="grid!"
        checked={selection.all}
        onCheckedChange={(checked) => selection.setAll(checked === true)}
      />
    </TableHeader>
  )
}

type SelectCellProps = { selection: Selection; id: string /** Accessible name of the row. */; label: string }

/** Cell with the checkbox that selects its row. */
export function SelectCell({ selection, id, label }: SelectCellProps) {
  return (
    <TableCell>
      <Checkbox
        aria-label={`Select ${label}`}
        className="relative z-[1] grid!"
        checked={selection.has(id)}
        onCheckedChange={() => selection.toggle(id)}
      />
    </TableCell>
  )
}

type SelectedRowsBarProps = {
  label: string
  /** Count with its noun: "3 runs". */
  what: string
  onClear: () => void
  /** Control that selects more. */
  more?: ReactNode
  /** Bulk actions. */
  children: ReactNode
}

/** Sticky bar with the bulk actions for the selected rows. */
export function SelectedRowsBar({ label, what, onClear, more, children }: SelectedRowsBarProps) {
  return (
    <section
      aria-label={label}
      className="sticky short:static bottom-14 z-10 -mx-4 mt-4 flex flex-wrap items-center gap-2 border-t bg-paper px-4 py-2.5 lg:bottom-0 lg:-mx-8 lg:px-8 print:hidden"
    >
      <div className="flex min-w-0 flex-1 basis-52 flex-wrap items-center gap-x-2 max-sm:basis-full">
        <p className="text-sm" aria-live="polite">
          {what} selected
        </p>
        <Button variant="ghost" onClick={onClear}>
          Clear
        </Button>
        {more}
      </div>
      {children}
    </section>
  )
}
