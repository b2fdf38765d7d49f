'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ExportMenu } from '@/components/domain-ui/export-menu'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { DAY_MS } from '@/lib/contracts/durations'
import type { OutputAt } from '@/lib/contracts/targets'
import type { spendGroups } from '@/lib/contracts/vocabulary'
import { formatDate } from '@/lib/presentation/format/date'
import { formatCompact, formatCost, formatCount, formatPlural } from '@/lib/presentation/format/number'
import { runsHref } from '@/lib/presentation/links'
import { overviewSpend } from '@/lib/queries/overview-search'
import { useShownSearch } from './overview-filters'

type By = (typeof spendGroups)[number]
type SpendRow = OutputAt<'GET /api/v1/overview/spend'>['rows'][number]

const heads: Record<By, string> = { chain: 'Chain', version: 'Version', day: 'Day (UTC)' }
const groups = [
  { value: 'chain', label: 'Chain' },
  { value: 'version', label: 'Version' },
  { value: 'day', label: 'Day' },
] as const

/** Tokens and cost of the runs in the range; counts only what clients reported. */
export function SpendPanel({ project }: { project: string }) {
  const { input } = useShownSearch()
  const [by, setBy] = useState<By>('chain')
  const { data } = useSuspenseQuery(overviewSpend(project, input, by))
  const isPriced = data.total.costUsd > 0
  const measure = (row: { costUsd: number; tokens: number }) => (isPriced ? row.costUsd : row.tokens)
  const most = Math.max(...data.rows.map(measure), 0)
  return (
    <Panel
      title="Cost and tokens"
      note={
        data.total.tokens + data.total.costUsd === 0
          ? 'No run in this period reported tokens or cost.'
          : `${formatCost(data.total.costUsd)} and ${formatCompact(data.total.tokens)} tokens for ${formatPlural(data.total.runs, 'run')}, as reported`
      }
      actions={
        <>
          <SegmentedControl label="Add up by" value={by} onChange={setBy} segments={groups} />
          <ExportMenu project={project} target="GET /api/v1/overview/spend" input={{ ...input, by }} />
        </>
      }
    >
      <Table label={`Cost and tokens by ${heads[by].toLowerCase()}`}>
        <TableHead>
          <tr>
            <TableHeader className="w-full max-w-0">{heads[by]}</TableHeader>
            <TableHeader className="max-sm:hidden">
              <span className="sr-only">{isPriced ? 'Cost' : 'Tokens'} as a bar</span>
            </TableHeader>
            <TableHeader numeric>Cost</TableHeader>
            <TableHeader numeric>Tokens</TableHeader>
            <TableHeader numeric className="max-sm:hidden">
              Runs
            </TableHeader>
          </tr>
        </TableHead>
        <TableBody>
          {data.rows.map((row) => (
            <TableRow key={`${row.chain} ${row.version} ${row.day}`}>
              <TableCell className="w-full max-w-0 truncate">
                <Link href={rowHref(project, row, input.range)} className="link">
                  {rowName(row)}
                </Link>
              </TableCell>
              <TableCell className="max-sm:hidden">
                <span aria-hidden className="block h-2 w-28 rounded-xs bg-sunken lg:max-xl:w-12">
                  <span
                    className="block h-full rounded-xs bg-accent"
                    style={{ width: `${most > 0 ? (100 * measure(row)) / most : 0}%` }}
                  />
                </span>
              </TableCell>
              {/* Not reported does not mean zero. */}
              <TableCell numeric>{formatCost(row.costUsd || null)}</TableCell>
              <TableCell numeric>{formatCompact(row.tokens || null)}</TableCell>
              <TableCell numeric className="max-sm:hidden">
                {formatCount(row.runs)}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {data.rest && (
        <p className="mt-2 text-ink-3 text-xs">
          Others: {formatCost(data.rest.costUsd)}, {formatCompact(data.rest.tokens)} tokens,{' '}
          {formatCount(data.rest.runs)} runs
        </p>
      )}
    </Panel>
  )
}

function rowName({ chain, version, day }: SpendRow): string {
  if (day !== null) return formatDate(day)
  return version === null ? (chain ?? '') : `${chain}@${version}`
}

function rowHref(
  project: string,
  { chain, version, day }: SpendRow,
  range: Parameters<typeof overviewSpend>[1]['range'],
) {
  if (day !== null) return runsHref(project, { from: day, to: new Date(Date.parse(day) + DAY_MS).toISOString() })
  return runsHref(project, {
    range: range ?? '7d',
    chain: chain === null ? undefined : [chain],
    version: version === null ? undefined : [version],
  })
}
