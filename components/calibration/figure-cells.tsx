import { IntervalMark } from '@/components/charts/interval-mark'
import { TableCell } from '@/components/ui/table'
import type { FigureCell } from '@/lib/presentation/charts/prepare-calibration'

/** A figure in a table, and under it where it lies. */
export function FigureNumbers({ cell }: { cell: Omit<FigureCell, 'mark'> }) {
  return (
    <TableCell numeric>
      {cell.text}
      {cell.intervalText && <span className="block text-ink-3 text-xs">{cell.intervalText}</span>}
    </TableCell>
  )
}

/** The same drawn, where there is room. */
export function FigureMark({ cell }: { cell: FigureCell }) {
  return (
    <TableCell className="max-md:hidden">
      <IntervalMark mark={cell.mark} />
    </TableCell>
  )
}
