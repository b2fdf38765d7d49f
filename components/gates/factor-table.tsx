import { clsx } from 'clsx'
import { Panel } from '@/components/ui/panel'
import { Table, TableBody, TableCell, TableHeader, TableRow } from '@/components/ui/table'
import type { GateEvidence } from '@/lib/contracts/gates'
import { formatChange, formatCount, formatExact, formatInterval, formatPlural, formatScore } from '@/lib/format/number'

type Factor = GateEvidence['factors'][number]
type FactorTableProps = { factors: readonly Factor[]; prior: string; current: string }

const VISIBLE = 0.005

/** Means of each factor on both sides, and which of them moved. */
export function FactorTable({ factors, prior, current }: FactorTableProps) {
  return (
    <Panel title="What changed">
      <Table label="Factors of the score">
        <thead>
          <tr>
            <TableHeader>Factor</TableHeader>
            <TableHeader numeric>{prior}</TableHeader>
            <TableHeader numeric>{current}</TableHeader>
            <TableHeader className="w-2/5 pl-6">Change</TableHeader>
          </tr>
        </thead>
        <TableBody>
          {factors.map((factor) => (
            <TableRow key={factor.name}>
              <TableCell>
                {factor.label}
                {factor.name === 'conformance' && (
                  <span className="block text-ink-3 text-xs">yes or no, with 95 % of the share</span>
                )}
              </TableCell>
              <Mean value={factor.prior} runs={factor.priorRuns} interval={factor.priorInterval} isQuiet />
              <Mean value={factor.current} runs={factor.currentRuns} interval={factor.currentInterval} />
              <TableCell className="pl-6">
                <ChangeBar change={factor.change} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Panel>
  )
}

type MeanProps = {
  value: number | null
  runs: number | null
  interval: Factor['priorInterval']
  isQuiet?: boolean
}

/** A mean, or of a yes or no how many said yes and where their true share may lie. */
function Mean({ value, runs, interval, isQuiet = false }: MeanProps) {
  const over = runs === null ? '' : ` over ${formatPlural(runs, 'run')}`
  const isShare = interval !== null && runs !== null && value !== null
  return (
    <TableCell numeric className={clsx(isQuiet && 'text-ink-2')} title={`${formatExact(value)}${over}`}>
      {isShare ? `${formatCount(Math.round(value * runs))} of ${formatCount(runs)}` : formatScore(value)}
      {isShare && <span className="block text-ink-3 text-xs">{formatInterval(interval)}</span>}
    </TableCell>
  )
}

/** A change in [-1, 1] as a bar from the middle: left is worse. */
function ChangeBar({ change }: { change: Factor['change'] }) {
  const isWorse = change !== null && change < -VISIBLE
  const isBetter = change !== null && change > VISIBLE
  const half = Math.min(1, Math.abs(change ?? 0)) * 50
  return (
    <span className="flex items-center gap-3">
      <span
        className={clsx('w-12 shrink-0 text-right', isWorse && 'font-medium text-fail-fg', isBetter && 'text-pass-fg')}
        title={formatExact(change)}
      >
        {formatChange(change)}
      </span>
      <span aria-hidden className="relative h-2 min-w-16 flex-1 bg-sunken">
        <span className="absolute -inset-y-0.5 left-1/2 w-px bg-line-control" />
        {change !== null && (
          <span
            style={{ width: `${half}%`, ...(change < 0 ? { right: '50%' } : { left: '50%' }) }}
            className={clsx('absolute inset-y-0', isWorse ? 'bg-fail' : isBetter ? 'bg-pass' : 'bg-line-control')}
          />
        )}
      </span>
    </span>
  )
}
