'use client'

import { Download } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { DropdownMenu, MenuItem } from '@/components/ui/dropdown-menu'
import type { InputAt, ReadTarget } from '@/lib/contracts/targets'
import { tableHref } from '@/lib/queries/query-of'

type ExportMenuProps<T extends ReadTarget> = {
  project: string
  /** A contract whose response can be exported as a table. */
  target: T
  /** The active filters. */
  input: InputAt<T>
  label?: string
}

/** Menu that downloads all rows matching the filters, not only the loaded ones. */
export function ExportMenu<T extends ReadTarget>({ project, target, input, label = 'Export' }: ExportMenuProps<T>) {
  return (
    <DropdownMenu align="end" trigger={<Button icon={<Download aria-hidden />}>{label}</Button>}>
      <MenuItem asChild>
        <a href={tableHref(project, target, input, 'excel')} download>
          CSV, for a spreadsheet
        </a>
      </MenuItem>
      <MenuItem asChild>
        <a href={tableHref(project, target, input, 'jsonl')} download>
          JSON lines, for a program
        </a>
      </MenuItem>
    </DropdownMenu>
  )
}
