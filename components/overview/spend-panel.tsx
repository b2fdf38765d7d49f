'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { ExportMenu } from '@/components/domain-ui/export-menu'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { DataTable } from '@/components/ui/table'
import type { OutputAt } from '@/lib/contracts/targets'
import type { spendGroups } from '@/lib/contracts/vocabulary'
import { spendHref, spendText } from '@/lib/presentation/charts/prepare-spend'
import { formatDate } from '@/lib/presentation/format/date'
import { formatCompact, formatCost, formatCount, formatPart } from '@/lib/presentation/format/number'
import { overviewSpend } from '@/lib/queries/overview-search'
import { useShownSearch } from './overview-filters'

type By = (typeof spendGroups)[number]
type SpendRow = OutputAt<'GET /api/v1/overview/spend'>['rows'][number]

const heads: Record<By, string> = { chain: 'Chain', version: 'Version', day: 'Day' }
const groups = [
  { value: 'chain', label: 'Chain' },
  { value: 'version', label: 'Version' },
  { value: 'day', label: 'Day' },
] as const

/** Tokens and cost of the runs in the range; counts only what clients reported. */
export function SpendPanel({ project }: { project: string }) {
  const { shown, input } = useShownSearch()
  const [chosen, setBy] = useState<By>('chain')
  // Keeps the table, and the focus in it, while another one loads.
  const by = useDeferredValue(chosen)
  const { data } = useSuspenseQuery(overviewSpend(project, input, by))
  const isPriced = (data.total.costUsd ?? 0) > 0
  const measure = (row: SpendRow) => (isPriced ? row.costUsd : row.tokens) ?? 0
  const most = Math.max(...data.rows.map(measure), 0)
  return (
    <Panel
      title="Cost and tokens"
      note={spendText(data.total)}
      actions={
        <>
          <SegmentedControl label="Add up by" value={chosen} onChange={setBy} segments={groups} />
          <ExportMenu project={project} target="GET /api/v1/overview/spend" input={{ ...input, by }} />
        </>
      }
    >
      <DataTable
        label={`Cost and tokens by ${heads[by].toLowerCase()}`}
        rows={data.rows}
        keyOf={({ chain, version, day }) => `${chain} ${version} ${day}`}
        columns={[
          {
            head: heads[by],
            isRowName: true,
            className: 'w-full max-w-0',
            cellClass: 'truncate',
            cell: (row) => (
              <Link href={spendHref(row, data, { project, chains: shown.chain })} className="link">
                {rowName(row)}
              </Link>
            ),
          },
          {
            head: `${isPriced ? 'Cost' : 'Tokens'} as a bar`,
            isHeadHidden: true,
            className: 'max-sm:hidden',
            cell: (row) => (
              <span aria-hidden className="block h-2 w-28 rounded-xs bg-sunken lg:max-2xl:w-14">
                <span
                  className="block h-full rounded-xs bg-accent"
                  style={{ width: `${most > 0 ? (100 * measure(row)) / most : 0}%` }}
                />
              </span>
            ),
          },
          {
            head: 'Cost',
            numeric: true,
            cell: ({ costUsd, costRuns, runs }) => (
              <Reported amount={formatCost(costUsd)} reported={costRuns} runs={runs} />
            ),
          },
          {
            head: 'Tokens',
            numeric: true,
            cell: ({ tokens, tokenRuns, runs }) => (
              <Reported amount={formatCompact(tokens)} reported={tokenRuns} runs={runs} />
            ),
          },
          { head: 'Runs', numeric: true, className: 'max-sm:hidden', cell: ({ runs }) => formatCount(runs) },
        ]}
      />
      {data.rest && (
        <p className="mt-2 text-ink-3 text-xs">Others: {spendText(data.rest, 'none reported tokens or cost.')}</p>
      )}
    </Panel>
  )
}

type ReportedProps = { amount: string; reported: number; runs: number }

/** An amount, and how many runs reported it if not all did. */
function Reported({ amount, reported, runs }: ReportedProps) {
  if (reported === 0) return <span className="text-ink-3 text-xs">not reported</span>
  return (
    <>
      {amount}
      {reported < runs && <span className="block text-ink-3 text-xs">{formatPart(reported, runs, 'run')}</span>}
    </>
  )
}

function rowName({ chain, version, day }: SpendRow): string {
  if (day !== null) return formatDate(day)
  return version === null ? (chain ?? '') : `${chain}@${version}`
}
