'use client'

import { clsx } from 'clsx'
import { type ReactNode, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import type { ComparedFailure, ComparedNode, ComparedScenario, VersionComparison } from '@/lib/contracts/comparisons'
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
import { scenarioName } from '@/lib/presentation/labels/runs'
import { failureClassLabels } from '@/lib/presentation/labels/verdicts'
import { compareHref, runHref, runsHref } from '@/lib/presentation/links'

const SHOWN = 20

type MoreProps<Row> = { rows: readonly Row[]; noun: string; children: (shown: readonly Row[]) => ReactNode }

/** Renders the first rows, with a button that shows all. */
function FirstRows<Row>({ rows, noun, children }: MoreProps<Row>) {
  const [isWhole, setWhole] = useState(false)
  return (
    <>
      {children(isWhole ? rows : rows.slice(0, SHOWN))}
      {!isWhole && rows.length > SHOWN && (
        <Button className="mt-3" onClick={() => setWhole(true)}>
          Show all {formatPlural(rows.length, noun)}
        </Button>
      )}
    </>
  )
}

const changeClass = (change: number | null) =>
  clsx(
    change !== null && change < -0.005 && 'font-medium text-fail-fg',
    change !== null && change > 0.005 && 'text-pass-fg',
  )

type RowsProps<Row> = { project: string; comparison: VersionComparison; rows: readonly Row[] }

/** Table of scenarios with their means on both versions; the change links to the comparison of two runs. */
export function ScenarioRows({ project, comparison: { chain, a, b, rankedBy }, rows }: RowsProps<ComparedScenario>) {
  return (
    <Panel
      title="Scenarios"
      note={`Mean ${rankedBy} of the newest live runs. A change opens the two runs that show it best.`}
    >
      <FirstRows rows={rows} noun="scenario">
        {(shown) => (
          <Table label="Scenarios of both versions">
            <TableHead>
              <tr>
                <TableHeader>Scenario</TableHeader>
                <TableHeader numeric>{a.version}</TableHeader>
                <TableHeader numeric>{b.version}</TableHeader>
                <TableHeader numeric>Change</TableHeader>
              </tr>
            </TableHead>
            <TableBody>
              {shown.map((row) => (
                <TableRow key={row.scenario}>
                  <TableCell className="max-w-72 truncate" title={row.scenario}>
                    <Link href={runsHref(project, { chain: [chain], scenario: row.scenario })} className="link">
                      {scenarioName(row.scenario)}
                    </Link>
                  </TableCell>
                  <ScenarioMean project={project} side={row.a} />
                  <ScenarioMean project={project} side={row.b} />
                  <TableCell numeric className={changeClass(row.change)}>
                    {row.a && row.b ? (
                      <Link href={compareHref(project, { run: row.a.runId }, { run: row.b.runId })} className="link">
                        {formatChange(row.change)}
                      </Link>
                    ) : (
                      <span className="text-ink-3">only in {row.a ? a.version : b.version}</span>
                    )}
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        )}
      </FirstRows>
    </Panel>
  )
}

function ScenarioMean({ project, side }: { project: string; side: ComparedScenario['a'] }) {
  return (
    <TableCell numeric title={side ? formatPlural(side.runs, 'run') : undefined}>
      {side ? (
        <Link href={runHref(project, side.runId)} className="link">
          {formatScore(side.mean)}
        </Link>
      ) : (
        <span className="text-ink-3">{MISSING}</span>
      )}
    </TableCell>
  )
}

const failureStates: Record<ComparedFailure['state'], { word: string; tone: 'fail' | 'pass' | 'neutral' }> = {
  new: { word: 'New', tone: 'fail' },
  worse: { word: 'More often', tone: 'fail' },
  gone: { word: 'Gone', tone: 'pass' },
  better: { word: 'Less often', tone: 'pass' },
  same: { word: 'Much the same', tone: 'neutral' },
}

/** Table of failure groups with the share of runs of each version that had them. */
export function FailureRows({ project, comparison: { chain, a, b }, rows }: RowsProps<ComparedFailure>) {
  return (
    <Panel title="Failures" note="Runs with a root-cause failure.">
      <FirstRows rows={rows} noun="kind of failure">
        {(shown) => (
          <Table label="Failures of both versions">
            <TableHead>
              <tr>
                <TableHeader>Failure</TableHeader>
                <TableHeader numeric>{a.version}</TableHeader>
                <TableHeader numeric>{b.version}</TableHeader>
                <TableHeader className="text-right max-sm:hidden">Change</TableHeader>
              </tr>
            </TableHead>
            <TableBody>
              {shown.map((row) => {
                const { word, tone } = failureStates[row.state]
                const filters = { chain: [chain], fingerprint: row.fingerprint }
                return (
                  <TableRow key={row.fingerprint}>
                    <TableCell className="w-full min-w-32 max-w-0">
                      <span className="block truncate" title={row.template}>
                        {failureClassLabels[row.failureClass]} at {row.node}
                      </span>
                      <span className="block truncate text-ink-3 text-xs" title={row.template}>
                        {row.template}
                      </span>
                    </TableCell>
                    <RunShare share={row.a} href={runsHref(project, { ...filters, version: [a.version] })} />
                    <RunShare share={row.b} href={runsHref(project, { ...filters, version: [b.version] })} />
                    <TableCell className="text-right max-sm:hidden">
                      <Badge tone={tone}>{word}</Badge>
                    </TableCell>
                  </TableRow>
                )
              })}
            </TableBody>
          </Table>
        )}
      </FirstRows>
    </Panel>
  )
}

function RunShare({ share: { runs, of }, href }: { share: ComparedFailure['a']; href: string }) {
  return (
    <TableCell numeric title={`${formatCount(runs)} of ${formatPlural(of, 'run')}`}>
      {runs === 0 ? (
        <span className="text-ink-3">none</span>
      ) : (
        <Link href={href} className="link">
          {formatPercent(runs / of)}
        </Link>
      )}
    </TableCell>
  )
}

/** Table of nodes with their failures, durations and tokens on both versions. */
export function NodeRows({ project, comparison: { chain, a, b }, rows }: RowsProps<ComparedNode>) {
  const isReported = (of: 'durationMs' | 'tokens') =>
    rows.some(({ a, b }) => !isMissing(a?.[of]) || !isMissing(b?.[of]))
  const [hasTime, hasTokens] = [isReported('durationMs'), isReported('tokens')]
  return (
    <Panel title="Steps" note={`${a.version} first, then ${b.version}; of the newest 200 live runs of each.`}>
      <FirstRows rows={rows} noun="step">
        {(shown) => (
          <Table label="Steps of both versions">
            <TableHead>
              <tr>
                <TableHeader>Step</TableHeader>
                <TableHeader numeric className="max-sm:hidden">
                  Runs
                </TableHeader>
                <TableHeader numeric>Failed</TableHeader>
                {hasTime && <TableHeader numeric>Time</TableHeader>}
                {hasTokens && (
                  <TableHeader numeric className="max-sm:hidden">
                    Tokens
                  </TableHeader>
                )}
              </tr>
            </TableHead>
            <TableBody>
              {shown.map(({ node, a: before, b: after, state }) => (
                <TableRow key={node}>
                  <TableCell className="min-w-28 max-w-72 truncate max-sm:max-w-32" title={node}>
                    <Link href={runsHref(project, { chain: [chain], version: [b.version], node })} className="link">
                      {node}
                    </Link>
                    {state === 'missing' && (
                      <span className="ml-2 text-ink-3 text-xs">only in {before ? a.version : b.version}</span>
                    )}
                  </TableCell>
                  <Both a={before?.runs} b={after?.runs} format={formatCount} className="max-sm:hidden" />
                  <Both
                    a={before && before.failed / before.runs}
                    b={after && after.failed / after.runs}
                    format={formatPercent}
                    className={clsx(
                      state === 'worse' && 'font-medium text-fail-fg',
                      state === 'better' && 'text-pass-fg',
                    )}
                  />
                  {hasTime && <Both a={before?.durationMs} b={after?.durationMs} format={formatDuration} />}
                  {hasTokens && (
                    <Both a={before?.tokens} b={after?.tokens} format={formatCompact} className="max-sm:hidden" />
                  )}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        )}
      </FirstRows>
    </Panel>
  )
}

type Maybe = number | null | undefined
type BothProps = { a: Maybe; b: Maybe; format: (value: Maybe) => string; className?: string }

function Both({ a, b, format, className }: BothProps) {
  const [before, after] = [a, b].map((value) => (isMissing(value) ? null : format(value)))
  return (
    <TableCell numeric className={className}>
      {before === after ? (
        (before ?? <span className="text-ink-3">{MISSING}</span>)
      ) : (
        <>
          {before ?? MISSING} <span className="text-ink-3">to</span> {after ?? MISSING}
        </>
      )}
    </TableCell>
  )
}

const isMissing = (value: Maybe) => value === null || value === undefined

/** Factors of the score, over the newest live runs of both versions. */
export function FactorRows({ comparison: { factors, a, b } }: { comparison: VersionComparison }) {
  if (factors.length === 0) return null
  return (
    <Panel title="Factors" note="From the newest 200 live runs of each version.">
      <Table label="Factors of the score">
        <TableHead>
          <tr>
            <TableHeader>Factor</TableHeader>
            <TableHeader numeric>{a.version}</TableHeader>
            <TableHeader numeric>{b.version}</TableHeader>
            <TableHeader numeric>Change</TableHeader>
          </tr>
        </TableHead>
        <TableBody>
          {factors.map((factor) => (
            <TableRow key={factor.name}>
              <TableCell>{factor.label}</TableCell>
              <TableCell numeric title={factor.priorInterval ? formatInterval(factor.priorInterval) : undefined}>
                {formatScore(factor.prior)}
              </TableCell>
              <TableCell numeric title={factor.currentInterval ? formatInterval(factor.currentInterval) : undefined}>
                {formatScore(factor.current)}
              </TableCell>
              <TableCell numeric className={changeClass(factor.change)}>
                {formatChange(factor.change)}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Panel>
  )
}
