import { clsx } from 'clsx'
import dynamic from 'next/dynamic'
import { NumbersTable } from '@/components/charts/chart-parts'
import { DropRows } from '@/components/charts/drop-rows'
import { GatePicture } from '@/components/charts/gate-picture'
import { Comparability } from '@/components/domain-ui/comparability'
import { KeptResultText } from '@/components/domain-ui/kept-result'
import { SettleRuns } from '@/components/domain-ui/settle-runs'
import { Link } from '@/components/ui/link'
import { orMissing } from '@/components/ui/missing-part'
import { Panel } from '@/components/ui/panel'
import { type Column, DataTable } from '@/components/ui/table'
import type { GateEvidence } from '@/lib/contracts/gate-evidence'
import type { GateDetail } from '@/lib/contracts/gates'
import { formatDrift, prepareDropRows } from '@/lib/presentation/charts/prepare-drop-rows'
import { prepareGateOdds } from '@/lib/presentation/charts/prepare-gate-odds'
import { prepareGatePicture } from '@/lib/presentation/charts/prepare-gate-picture'
import { prepareSettling } from '@/lib/presentation/charts/prepare-trial-progress'
import { prepareScenarioTable } from '@/lib/presentation/charts/prepare-versions'
import { sinceOpening } from '@/lib/presentation/drop-text'
import { formatChangeShown } from '@/lib/presentation/format/fall'
import {
  formatCount,
  formatExact,
  formatInterval,
  formatPlural,
  formatScore,
  VISIBLE_CHANGE,
} from '@/lib/presentation/format/number'
import { runHref } from '@/lib/presentation/links'
import { WorstPairs } from './worst-pairs'

const PairsPanel = dynamic(orMissing(() => import('@/components/domain-ui/pairs-panel'), 'PairsPanel'))

type VersionEvidenceProps = { project: string; detail: GateDetail }

export function VersionEvidence({ project, detail }: VersionEvidenceProps) {
  const { gate, opening, evidence, worst, rankedBy, confidenceFall } = detail
  const odds = prepareGateOdds(evidence, confidenceFall)
  const since = sinceOpening(opening, evidence, gate.state)
  const drops = prepareDropRows({ ...evidence, chain: gate.chain, odds: evidence.probability }, project)
  const drift = formatDrift(evidence.drift, evidence.prior?.version ?? null, evidence.current.mean)
  return (
    <>
      <KeptScenarios project={project} evidence={evidence} />
      <section aria-label="Evidence" className="border-t pt-5">
        <GatePicture
          model={{ ...prepareGatePicture(evidence, project), verdict: odds.verdict, tone: odds.tone }}
          narrow={prepareGatePicture(evidence, project, 'narrow')}
          since={since}
        />
        {odds.sentences.length > 0 && <p className="mt-3 text-ink-2 text-sm">{odds.sentences.join(' ')}</p>}
        {gate.state === 'pending' && evidence.prior && (
          <SettleRuns
            project={project}
            chain={gate.chain}
            version={evidence.current.version}
            settling={prepareSettling({
              version: evidence.current.version,
              prior: evidence.prior.version,
              minLiveRuns: evidence.minLiveRuns,
              n: evidence.current.n,
              odds: evidence.probability,
            })}
          />
        )}
        <Comparability warnings={evidence.warnings} className="mt-4" />
      </section>
      {evidence.prior && evidence.factors.length > 0 && (
        <FactorTable factors={evidence.factors} prior={evidence.prior.version} current={evidence.current.version} />
      )}
      {worst.length > 0 && (
        <WorstPairs
          project={project}
          pairs={worst}
          rankedBy={rankedBy}
          prior={evidence.prior?.version ?? null}
          current={evidence.current.version}
        />
      )}
      {evidence.prior && (
        <PairsPanel
          project={project}
          a={{ chain: gate.chain, version: evidence.prior.version }}
          b={{ chain: gate.chain, version: evidence.current.version }}
          names={[evidence.prior.version, evidence.current.version]}
          hasComparison
        />
      )}
      {drops && (
        <Panel title="How far it moved">
          <DropRows model={drops} drift={drift} />
          {evidence.scenarios.length > 0 && <ScenarioTable project={project} chain={gate.chain} evidence={evidence} />}
        </Panel>
      )}
    </>
  )
}

type ScenarioTableProps = { project: string; chain: string; evidence: GateEvidence }

/** Scenarios behind the paired drop, with their means on both versions. */
function ScenarioTable({ project, chain, evidence }: ScenarioTableProps) {
  const table = prepareScenarioTable(evidence, chain, project)
  return (
    <details id="scenarios" className="mt-3 scroll-mt-20">
      <summary className="w-fit text-ink-2 text-xs hover:text-ink">The scenarios as a table</summary>
      <div className="mt-2">
        <NumbersTable label="Scenarios compared" table={table} />
      </div>
    </details>
  )
}

type Factor = GateEvidence['factors'][number]
type FactorTableProps = { factors: readonly Factor[]; prior: string; current: string }

/** Means of each factor on both versions, and their change. */
function FactorTable({ factors, prior, current }: FactorTableProps) {
  return (
    <Panel title="What changed">
      <DataTable
        label="Factors of the score"
        headClass="static!"
        rows={factors}
        keyOf={({ name }) => name}
        columns={[
          {
            head: 'Factor',
            isRowName: true,
            cell: ({ name, label }) => (
              <>
                {label}
                {name === 'conformance' && (
                  <span className="block text-ink-3 text-xs">yes or no, share with 95% interval</span>
                )}
              </>
            ),
          },
          meanColumn(prior, (factor) => [factor.prior, factor.priorRuns, factor.priorInterval], 'text-ink-2'),
          meanColumn(current, (factor) => [factor.current, factor.currentRuns, factor.currentInterval]),
          { head: 'Change', className: 'sm:w-2/5 sm:pl-6', cell: (factor) => <ChangeBar {...factor} /> },
        ]}
      />
    </Panel>
  )
}

type Side = readonly [value: number | null, runs: number | null, interval: Factor['priorInterval']]

/** Means on one version; of a yes/no factor the number of yes, with the interval of the share. */
const meanColumn = (head: string, of: (factor: Factor) => Side, cellClass?: string): Column<Factor> => ({
  head,
  numeric: true,
  cellClass,
  title: (factor) => {
    const [value, runs] = of(factor)
    return `${formatExact(value)}${runs === null ? '' : ` over ${formatPlural(runs, 'run')}`}`
  },
  cell: (factor) => {
    const [value, runs, interval] = of(factor)
    if (interval === null || runs === null || value === null) return formatScore(value)
    return (
      <>
        {formatCount(Math.round(value * runs))} of {formatCount(runs)}
        <span className="block text-ink-3 text-xs max-sm:whitespace-normal">{formatInterval(interval)}</span>
      </>
    )
  },
})

/** A change in [-1, 1] as a bar from the centre: left is worse. */
function ChangeBar({ prior, current, change }: Pick<Factor, 'prior' | 'current' | 'change'>) {
  const isWorse = change !== null && change < -VISIBLE_CHANGE
  const isBetter = change !== null && change > VISIBLE_CHANGE
  const half = Math.min(1, Math.abs(change ?? 0)) * 50
  return (
    <span className="flex items-center gap-3">
      <span
        className={clsx(
          'shrink-0 text-right sm:w-12',
          isWorse && 'font-medium text-fail-fg',
          isBetter && 'text-pass-fg',
        )}
        title={formatExact(change)}
      >
        {formatChangeShown(prior, current)}
      </span>
      <span aria-hidden className="relative h-2 min-w-16 flex-1 bg-sunken max-sm:hidden">
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

const FIRST = 8

/** Kept scenarios with their result on this version. Shown before the means. */
function KeptScenarios({ project, evidence }: { project: string; evidence: GateEvidence }) {
  const { kept, current } = evidence
  if (kept.length === 0) return null
  const back = kept.filter(({ state }) => state === 'came_back').length
  const rest = kept.slice(FIRST)
  return (
    <Panel
      title={back > 0 ? `${formatPlural(back, 'known fault')} came back` : 'Kept scenarios'}
      note={`Past faults, tried with ${current.version}. Trials and other dry runs count in no mean; live runs that were sent do.`}
    >
      <Rows project={project} kept={kept.slice(0, FIRST)} />
      {rest.length > 0 && (
        <details className="mt-2">
          <summary className="w-fit text-ink-2 text-xs hover:text-ink">
            {formatPlural(rest.length, 'more kept scenario')}
          </summary>
          <div className="mt-2">
            <Rows project={project} kept={rest} />
          </div>
        </details>
      )}
    </Panel>
  )
}

function Rows({ project, kept }: { project: string; kept: GateEvidence['kept'] }) {
  return (
    <ul className="divide-y border-y">
      {kept.map((result) => (
        <li key={result.id} className="grid gap-x-6 gap-y-1 py-2.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <p className="min-w-0 break-words text-sm">
            <span className="text-ink-3">Kept: </span>
            <Link href={runHref(project, result.fromRunId)} className="link font-medium">
              {result.name}
            </Link>
            <span className="block text-ink-3 text-xs">from {result.fromVersion}</span>
          </p>
          <KeptResultText project={project} result={result} />
        </li>
      ))}
    </ul>
  )
}
