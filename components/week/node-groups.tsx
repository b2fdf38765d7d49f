import { Badge } from '@/components/ui/badge'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { LOW_MEAN } from '@/lib/contracts/thresholds'
import type { WeeklyMean, WeeklyReport, WeeklyShare, WeeklyUnit } from '@/lib/contracts/weekly/report'
import { type WeekSpan, weekSpans } from '@/lib/presentation/charts/prepare-week-movers'
import {
  formatChange,
  formatCount,
  formatInterval,
  formatPercent,
  formatPlural,
  formatScore,
} from '@/lib/presentation/format/number'
import { unitVerdict } from '@/lib/presentation/labels/week'
import { runsHref } from '@/lib/presentation/links'
import { CountLink, ShowAll } from './row-parts'

const SHOWN = 6

type NodeGroupsProps = { project: string; report: WeeklyReport }

/** Table of node groups: scores compared with the previous week, and failures. */
export function NodeGroups({ project, report }: NodeGroupsProps) {
  const { units, unitTotals } = report
  const spans = weekSpans(report)
  const notListed = (unitTotals?.units ?? units.length) - units.length
  return (
    <>
      <p className="mb-2 max-w-3xl text-ink-2 text-sm">
        {unitTotals
          ? 'A node group is all nodes with one name in a chain. A node scores 0.40 for completing, 0.35 for a non-empty output, and 0.25 times the output share of its tokens. Unreported parts are left out.'
          : 'This page is older than node group scores. It shows how often they failed.'}
      </p>
      <ShowAll items={units} most={SHOWN} noun="node group">
        {(shown) => (
          <Table label="Mean score by node group">
            <TableHead className="static!">
              <tr>
                <TableHeader>Node group</TableHeader>
                <TableHeader className="max-sm:hidden">Chain</TableHeader>
                <TableHeader numeric>Mean</TableHeader>
                <TableHeader numeric className="max-sm:hidden">
                  Week before
                </TableHeader>
                <TableHeader className="max-sm:hidden">Change</TableHeader>
                <TableHeader numeric>Failed</TableHeader>
              </tr>
            </TableHead>
            <TableBody>
              {shown.map((unit) => (
                <UnitRow key={`${unit.chain} ${unit.node}`} project={project} unit={unit} spans={spans} />
              ))}
            </TableBody>
          </Table>
        )}
      </ShowAll>
      {notListed > 0 && (
        <p className="mt-2 text-ink-2 text-sm">{formatPlural(notListed, 'more node group')} not listed here.</p>
      )}
    </>
  )
}

type UnitRowProps = { project: string; unit: WeeklyUnit; spans: ReturnType<typeof weekSpans> }

function UnitRow({ project, unit, spans }: UnitRowProps) {
  const { chain, node, failed, previous, score, flags } = unit
  const runs = (span: WeekSpan) => runsHref(project, { chain: [chain], kind: ['live'], ...span })
  const failures = (span: WeekSpan) => runsHref(project, { chain: [chain], kind: ['live'], node, ...span })
  const change = score?.change
  return (
    <TableRow>
      <TableCell className="max-w-48" title={node}>
        <span className="flex items-center gap-2">
          <span className="min-w-0 truncate">{node}</span>
          {flags.length > 0 && (
            <Badge tone="fail" className="shrink-0">
              Flagged
            </Badge>
          )}
        </span>
      </TableCell>
      <TableCell className="max-w-40 truncate text-ink-2 max-sm:hidden" title={chain}>
        {chain}
      </TableCell>
      <TableCell numeric>
        <Mean mean={score?.current} href={runs(spans.week)} />
      </TableCell>
      <TableCell numeric className="text-ink-2 max-sm:hidden">
        <Mean mean={score?.previous} href={runs(spans.before)} />
      </TableCell>
      <TableCell className="text-ink-2 max-sm:hidden">
        {change && !change.isTooFew && (
          <span title={`90% interval ${formatInterval(change.interval)}`} className="mr-2">
            {formatChange(change.change)}
          </span>
        )}
        {unitVerdict(unit)}
      </TableCell>
      <TableCell numeric title={shareTitle(previous)}>
        <CountLink href={failures(spans.week)}>
          {formatCount(failed.n)} of {formatCount(failed.of)}
          {failed.share !== null && <span className="ml-1.5 text-ink-3">{formatPercent(failed.share)}</span>}
        </CountLink>
      </TableCell>
    </TableRow>
  )
}

function Mean({ mean, href }: { mean: WeeklyMean | undefined; href: string }) {
  if (!mean) return <span className="text-ink-3">not scored</span>
  if (mean.mean === null) return <span className="text-ink-3">none</span>
  return (
    <CountLink href={href}>
      {formatScore(mean.mean, LOW_MEAN)}
      <span className="ml-1.5 text-ink-3 text-xs max-sm:hidden">
        {mean.interval ? formatInterval(mean.interval) : formatPlural(mean.n, 'run')}
      </span>
    </CountLink>
  )
}

function shareTitle({ n, of, interval }: WeeklyShare): string {
  return `The week before ${formatCount(n)} of ${formatCount(of)}${interval && of > 0 ? `, 95% interval ${formatInterval(interval)}` : ''}`
}
