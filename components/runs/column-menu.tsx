'use client'

import { Columns3 } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { DropdownMenu, MenuCheckbox } from '@/components/ui/dropdown-menu'
import { useHiddenColumns } from './column-preference'
import { hideableColumns } from './run-columns'

/** Which columns the table shows; this browser remembers it. */
export function ColumnMenu() {
  const [hidden, setHidden] = useHiddenColumns()
  return (
    <DropdownMenu align="end" trigger={<Button icon={<Columns3 aria-hidden />}>Columns</Button>}>
      {hideableColumns.map((column) => (
        <MenuCheckbox
          key={column.id}
          checked={!hidden.includes(column.id)}
          onCheckedChange={(isShown) =>
            setHidden(isShown ? hidden.filter((id) => id !== column.id) : [...hidden, column.id])
          }
        >
          {column.head}
        </MenuCheckbox>
      ))}
    </DropdownMenu>
  )
}
