'use client'

import { Download } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { DropdownMenu, MenuItem } from '@/components/ui/dropdown-menu'
import type { InputAt, ReadTarget } from '@/lib/contracts/targets'
import { tableHref } from '@/lib/queries/table-href'

type ExportMenuProps<T extends ReadTarget> = {
  project: string
  /** A contract whose answer is a table. */
  target: T
  /** The filters in force. */
  input: InputAt<T>
  label?: string
}

/** Downloads every row that fits the filters, not only those in sight. */
export function ExportMenu<T extends ReadTarget>({ project, target, input, label = 'Export' }: ExportMenuProps<T>) {
  return (
    <DropdownMenu align="end" trigger={<Button icon={<Download aria-hidden />}>{label}</Button>}>
      <MenuItem asChild>
        <a href={tableHref(project, target, input, 'csv')} download>
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
