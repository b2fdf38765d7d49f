'use client'

import { clsx } from 'clsx'
import { Badge } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { ShowAll } from '@/components/ui/show-all'
import { type Column, DataTable } from '@/components/ui/table'
import type { ComparedFailure, ComparedNode, ComparedScenario, VersionComparison } from '@/lib/contracts/comparisons'
import { comparedMost } from '@/lib/contracts/vocabulary'
import { coveredRuns } from '@/lib/presentation/compare/compare-versions'
import { formatDuration } from '@/lib/presentation/format/date'
import {
  formatChange,
  formatCompact,
  formatCount,
  formatInterval,
  formatPercent,
  formatPlural,
  formatScore,
  MISSING,
} from '@/lib/presentation/format/number'
import { failureName, shownTemplate } from '@/lib/presentation/labels/failures'
import { scenarioName } from '@/lib/presentation/labels/runs'
import { compareHref, runHref, runsHref } from '@/lib/presentation/links'

const SHOWN = 20

const changeClass = (change: number | null) =>
  clsx(
    change !== null && change < -0.005 && 'font-medium text-fail-fg',
    change !== null && change > 0.005 && 'text-pass-fg',
  )

type RowsProps<Row> = { project: string; comparison: VersionComparison; rows: readonly Row[] }

/** Table of scenarios with their means on both versions; the change links to the comparison of two runs. */
export function ScenarioRows({ project, comparison, rows }: RowsProps<ComparedScenario>) {
  const { chain, a, b, rankedBy } = comparison
  return (
    <Panel
      title="Scenarios"
      note={`Mean ${rankedBy} of ${coveredRuns(comparison, comparedMost.runs)}. A change opens the two runs that show it best.`}
    >
      <ShowAll items={rows} most={SHOWN} noun="scenario">
        {(shown) => (
          <DataTable
            label="Scenarios of both versions"
            rows={shown}
            keyOf={({ scenario }) => scenario}
            columns={[
              {
                head: 'Scenario',
                cellClass: 'max-w-72 truncate',
                title: ({ scenario }) => scenario,
                cell: ({ scenario }) => (
                  <Link href={runsHref(project, { chain: [chain], scenario })} className="link">
                    {scenarioName(scenario)}
                  </Link>
                ),
              },
              meanColumn('a', a.version, project),
              meanColumn('b', b.version, project),
              {
                head: 'Change',
                numeric: true,
                cellClass: ({ change }) => changeClass(change),
                cell: (row) =>
                  row.a && row.b ? (
                    <Link href={compareHref(project, { run: row.a.runId }, { run: row.b.runId })} className="link">
                      {formatChange(row.change)}
                    </Link>
                  ) : (
                    <span className="text-ink-3">only in {row.a ? a.version : b.version}</span>
                  ),
              },
            ]}
          />
        )}
      </ShowAll>
    </Panel>
  )
}

const meanColumn = (id: 'a' | 'b', head: string, project: string): Column<ComparedScenario> => ({
  id,
  head,
  numeric: true,
  title: ({ [id]: side }) => side && formatPlural(side.runs, 'run'),
  cell: ({ [id]: side }) =>
    side ? (
      <Link href={runHref(project, side.runId)} className="link">
        {formatScore(side.mean)}
      </Link>
    ) : (
      <span className="text-ink-3">{MISSING}</span>
    ),
})

const failureStates: Record<ComparedFailure['state'], { word: string; tone: 'fail' | 'pass' | 'neutral' }> = {
  new: { word: 'New', tone: 'fail' },
  worse: { word: 'More often', tone: 'fail' },
  gone: { word: 'Gone', tone: 'pass' },
  better: { word: 'Less often', tone: 'pass' },
  same: { word: 'Much the same', tone: 'neutral' },
}

/** Table of failure groups with the share of runs of each version that had them. */
export function FailureRows({ project, comparison, rows }: RowsProps<ComparedFailure>) {
  const { chain, a, b } = comparison
  return (
    <Panel
      title="Failures"
      note={`Share with a root-cause failure, of ${coveredRuns(comparison, comparedMost.runs)}. A share opens all live runs of the version with that failure.`}
    >
      <ShowAll items={rows} most={SHOWN} noun="failure">
        {(shown) => (
          <DataTable
            label="Failures of both versions"
            rows={shown}
            keyOf={({ fingerprint }) => fingerprint}
            columns={[
              {
                head: 'Failure',
                cellClass: 'w-full min-w-32 max-w-0',
                title: ({ template }) => shownTemplate(template),
                cell: (failure) => (
                  <>
                    <span className="block truncate">{failureName(failure)}</span>
                    <span className="block truncate text-ink-3 text-xs">{shownTemplate(failure.template)}</span>
                  </>
                ),
              },
              shareColumn('a', a.version, { project, chain }),
              shareColumn('b', b.version, { project, chain }),
              {
                head: 'Change',
                className: 'text-right max-sm:hidden',
                cell: ({ state }) => <Badge tone={failureStates[state].tone}>{failureStates[state].word}</Badge>,
              },
            ]}
          />
        )}
      </ShowAll>
    </Panel>
  )
}

type Of = { project: string; chain: string }

const shareColumn = (id: 'a' | 'b', version: string, { project, chain }: Of): Column<ComparedFailure> => ({
  id,
  head: version,
  numeric: true,
  title: ({ [id]: { runs, of } }) => `${formatCount(runs)} of ${formatPlural(of, 'run')}`,
  cell: ({ fingerprint, [id]: { runs, of } }) =>
    runs === 0 ? (
      <span className="text-ink-3">none</span>
    ) : (
      <Link
        href={runsHref(project, { chain: [chain], version: [version], kind: ['live'], fingerprint })}
        className="link"
      >
        {formatPercent(runs / of)}
      </Link>
    ),
})

/** Table of nodes with their failures, durations and tokens on both versions. */
export function NodeRows({ project, comparison, rows }: RowsProps<ComparedNode>) {
  const { chain, a, b } = comparison
  const isReported = (of: 'durationMs' | 'tokens') =>
    rows.some(({ a, b }) => !isMissing(a?.[of]) || !isMissing(b?.[of]))
  const [hasTime, hasTokens] = [isReported('durationMs'), isReported('tokens')]
  return (
    <Panel
      title="Steps"
      note={`${a.version} first, then ${b.version}; of ${coveredRuns(comparison, comparedMost.steps)}.`}
    >
      <ShowAll items={rows} most={SHOWN} noun="step">
        {(shown) => (
          <DataTable
            label="Steps of both versions"
            rows={shown}
            keyOf={({ node }) => node}
            columns={[
              {
                head: 'Step',
                cellClass: 'min-w-28 max-w-72 truncate max-sm:max-w-32',
                title: ({ node }) => node,
                cell: ({ node, a: before, state }) => (
                  <>
                    <Link href={runsHref(project, { chain: [chain], version: [b.version], node })} className="link">
                      {node}
                    </Link>
                    {state === 'missing' && (
                      <span className="ml-2 text-ink-3 text-xs">only in {before ? a.version : b.version}</span>
                    )}
                  </>
                ),
              },
              bothColumn('Runs', (side) => side.runs, formatCount, { className: 'max-sm:hidden' }),
              bothColumn('Failed', (side) => side.failed / side.runs, formatPercent, {
                cellClass: ({ state }) =>
                  clsx(state === 'worse' && 'font-medium text-fail-fg', state === 'better' && 'text-pass-fg'),
              }),
              hasTime && bothColumn('Time', (side) => side.durationMs, formatDuration),
              hasTokens && bothColumn('Tokens', (side) => side.tokens, formatCompact, { className: 'max-sm:hidden' }),
            ]}
          />
        )}
      </ShowAll>
    </Panel>
  )
}

type Maybe = number | null | undefined

const bothColumn = (
  head: string,
  of: (side: NonNullable<ComparedNode['a']>) => Maybe,
  format: (value: Maybe) => string,
  classes: Pick<Column<ComparedNode>, 'className' | 'cellClass'> = {},
): Column<ComparedNode> => ({
  head,
  numeric: true,
  ...classes,
  cell: ({ a, b }) => {
    const [before, after] = [a, b].map((side) => (side && !isMissing(of(side)) ? format(of(side)) : null))
    if (before === after) return before ?? <span className="text-ink-3">{MISSING}</span>
    return (
      <>
        {before ?? MISSING} <span className="text-ink-3">to</span> {after ?? MISSING}
      </>
    )
  },
})

const isMissing = (value: Maybe) => value === null || value === undefined

/** Factors of the score, over the newest live runs of both versions. */
export function FactorRows({ comparison }: { comparison: VersionComparison }) {
  const { factors, a, b } = comparison
  if (factors.length === 0) return null
  return (
    <Panel title="Factors" note={`From ${coveredRuns(comparison, comparedMost.factors)}.`}>
      <DataTable
        label="Factors of the score"
        rows={factors}
        keyOf={({ name }) => name}
        columns={[
          { head: 'Factor', cell: ({ label }) => label },
          {
            id: 'a',
            head: a.version,
            numeric: true,
            title: ({ priorInterval }) => priorInterval && formatInterval(priorInterval),
            cell: ({ prior }) => formatScore(prior),
          },
          {
            id: 'b',
            head: b.version,
            numeric: true,
            title: ({ currentInterval }) => currentInterval && formatInterval(currentInterval),
            cell: ({ current }) => formatScore(current),
          },
          {
            head: 'Change',
            numeric: true,
            cellClass: ({ change }) => changeClass(change),
            cell: ({ change }) => formatChange(change),
          },
        ]}
      />
    </Panel>
  )
}
