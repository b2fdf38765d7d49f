import { ChartFrame } from '@/components/charts/chart-frame'
import { CountBars } from '@/components/charts/count-bars'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { DataTable } from '@/components/ui/table'
import { toneText } from '@/components/ui/tone'
import type { ExecutionSummary } from '@/lib/contracts/executions'
import { afterBestFigures, prepareAcceptance, worthCell } from '@/lib/presentation/charts/prepare-convergence'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'
import { chainHref } from '@/lib/presentation/links'
import type { ConvergenceSearch } from '@/lib/queries/convergence-search'

type PanelProps = { summary: ExecutionSummary }

/** Chart of the number of attempts until acceptance. */
export function AcceptancePanel({
  project,
  summary,
  search: { range, chain },
}: PanelProps & { project: string; search: ConvergenceSearch }) {
  const model = prepareAcceptance(summary, project, { range, chain })
  return (
    <ChartFrame
      title="Attempts until accepted"
      summary={model.summary}
      table={model.table}
      reading="Executions by the first accepted attempt, also those of a single attempt. Executions that were never accepted are left out. Attempts without numbers of their own count as the first."
    >
      {model.bars.some(({ href }) => href !== null) && <CountBars model={model} color="var(--pass)" />}
    </ChartFrame>
  )
}

/** Cost of attempts after the best one. */
export function AfterBestPanel({ summary }: PanelProps) {
  const { runs } = summary.afterBest
  return (
    <Panel title="After the best attempt" note="Attempts that did not improve the result.">
      {runs === 0 ? (
        <p className="text-ink-2">No execution went on after its best attempt.</p>
      ) : (
        <dl className="grid grid-cols-2 gap-x-6 gap-y-5">
          {afterBestFigures(summary).map(({ label, value, note }) => (
            <div key={label}>
              <dt className="text-ink-3 text-xs">{label}</dt>
              <dd className="text-lg">{value}</dd>
              <dd className="text-ink-2 text-xs">{note}</dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  )
}

const ATTEMPTS = ['Second attempt', 'Third', 'Fourth and later']

/** Table of the gain of another attempt, by chain. */
export function WorthPanel({ project, summary }: PanelProps & { project: string }) {
  const { chains, needs } = summary
  if (chains.length === 0) return null
  return (
    <Panel
      title="Where another attempt pays"
      note="Mean gain of an attempt over the best one before it, with its 95% interval. It pays where even the low end is above the noise of 0.02."
    >
      <DataTable
        label="Gain by chain and attempt"
        rows={chains}
        keyOf={({ chain }) => chain}
        columns={[
          {
            head: 'Chain',
            isRowName: true,
            cellClass: 'wrap-anywhere max-sm:align-top',
            cell: ({ chain, executions }) => (
              <>
                <Link href={chainHref(project, chain)} className="link">
                  {chain}
                </Link>
                <span className="wrap-normal block text-ink-3 text-xs sm:hidden">
                  {formatPlural(executions, 'execution')}
                </span>
              </>
            ),
          },
          {
            head: 'Executions',
            numeric: true,
            className: 'max-sm:hidden',
            cell: ({ executions }) => formatCount(executions),
          },
          ...ATTEMPTS.map((head, place) => ({
            head,
            numeric: true,
            className: 'max-sm:whitespace-normal max-sm:py-1 max-sm:align-bottom',
            cellClass: 'max-sm:align-top',
            cell: ({ attempts }: (typeof chains)[number]) => {
              const worth = attempts[place]
              return worth && <Gain {...worthCell(worth, needs)} />
            },
          })),
        ]}
      />
    </Panel>
  )
}

function Gain({ gain, interval, tone, words }: ReturnType<typeof worthCell>) {
  return (
    <>
      <span className="font-medium">{gain}</span>{' '}
      {interval && <span className="text-ink-3 text-xs max-sm:block sm:ml-0.5">{interval}</span>}{' '}
      <span className={`block text-xs ${toneText[tone]}`}>{words}</span>
    </>
  )
}
