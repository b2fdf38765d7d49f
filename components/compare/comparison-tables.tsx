'use client'

import { clsx } from 'clsx'
import { Badge } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { ShowAll } from '@/components/ui/show-all'
import { type Column, DataTable } from '@/components/ui/table'
import type { ComparedFailure, ComparedScenario, VersionComparison } from '@/lib/contracts/comparisons'
import { comparedMost } from '@/lib/contracts/limits'
import { comparedRuns, coveredRuns } from '@/lib/presentation/compare/compare-versions'
import { formatChangeShown } from '@/lib/presentation/format/fall'
import {
  formatCount,
  formatInterval,
  formatPercent,
  formatPlural,
  formatScore,
  MISSING,
} from '@/lib/presentation/format/number'
import { failureName, shownTemplate } from '@/lib/presentation/labels/failures'
import { scenarioName } from '@/lib/presentation/labels/runs'
import { compareHref, runsHref } from '@/lib/presentation/links'

export const SHOWN = 20

// The same in each table, so that the columns of numbers stand below each other.
export const nameClass = 'w-full min-w-28 max-w-0 truncate'
export const numberClass = 'sm:min-w-24'

const changeClass = (change: number | null) =>
  clsx(
    change !== null && change < -0.005 && 'font-medium text-fail-fg',
    change !== null && change > 0.005 && 'text-pass-fg',
  )

export type RowsProps<Row> = { project: string; comparison: VersionComparison; rows: readonly Row[] }

/** Table of scenarios with their means on both versions, each linked to its runs, and the change to the comparison of two runs. */
export function ScenarioRows({ project, comparison, rows }: RowsProps<ComparedScenario>) {
  const { a, b, rankedBy } = comparison
  const live = comparedRuns(comparison, 'a', 'b')
  return (
    <Panel
      title="Scenarios"
      note={`Mean ${rankedBy} of ${coveredRuns(comparison, comparedMost.runs)}. A mean opens its runs, a change the two that show it best.`}
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
                isRowName: true,
                cellClass: nameClass,
                title: ({ scenario }) => scenario,
                cell: ({ scenario }) => (
                  <Link href={runsHref(project, { ...live, scenario })} className="link">
                    {scenarioName(scenario)}
                  </Link>
                ),
              },
              meanColumn('a', project, comparison),
              meanColumn('b', project, comparison),
              {
                head: 'Change',
                numeric: true,
                className: numberClass,
                cellClass: ({ change }) => changeClass(change),
                cell: (row) =>
                  row.a && row.b ? (
                    <Link
                      href={compareHref(project, { run: row.a.runId }, { run: row.b.runId })}
                      aria-label={`${formatChangeShown(row.a.mean, row.b.mean)}, ${scenarioName(row.scenario)}`}
                      className="link"
                    >
                      {formatChangeShown(row.a.mean, row.b.mean)}
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

export type SideId = 'a' | 'b'

const meanColumn = (id: SideId, project: string, comparison: VersionComparison): Column<ComparedScenario> => ({
  id,
  head: comparison[id].version,
  numeric: true,
  className: numberClass,
  title: ({ [id]: side }) => side && formatPlural(side.runs, 'run'),
  cell: ({ scenario, [id]: side }) =>
    side ? (
      <Link
        href={runsHref(project, { ...comparedRuns(comparison, id), scenario })}
        aria-label={`${formatScore(side.mean)}, ${scenarioName(scenario)} in ${comparison[id].version}`}
        className="link"
      >
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
  missing: { word: 'Nothing to compare with', tone: 'neutral' },
}

/** Table of failure groups with the share of runs of each version that had them. */
export function FailureRows({ project, comparison, rows }: RowsProps<ComparedFailure>) {
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
                isRowName: true,
                cellClass: nameClass,
                title: ({ template }) => shownTemplate(template),
                cell: (failure) => (
                  <>
                    <span className="block truncate">{failureName(failure)}</span>
                    <span className="block truncate text-ink-3 text-xs">{shownTemplate(failure.template)}</span>
                  </>
                ),
              },
              shareColumn('a', project, comparison),
              shareColumn('b', project, comparison),
              {
                head: 'Change',
                className: clsx(numberClass, 'text-right max-sm:hidden'),
                cell: ({ state }) => <Badge tone={failureStates[state].tone}>{failureStates[state].word}</Badge>,
              },
            ]}
          />
        )}
      </ShowAll>
    </Panel>
  )
}

const shareColumn = (id: SideId, project: string, comparison: VersionComparison): Column<ComparedFailure> => ({
  id,
  head: comparison[id].version,
  numeric: true,
  className: numberClass,
  title: ({ [id]: { runs, of } }) => `${formatCount(runs)} of ${formatPlural(of, 'run')}`,
  cell: ({ [id]: { runs, of }, ...failure }) =>
    runs === 0 ? (
      <span className="text-ink-3">{of === 0 ? 'no runs' : 'none'}</span>
    ) : (
      <Link
        href={runsHref(project, {
          ...comparedRuns(comparison, id),
          fingerprint: failure.fingerprint,
          failureRole: 'root',
        })}
        aria-label={`${formatPercent(runs / of)}, ${failureName(failure)} in ${comparison[id].version}`}
        className="link"
      >
        {formatPercent(runs / of)}
      </Link>
    ),
})

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
          { head: 'Factor', isRowName: true, cellClass: nameClass, cell: ({ label }) => label },
          {
            id: 'a',
            head: a.version,
            numeric: true,
            className: numberClass,
            title: ({ priorInterval }) => priorInterval && formatInterval(priorInterval),
            cell: ({ prior }) => formatScore(prior),
          },
          {
            id: 'b',
            head: b.version,
            numeric: true,
            className: numberClass,
            title: ({ currentInterval }) => currentInterval && formatInterval(currentInterval),
            cell: ({ current }) => formatScore(current),
          },
          {
            head: 'Change',
            numeric: true,
            className: numberClass,
            cellClass: ({ change }) => changeClass(change),
            cell: ({ prior, current }) => formatChangeShown(prior, current),
          },
        ]}
      />
    </Panel>
  )
}
