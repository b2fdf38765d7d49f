import { clsx } from 'clsx'
import { IntervalMark } from '@/components/charts/small-marks'
import { Badge } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { type Column, DataTable } from '@/components/ui/table'
import { toneMark } from '@/components/ui/tone'
import type { Calibration } from '@/lib/contracts/calibration'
import { evaluatorRules } from '@/lib/contracts/evaluators'
import { ACCEPT_THRESHOLD, REJECT_BELOW } from '@/lib/contracts/thresholds'
import { type EvaluatorRow, type FigureCell, prepareEvaluators } from '@/lib/presentation/charts/prepare-calibration'
import { formatScore } from '@/lib/presentation/format/number'
import { capital } from '@/lib/presentation/format/text'
import { configurationHref } from '@/lib/presentation/links'

type EvaluatorsPanelProps = { project: string; calibration: Calibration }

const { downstream } = evaluatorRules

/** Table of evaluators compared with human verdicts on the same runs, and their weights. */
export function EvaluatorsPanel({ project, calibration }: EvaluatorsPanelProps) {
  const rows = prepareEvaluators(calibration, project)
  return (
    <Panel
      title="Evaluators"
      note={`Compared with people’s verdicts on the same runs. A rating from ${REJECT_BELOW} to ${ACCEPT_THRESHOLD} is neither an approval nor a rejection. A positive bias favors the run. ${downstream.label} says no with ${formatScore(downstream.yesOrNo.no)}, so a rejection is compared with that.`}
      actions={
        <Link href={configurationHref(project)} className="link text-sm">
          Weights
        </Link>
      }
    >
      <DataTable
        label="Evaluators beside people"
        className="sm:min-w-160"
        columns={columns}
        rows={rows}
        keyOf={({ evaluator }) => evaluator}
      />
      {rows.some(({ learned }) => learned && learned.share < 0) && (
        <p className="mt-2 text-ink-3 text-xs">
          A learned weight below 0: so far people mostly reject what this evaluator praises.
        </p>
      )}
    </Panel>
  )
}

const columns: readonly Column<EvaluatorRow>[] = [
  {
    head: 'Evaluator',
    isRowName: true,
    cellClass: 'h-14! py-2',
    cell: (row) => <EvaluatorName row={row} />,
  },
  { head: 'Runs', numeric: true, className: 'max-sm:hidden', cell: ({ n }) => n },
  ...figureColumns<EvaluatorRow>('Agreement', ({ agreement }) => agreement, 'w-1/6', ['0%', '100%']),
  { head: 'Bias', numeric: true, cell: ({ bias }) => <FigureNumbers cell={bias} /> },
  { head: 'Spread', numeric: true, className: 'max-sm:hidden', cell: ({ spread }) => spread },
  {
    head: 'Weight, published and learned',
    className: 'w-1/4 max-sm:hidden',
    cell: (row) => (
      <>
        <WeightBar label="published" weight={row.published} className="bg-ink-3/50" />
        <WeightBar label="learned" weight={row.learned} className={toneMark[row.evaluator]} />
      </>
    ),
  },
]

function EvaluatorName({ row }: { row: EvaluatorRow }) {
  return (
    <>
      <span className="flex items-center gap-2">
        <span aria-hidden className={clsx('size-2 shrink-0 rounded-xs', toneMark[row.evaluator])} />
        {row.label}
      </span>
      {/* On phones the runs and weights are in a line under the name instead of in columns. */}
      <span className="mt-0.5 block font-normal text-ink-3 text-xs sm:hidden">
        {row.runsText}, weight {row.published?.text ?? 'none'}, learned {row.learned?.text ?? 'no fit'}
      </span>
      {row.apart && (
        <Link href={row.apart.href} className="link mt-0.5 block w-fit font-normal text-xs">
          {row.apart.text}
        </Link>
      )}
      {row.warnings.length > 0 && (
        <span className="mt-1 flex max-w-52 flex-wrap gap-1">
          {row.warnings.map((warning) => (
            <Badge key={warning} tone="review">
              {capital(warning)}
            </Badge>
          ))}
        </span>
      )}
    </>
  )
}

type WeightBarProps = { label: string; weight: { share: number; text: string } | null; className: string }

function WeightBar({ label, weight, className }: WeightBarProps) {
  return (
    <span className="grid grid-cols-[4rem_minmax(2rem,1fr)_3rem] items-center gap-2 text-xs leading-5">
      <span className="text-ink-3">{label}</span>
      <span aria-hidden className={clsx('h-1.5 rounded-xs', weight ? 'bg-selected' : 'hatch')}>
        {weight && (
          <span
            className={clsx('block h-full rounded-xs', className)}
            style={{ width: `${Math.min(1, Math.max(0, weight.share)) * 100}%` }}
          />
        )}
      </span>
      <span className={clsx('text-right', !weight && 'text-ink-3')}>{weight ? weight.text : 'no fit'}</span>
    </span>
  )
}

/** Columns of a figure: with its interval below, and plotted on wider screens. */
export function figureColumns<Row>(
  head: string,
  of: (row: Row) => FigureCell,
  width: string,
  axis: readonly [string, string],
): Column<Row>[] {
  return [
    { head, numeric: true, cell: (row) => <FigureNumbers cell={of(row)} /> },
    {
      head: `${head}, plotted`,
      isHeadHidden: true,
      axis,
      className: `${width} max-md:hidden`,
      cell: (row) => <IntervalMark mark={of(row).mark} />,
    },
  ]
}

function FigureNumbers({ cell: { text, intervalText } }: { cell: Omit<FigureCell, 'mark'> }) {
  return (
    <>
      {text}
      {intervalText && <span className="block text-ink-3 text-xs">{intervalText}</span>}
    </>
  )
}
