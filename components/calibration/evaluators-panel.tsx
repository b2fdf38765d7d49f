import { clsx } from 'clsx'
import { IntervalMark } from '@/components/charts/small-marks'
import { Badge } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { toneMark } from '@/components/ui/tone'
import type { Calibration } from '@/lib/contracts/calibration'
import { type EvaluatorRow, type FigureCell, prepareEvaluators } from '@/lib/presentation/charts/prepare-calibration'
import { configurationHref } from '@/lib/presentation/links'

type EvaluatorsPanelProps = { project: string; calibration: Calibration }

/** Table of evaluators compared with human verdicts on the same runs, and their weights. */
export function EvaluatorsPanel({ project, calibration }: EvaluatorsPanelProps) {
  const rows = prepareEvaluators(calibration)
  return (
    <Panel
      title="Evaluators"
      note="Compared with people’s verdicts on the same runs. A positive bias favors the run."
      actions={
        <Link href={configurationHref(project)} className="link text-sm">
          Weights
        </Link>
      }
    >
      <Table label="Evaluators beside people" className="sm:min-w-160">
        <TableHead>
          <tr>
            <TableHeader>Evaluator</TableHeader>
            <TableHeader numeric>Runs</TableHeader>
            <TableHeader numeric>Agreement</TableHeader>
            <TableHeader className="w-1/6 max-md:hidden">
              <span className="sr-only">Agreement, drawn</span>
            </TableHeader>
            <TableHeader numeric>Bias</TableHeader>
            <TableHeader numeric className="max-sm:hidden">
              Spread
            </TableHeader>
            <TableHeader className="w-1/4 max-sm:hidden">Weight, published and learned</TableHeader>
          </tr>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <Row key={row.evaluator} row={row} />
          ))}
        </TableBody>
      </Table>
      {rows.some(({ learned }) => learned && learned.share < 0) && (
        <p className="mt-2 text-ink-3 text-xs">
          A learned weight below 0: so far people mostly reject what this evaluator praises.
        </p>
      )}
    </Panel>
  )
}

function Row({ row }: { row: EvaluatorRow }) {
  return (
    <TableRow>
      <TableHeader scope="row" className="h-14! py-2 text-ink! text-sm!">
        <span className="flex items-center gap-2">
          <span aria-hidden className={clsx('size-2 shrink-0 rounded-[2px]', toneMark[row.evaluator])} />
          {row.label}
        </span>
        {/* On phones the weights are in a line under the name instead of in a column. */}
        <span className="mt-0.5 block font-normal text-ink-3 text-xs sm:hidden">
          weight {row.published?.text ?? 'none'}, learned {row.learned?.text ?? 'no fit'}
        </span>
        {row.warnings.length > 0 && (
          <span className="mt-1 flex max-w-52 flex-wrap gap-1">
            {row.warnings.map((warning) => (
              <Badge key={warning} tone="review">
                {warning}
              </Badge>
            ))}
          </span>
        )}
      </TableHeader>
      <TableCell numeric>{row.n}</TableCell>
      <FigureNumbers cell={row.agreement} />
      <FigureMark cell={row.agreement} />
      <FigureNumbers cell={row.bias} />
      <TableCell numeric className="max-sm:hidden">
        {row.spread}
      </TableCell>
      <TableCell className="max-sm:hidden">
        <WeightBar label="published" weight={row.published} className="bg-ink-3/50" />
        <WeightBar label="learned" weight={row.learned} className={toneMark[row.evaluator]} />
      </TableCell>
    </TableRow>
  )
}

type WeightBarProps = { label: string; weight: { share: number; text: string } | null; className: string }

function WeightBar({ label, weight, className }: WeightBarProps) {
  return (
    <span className="grid grid-cols-[4rem_minmax(2rem,1fr)_3rem] items-center gap-2 text-xs leading-5">
      <span className="text-ink-3">{label}</span>
      <span aria-hidden className={clsx('h-1.5 rounded-[2px]', weight ? 'bg-selected' : 'hatch')}>
        {weight && (
          <span
            className={clsx('block h-full rounded-[2px]', className)}
            style={{ width: `${Math.min(1, Math.max(0, weight.share)) * 100}%` }}
          />
        )}
      </span>
      <span className={clsx('text-right', !weight && 'text-ink-3')}>{weight ? weight.text : 'no fit'}</span>
    </span>
  )
}

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
