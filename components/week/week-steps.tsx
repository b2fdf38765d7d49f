import { Badge } from '@/components/ui/badge'
import { ShowAll } from '@/components/ui/show-all'
import { type Column, DataTable } from '@/components/ui/table'
import { LOW_MEAN } from '@/lib/contracts/thresholds'
import type { WeeklyMean, WeeklyShare, WeeklyUnit } from '@/lib/contracts/weekly/compared'
import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import { inMeans, type WeekSpan, weekSpans } from '@/lib/presentation/charts/prepare-week-movers'
import { formatChangeInterval } from '@/lib/presentation/format/change-interval'
import { formatChangeTo } from '@/lib/presentation/format/fall'
import { formatCount, formatInterval, formatPercent, formatPlural, formatScore } from '@/lib/presentation/format/number'
import { unitVerdict } from '@/lib/presentation/labels/week'
import { runsHref } from '@/lib/presentation/links'
import { CountLink } from './row-parts'

const SHOWN = 6

type WeekStepsProps = { project: string; report: WeeklyReport }

/** Table of steps: scores compared with the previous week, and failures. */
export function WeekSteps({ project, report }: WeekStepsProps) {
  const { units, unitTotals } = report
  const spans = weekSpans(report)
  const notListed = (unitTotals?.units ?? units.length) - units.length
  return (
    <>
      <p className="max-w-3xl text-ink-2 text-sm">
        {unitTotals
          ? 'All steps of one name in a chain, taken together.'
          : 'This page is older than the scores of steps. It shows how often they failed.'}
      </p>
      {unitTotals && <HowScored />}
      <ShowAll items={units} most={SHOWN} noun="step">
        {(shown) => (
          <DataTable
            label="Mean score by step"
            headClass="static!"
            columns={toColumns(project, spans)}
            rows={shown}
            keyOf={({ chain, node }) => `${chain} ${node}`}
          />
        )}
      </ShowAll>
      {notListed > 0 && (
        <p className="mt-2 text-ink-2 text-sm">{formatPlural(notListed, 'more step')} not listed here.</p>
      )}
    </>
  )
}

/** The parts of a step's score, and which steps count. */
function HowScored() {
  return (
    <details className="mb-2 text-ink-2 text-sm">
      <summary className="min-h-7 py-1">How a step scores</summary>
      <ul className="max-w-3xl list-disc pb-2 pl-8">
        <li>0.40 for completing</li>
        <li>0.35 for a non-empty output</li>
        <li>0.25 times the output share of its tokens</li>
      </ul>
      <p className="max-w-3xl pb-2">
        Unreported parts are left out. A run may have several steps of one name, and each counts, except those that
        failed because of another.
      </p>
    </details>
  )
}

function toColumns(project: string, { week, before }: ReturnType<typeof weekSpans>): readonly Column<WeeklyUnit>[] {
  const runs = ({ chain, node }: WeeklyUnit, span: WeekSpan) =>
    runsHref(project, { chain: [chain], ran: node, ...inMeans(span) })
  return [
    {
      head: 'Step',
      isRowName: true,
      cellClass: 'max-w-48',
      title: ({ node }) => node,
      cell: ({ node, flags }) => (
        <span className="flex items-center gap-2">
          <span className="min-w-0 truncate">{node}</span>
          {flags.length > 0 && (
            <Badge tone="fail" className="shrink-0">
              Flagged
            </Badge>
          )}
        </span>
      ),
    },
    {
      head: 'Chain',
      className: 'max-sm:hidden',
      cellClass: 'max-w-40 truncate text-ink-2',
      title: ({ chain }) => chain,
      cell: ({ chain }) => chain,
    },
    {
      head: 'Mean',
      numeric: true,
      cell: (unit) => <Mean mean={unit.score?.current} href={runs(unit, week)} />,
    },
    {
      head: 'Week before',
      numeric: true,
      className: 'max-sm:hidden',
      cellClass: 'text-ink-2',
      cell: (unit) => <Mean mean={unit.score?.previous} href={runs(unit, before)} />,
    },
    { head: 'Change', className: 'max-sm:hidden', cellClass: 'text-ink-2', cell: (unit) => <Change unit={unit} /> },
    {
      head: 'Failed',
      numeric: true,
      title: ({ previous }) => shareTitle(previous),
      cell: ({ chain, node, failed }) => {
        const text = (
          <>
            {`${formatCount(failed.n)} of ${formatCount(failed.of)} `}
            {failed.share !== null && <span className="ml-1.5 text-ink-3">{formatPercent(failed.share)}</span>}
          </>
        )
        if (failed.n === 0) return text
        return (
          <CountLink href={runsHref(project, { chain: [chain], node, failureRole: 'root', ...inMeans(week) })}>
            {text}
          </CountLink>
        )
      },
    },
  ]
}

function Change({ unit }: { unit: WeeklyUnit }) {
  const change = unit.score?.change
  return (
    <>
      {change && !change.isTooFew && (
        <span title={`90% interval ${formatChangeInterval(change.interval)}`} className="mr-1">
          {formatChangeTo(unit.score?.current.mean, change.change)}
        </span>
      )}
      {` ${unitVerdict(unit)}`}
    </>
  )
}

function Mean({ mean, href }: { mean: WeeklyMean | undefined; href: string }) {
  if (!mean) return <span className="text-ink-3">not scored</span>
  if (mean.mean === null) return <span className="text-ink-3">none</span>
  return (
    <CountLink href={href}>
      {`${formatScore(mean.mean, LOW_MEAN)} `}
      <span className="ml-1.5 text-ink-3 text-xs max-sm:hidden">
        {mean.interval ? formatInterval(mean.interval) : formatPlural(mean.n, 'step')}
      </span>
    </CountLink>
  )
}

function shareTitle({ n, of, interval }: WeeklyShare): string {
  return `The week before ${formatCount(n)} of ${formatCount(of)}${interval && of > 0 ? `, 95% interval ${formatInterval(interval)}` : ''}`
}
