import { IntervalMark } from '@/components/charts/interval-mark'
import { TableCell } from '@/components/ui/table'
import type { FigureCell } from '@/lib/presentation/charts/prepare-calibration'

/** Table cell of a figure with its interval below. */
export function FigureNumbers({ cell }: { cell: Omit<FigureCell, 'mark'> }) {
  return (
    <TableCell numeric>
      {cell.text}
      {cell.intervalText && <span className="block text-ink-3 text-xs">{cell.intervalText}</span>}
    </TableCell>
  )
}

/** Table cell that draws the figure's interval; hidden on narrow screens. */
export function FigureMark({ cell }: { cell: FigureCell }) {
  return (
    <TableCell className="max-md:hidden">
      <IntervalMark mark={cell.mark} />
    </TableCell>
  )
}
