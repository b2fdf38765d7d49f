'use client'

import { Columns3 } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { DropdownMenu, MenuCheckbox } from '@/components/ui/dropdown-menu'
import { hideableColumns, narrowOnly } from './run-columns'
import { useShownColumns } from './shown-columns'

/** Menu of the table's columns. A saved view keeps them in the URL; otherwise they are stored in this browser. */
export function ColumnMenu() {
  const { shown, show } = useShownColumns()
  return (
    <DropdownMenu align="end" trigger={<Button icon={<Columns3 aria-hidden />}>Columns</Button>}>
      {hideableColumns.map((column) => (
        <MenuCheckbox
          key={column.id}
          checked={shown.includes(column.id)}
          onCheckedChange={(isShown) => show(isShown ? [...shown, column.id] : shown.filter((id) => id !== column.id))}
        >
          {column.head}
          {narrowOnly(column) && (
            <span className={`${narrowOnly(column)} ml-2 text-ink-3 text-xs`}>needs a wider window</span>
          )}
        </MenuCheckbox>
      ))}
    </DropdownMenu>
  )
}
