'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import dynamic from 'next/dynamic'
import { useQueryStates } from 'nuqs'
import { useDeferredValue } from 'react'
import { Comparability } from '@/components/domain-ui/comparability'
import { FigureTile } from '@/components/domain-ui/figure-tile'
import { PairsPanel } from '@/components/domain-ui/pairs-panel'
import { PartBoundary } from '@/components/domain-ui/part-boundary'
import { VersionPicker } from '@/components/domain-ui/pickers'
import { VersionState } from '@/components/domain-ui/version-marks'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { useGoTo } from '@/components/ui/go-to'
import { Link } from '@/components/ui/link'
import { orMissing } from '@/components/ui/missing-part'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Switch } from '@/components/ui/switch'
import type { VersionComparison } from '@/lib/contracts/comparisons'
import {
  countVersionRows,
  isRowShown,
  measuresNote,
  prepareMeasures,
  worstChange,
} from '@/lib/presentation/compare/compare-versions'
import { compareVersionsSentence } from '@/lib/presentation/compare/version-sentence'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'
import { scenarioName } from '@/lib/presentation/labels/runs'
import { chainHref, compareHref, projectHref, versionHref } from '@/lib/presentation/links'
import { compareSearchParsers, comparisonQuery } from '@/lib/queries/compare-search'
import { queryOf } from '@/lib/queries/query-of'
import { NodeRows } from './compared-steps'
import { ShowFilter, SwapLink } from './comparison-parts'
import { FactorRows, FailureRows, ScenarioRows } from './comparison-tables'

const DefinitionChanges = dynamic(orMissing(() => import('./definition-changes'), 'DefinitionChanges'))

type VersionsComparisonProps = { project: string; chain: string; a: string; b: string }

/** Comparison of two versions of a chain: whether one is worse, by how much, and which runs to open first. */
export function VersionsComparison({ project, chain, a, b }: VersionsComparisonProps) {
  const [{ show, same }, change] = useQueryStates(
    { show: compareSearchParsers.show, same: compareSearchParsers.same },
    { scroll: false },
  )
  // Keeps the current comparison visible while the other one loads.
  const asked = useDeferredValue(same)
  const { comparison } = useSuspenseQuery(comparisonQuery(project, { chain, a, b, same: asked })).data
  return (
    <>
      <PageHeader
        title={
          <>
            <span className="sr-only">{chain} </span>
            {a} and {b}
          </>
        }
        headline={compareVersionsSentence(comparison)}
        trail={[
          { label: 'Chains', href: projectHref(project, '/chains') },
          { label: chain, href: chainHref(project, chain) },
        ]}
        actions={<SwapLink href={compareHref(project, { chain, version: b }, { chain, version: a })} />}
      />
      <div className="grid gap-8">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <Choice project={project} chain={chain} a={a} b={b} />
          <div className="flex min-h-8 items-center gap-2 text-sm print:hidden">
            <Switch
              id="same-scenarios"
              checked={same}
              disabled={comparison.shared === 0 && !same}
              onCheckedChange={(isOn) => void change({ same: isOn })}
            />
            <label htmlFor="same-scenarios">
              Same scenarios only{' '}
              <span className="text-ink-3">
                {comparison.shared === 0 ? 'none shared' : `${formatCount(comparison.shared)} shared`}
              </span>
            </label>
          </div>
        </div>
        <Comparability warnings={comparison.warnings} />
        <Measures project={project} comparison={comparison} />
        <WorstPairs project={project} comparison={comparison} />
        <PairsPanel project={project} a={{ chain, version: a }} b={{ chain, version: b }} names={[a, b]} />
        <Details
          project={project}
          comparison={comparison}
          show={show}
          onShow={(filter) => void change({ show: filter })}
        />
        <FactorRows comparison={comparison} />
        <PartBoundary fallback={<SkeletonRows rows={3} />}>
          <DefinitionChanges project={project} chain={chain} a={a} b={b} />
        </PartBoundary>
      </div>
    </>
  )
}

function Choice({ project, chain, a, b }: VersionsComparisonProps) {
  const goTo = useGoTo()
  const { versions } = useSuspenseQuery(queryOf('GET /api/v1/chains/{chain}', { chain }, { project })).data.chain
  const go = (from: string, to: string) =>
    goTo(compareHref(project, { chain, version: from }, { chain, version: to }), { replace: true })
  const sides = [
    { label: 'Baseline', value: a, choose: (version: string) => go(version, b) },
    { label: 'Compared with', value: b, choose: (version: string) => go(a, version) },
  ]
  return (
    <div className="grid w-full max-w-xl gap-4 sm:grid-cols-2">
      {sides.map(({ label, value, choose }) => {
        const version = versions.find((candidate) => candidate.version === value)
        return (
          <div key={label} className="grid gap-1.5">
            <Field label={label}>
              {({ id }) => (
                <VersionPicker
                  id={id}
                  project={project}
                  chain={chain}
                  value={value}
                  placeholder="Version"
                  onChange={choose}
                />
              )}
            </Field>
            {version && (
              <p className="flex flex-wrap items-center gap-2 text-ink-3 text-xs">
                <VersionState version={version} />
                <Link href={versionHref(project, chain, value)} className="link">
                  {formatPlural(version.liveRuns, 'live run')}
                </Link>
              </p>
            )}
          </div>
        )
      })}
    </div>
  )
}

function Measures({ project, comparison }: { project: string; comparison: VersionComparison }) {
  const figures = prepareMeasures(comparison, project)
  if (figures.length === 0) return null
  return (
    <section aria-label="Measures">
      <div
        className={clsx(
          'grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8.5rem,40%)),1fr))] gap-x-6 gap-y-5 sm:gap-x-8',
          figures.length === 4 ? 'lg:grid-cols-4' : 'lg:grid-cols-3 2xl:grid-cols-6',
        )}
      >
        {figures.map(({ name, ...figure }) => (
          <FigureTile key={name} {...figure} />
        ))}
      </div>
      <p className="mt-4 max-w-prose text-ink-3 text-xs">{measuresNote(comparison)}</p>
    </section>
  )
}

type WorstPairsProps = { project: string; comparison: VersionComparison }

/** Pairs of runs that show the difference best, linked to their first differing step. */
function WorstPairs({ project, comparison }: WorstPairsProps) {
  const { worst, a, b, rankedBy } = comparison
  if (worst.length === 0) return null
  const isPaired = worst.some(({ scenario }) => scenario !== null)
  return (
    <Panel
      title={isPaired ? 'The scenarios that fell most' : 'Where to look first'}
      note={
        isPaired
          ? `By mean ${rankedBy}. Opens the best run of ${a.version} beside the worst of ${b.version}.`
          : `No scenario is shared: the lowest runs of ${b.version}, each beside a usual run of ${a.version} with another task.`
      }
    >
      <ul className="divide-y border-y text-sm">
        {worst.map((pair) => (
          <li key={pair.b} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span
              className="min-w-0 flex-1 basis-40 truncate max-sm:basis-full"
              title={pair.scenario ?? pair.clientId ?? undefined}
            >
              {pair.scenario ? scenarioName(pair.scenario) : pair.clientId}
            </span>
            <span className="font-medium text-fail-fg">{worstChange(comparison, pair)}</span>
            <Button size="sm" asChild>
              <Link href={compareHref(project, { run: pair.a }, { run: pair.b })}>
                Side by side
                <span className="sr-only">: {pair.scenario ? scenarioName(pair.scenario) : pair.clientId}</span>
              </Link>
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type DetailsProps = WorstPairsProps & {
  show: Parameters<typeof isRowShown>[1]
  onShow: (show: DetailsProps['show']) => void
}

/** Scenarios, failures and nodes, with a common filter. */
function Details({ project, comparison, show, onShow }: DetailsProps) {
  const shown = <Row extends Parameters<typeof isRowShown>[0]>(rows: readonly Row[]) =>
    rows.filter((row) => isRowShown(row, show))
  const [scenarios, failures, nodes] = [
    shown(comparison.scenarios),
    shown(comparison.failures),
    shown(comparison.nodes),
  ]
  const isEmpty = scenarios.length + failures.length + nodes.length === 0
  return (
    <>
      <Panel
        title="What differs"
        actions={<ShowFilter value={show} onChange={onShow} counts={countVersionRows(comparison)} />}
        className="-mb-5"
      >
        {isEmpty && <p className="pb-5 text-ink-2 text-sm">{nothing[show]}</p>}
      </Panel>
      {scenarios.length > 0 && <ScenarioRows project={project} comparison={comparison} rows={scenarios} />}
      {failures.length > 0 && <FailureRows project={project} comparison={comparison} rows={failures} />}
      {nodes.length > 0 && <NodeRows project={project} comparison={comparison} rows={nodes} />}
    </>
  )
}

const nothing = {
  all: 'Neither version has runs with scenarios, failures or steps.',
  changed: 'No scenario, failure or step changed.',
  worse: 'No scenario, failure or step got worse.',
  better: 'No scenario, failure or step got better.',
  missing: 'Both ran the same scenarios and nodes.',
}
