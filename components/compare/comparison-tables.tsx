'use client'

import { clsx } from 'clsx'
import { Badge } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { ShowAll } from '@/components/ui/show-all'
import { type Column, DataTable } from '@/components/ui/table'
import type { ComparedFailure, ComparedNode, ComparedScenario, VersionComparison } from '@/lib/contracts/comparisons'
import { comparedMost } from '@/lib/contracts/vocabulary'
import { comparedRuns, coveredRuns } from '@/lib/presentation/compare/compare-versions'
import { formatDuration } from '@/lib/presentation/format/date'
import { formatChangeShown } from '@/lib/presentation/format/fall'
import {
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
import { compareHref, runsHref } from '@/lib/presentation/links'

const SHOWN = 20

const changeClass = (change: number | null) =>
  clsx(
    change !== null && change < -0.005 && 'font-medium text-fail-fg',
    change !== null && change > 0.005 && 'text-pass-fg',
  )

type RowsProps<Row> = { project: string; comparison: VersionComparison; rows: readonly Row[] }

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
                cellClass: 'max-w-72 truncate',
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
                cellClass: ({ change }) => changeClass(change),
                cell: (row) =>
                  row.a && row.b ? (
                    <Link href={compareHref(project, { run: row.a.runId }, { run: row.b.runId })} className="link">
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

type SideId = 'a' | 'b'

const meanColumn = (id: SideId, project: string, comparison: VersionComparison): Column<ComparedScenario> => ({
  id,
  head: comparison[id].version,
  numeric: true,
  title: ({ [id]: side }) => side && formatPlural(side.runs, 'run'),
  cell: ({ scenario, [id]: side }) =>
    side ? (
      <Link href={runsHref(project, { ...comparedRuns(comparison, id), scenario })} className="link">
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
                cellClass: 'w-full min-w-32 max-w-0',
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

const shareColumn = (id: SideId, project: string, comparison: VersionComparison): Column<ComparedFailure> => ({
  id,
  head: comparison[id].version,
  numeric: true,
  title: ({ [id]: { runs, of } }) => `${formatCount(runs)} of ${formatPlural(of, 'run')}`,
  cell: ({ fingerprint, [id]: { runs, of } }) =>
    runs === 0 ? (
      <span className="text-ink-3">{of === 0 ? 'no runs' : 'none'}</span>
    ) : (
      <Link
        href={runsHref(project, { ...comparedRuns(comparison, id), fingerprint, failureRole: 'root' })}
        className="link"
      >
        {formatPercent(runs / of)}
      </Link>
    ),
})

/** Table of nodes with their failures, durations and tokens on both versions. */
export function NodeRows({ project, comparison, rows }: RowsProps<ComparedNode>) {
  const { a, b } = comparison
  const open = (filter: 'ran' | 'node') => (node: string, id: SideId) =>
    runsHref(project, { ...comparedRuns(comparison, id), [filter]: node })
  const isReported = (of: 'durationMs' | 'tokens') =>
    rows.some(({ a, b }) => !isMissing(a?.[of]) || !isMissing(b?.[of]))
  const [hasTime, hasTokens] = [isReported('durationMs'), isReported('tokens')]
  return (
    <Panel
      title="Steps"
      note={`${a.version} first, then ${b.version}; of ${coveredRuns(comparison, comparedMost.steps)}. Runs and failed open all live runs of the version with that step.`}
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
                isRowName: true,
                cellClass: 'min-w-28 max-w-72 truncate max-sm:max-w-32',
                title: ({ node }) => node,
                cell: ({ node, a: before, state }) => (
                  <>
                    <Link
                      href={runsHref(project, { ...comparedRuns(comparison, 'a', 'b'), ran: node })}
                      className="link"
                    >
                      {node}
                    </Link>{' '}
                    {state === 'missing' && (
                      <span className="ml-1 text-ink-3 text-xs">only in {before ? a.version : b.version}</span>
                    )}
                  </>
                ),
              },
              bothColumn('Runs', (side) => side.runs, formatCount, { className: 'max-sm:hidden', href: open('ran') }),
              bothColumn('Failed', (side) => side.failed / side.runs, formatPercent, {
                href: open('node'),
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

type BothOptions = Pick<Column<ComparedNode>, 'className' | 'cellClass'> & {
  href?: (node: string, id: SideId) => string
}

/** Values of both versions, linked to their runs unless they are 0; equal texts without a link are shown once. */
const bothColumn = (
  head: string,
  of: (side: NonNullable<ComparedNode['a']>) => Maybe,
  format: (value: Maybe) => string,
  { href, ...classes }: BothOptions = {},
): Column<ComparedNode> => ({
  head,
  numeric: true,
  ...classes,
  cell: ({ node, a, b }) => {
    const [before, after] = [a, b].map((side) => side && of(side))
    const texts = [before, after].map((value) => (isMissing(value) ? MISSING : format(value)))
    if (texts[0] === texts[1] && !(href && (before || after)))
      return isMissing(before) ? <span className="text-ink-3">{MISSING}</span> : texts[0]
    const show = (id: SideId, value: Maybe, text = MISSING) =>
      href && value ? (
        <Link href={href(node, id)} className="link">
          {text}
        </Link>
      ) : (
        text
      )
    return (
      <>
        {show('a', before, texts[0])} <span className="text-ink-3">to</span> {show('b', after, texts[1])}
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
          { head: 'Factor', isRowName: true, cell: ({ label }) => label },
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
            cell: ({ prior, current }) => formatChangeShown(prior, current),
          },
        ]}
      />
    </Panel>
  )
}
