'use client'

import { Columns3 } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { DropdownMenu, MenuCheckbox } from '@/components/ui/dropdown-menu'
import { hideableColumns } from './run-columns'
import { useShownColumns } from './shown-columns'

/** Which columns the table shows; the address says it where it is a view, else this browser remembers it. */
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
        </MenuCheckbox>
      ))}
    </DropdownMenu>
  )
}
