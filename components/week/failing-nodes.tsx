import Link from 'next/link'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { runsHref } from '@/lib/charts/runs-href'
import type { WeeklyReport, WeeklyShare } from '@/lib/contracts/weekly/report'
import { formatCount, formatInterval, formatPercent } from '@/lib/format/number'
import { unitTrendLabels } from '@/lib/format/week-words'

const SHOWN = 8

type FailingNodesProps = { project: string; report: WeeklyReport }

/** Where failures begin: node by node, as a share of the runs of its chain. */
export function FailingNodes({ project, report: { units, from, to } }: FailingNodesProps) {
  return (
    <Table label="Failures by node">
      <TableHead className="static!">
        <tr>
          <TableHeader>Node</TableHeader>
          <TableHeader className="max-sm:hidden">Chain</TableHeader>
          <TableHeader numeric>Failed</TableHeader>
          <TableHeader numeric className="max-sm:hidden">
            Week before
          </TableHeader>
          <TableHeader>Trend</TableHeader>
        </tr>
      </TableHead>
      <TableBody>
        {units.slice(0, SHOWN).map(({ chain, node, failed, previous, trend }) => (
          <TableRow key={`${chain} ${node}`}>
            <TableCell className="max-w-48">
              <Link
                href={runsHref(project, { chain: [chain], node, from, to })}
                title={node}
                className="link block truncate"
              >
                {node}
              </Link>
            </TableCell>
            <TableCell className="max-w-48 truncate text-ink-2 max-sm:hidden" title={chain}>
              {chain}
            </TableCell>
            <TableCell numeric>
              <Share share={failed} />
            </TableCell>
            <TableCell numeric className="text-ink-2 max-sm:hidden">
              <Share share={previous} />
            </TableCell>
            <TableCell className="text-ink-2">{unitTrendLabels[trend]}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function Share({ share: { n, of, share, interval } }: { share: WeeklyShare }) {
  return (
    <span title={interval ? `95 % interval ${formatInterval(interval)}` : undefined}>
      {formatCount(n)} of {formatCount(of)}
      {share !== null && <span className="ml-1.5 text-ink-3">{formatPercent(share)}</span>}
    </span>
  )
}
