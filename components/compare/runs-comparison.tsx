'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useQueryState } from 'nuqs'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { meaningClass } from '@/components/domain-ui/figure-tile'
import { PairsPanel } from '@/components/domain-ui/pairs-panel'
import { ChainVersion, DecisionWord, RunStatus } from '@/components/domain-ui/run-marks'
import { useShortcuts } from '@/components/shell/shortcuts'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import type { RunDetail } from '@/lib/contracts/run-detail'
import {
  type ComparedFigure,
  compareRuns,
  comparisonTitle,
  isShown,
  type StepRow,
} from '@/lib/presentation/compare/compare-runs'
import { formatPlural } from '@/lib/presentation/format/number'
import { withUnread } from '@/lib/presentation/labels/unread'
import { compareHref, runHref, runsHref } from '@/lib/presentation/links'
import { compareSearchParsers } from '@/lib/queries/compare-search'
import { queryOf } from '@/lib/queries/query-of'
import { BothSides, ShowFilter, SwapLink } from './comparison-parts'
import { ReadingStart } from './reading-start'
import { StepRows } from './step-rows'
import { Value, ValueDiffView } from './value-diff'

type RunsComparisonProps = { project: string; a: string; b: string }

/** Two runs side by side, aligned by step. */
export function RunsComparison({ project, a, b }: RunsComparisonProps) {
  const left = withUnread(useSuspenseQuery(queryOf('GET /api/v1/runs/{runId}', { runId: a }, { project })).data)
  const right = withUnread(useSuspenseQuery(queryOf('GET /api/v1/runs/{runId}', { runId: b }, { project })).data)
  const [show, setShow] = useQueryState('show', compareSearchParsers.show.withOptions({ scroll: false }))
  const model = useMemo(() => compareRuns(left, right), [left, right])
  const shown = useDeferredValue(show)
  const rows = useMemo(() => model.rows.filter((row) => isShown(row, shown)), [model, shown])
  const frame = useRef<HTMLDivElement>(null)
  useDifferenceKeys(frame)
  const [sought, setSought] = useState<string | null>(null)
  useEffect(() => {
    if (!rows.some(({ key }) => key === sought)) return
    const steps = frame.current?.querySelectorAll<HTMLElement>('[data-step]') ?? []
    scrollToTop([...steps].find(({ dataset }) => dataset.step === sought))
    setSought(null)
  }, [sought, rows])
  const jump = (key: string) => {
    // The filter may hide the row, which is there a moment after the filter is gone.
    void setShow('all')
    setSought(key)
  }
  const isSameChain = left.run.chain === right.run.chain
  return (
    <>
      <PageHeader
        title={comparisonTitle(left.run, right.run)}
        headline={model.headline}
        trail={[
          { label: 'Runs', href: runsHref(project, {}) },
          { label: left.run.chain, href: runsHref(project, { chain: [left.run.chain] }) },
        ]}
        actions={
          <>
            {isSameChain && left.run.version !== right.run.version && (
              <Button asChild>
                <Link
                  href={compareHref(
                    project,
                    { chain: left.run.chain, version: left.run.version },
                    { chain: right.run.chain, version: right.run.version },
                  )}
                >
                  Compare the versions
                </Link>
              </Button>
            )}
            <SwapLink href={compareHref(project, { run: b }, { run: a })} />
          </>
        }
      />
      <div ref={frame} className="grid gap-8">
        <div className="grid gap-3">
          <BothSides
            a={<SideHead project={project} detail={left} name="A" note="baseline" />}
            b={<SideHead project={project} detail={right} name="B" />}
          />
          <Figures figures={model.figures} />
          <ReadingStart project={project} a={left} b={right} rows={model.rows} onJump={jump} />
        </div>
        <Panel title="Asked" note={model.request.kind === 'same' ? 'The same for both.' : 'Different.'}>
          {model.request.kind === 'same' ? (
            <Value value={model.request.value} />
          ) : (
            <ValueDiffView diff={model.request} />
          )}
        </Panel>
        <Panel
          title="Steps"
          note={
            <span>
              {formatPlural(countSide(model.rows, 'a'), 'step')} and {formatPlural(countSide(model.rows, 'b'), 'step')},
              aligned.
              <span className="max-sm:hidden">
                {' '}
                <Kbd>n</Kbd> and <Kbd>p</Kbd> go from difference to difference.
              </span>
            </span>
          }
          actions={<ShowFilter value={show} onChange={setShow} counts={model.counts} />}
        >
          {model.rows.length === 0 ? (
            <p className="text-ink-2 text-sm">Neither run has steps.</p>
          ) : rows.length === 0 ? (
            <p className="py-6 text-ink-2 text-sm">{nothing[show]}</p>
          ) : (
            <StepRows project={project} a={a} b={b} rows={rows} />
          )}
        </Panel>
        <Panel title="Answer" note={model.output.kind === 'same' ? 'The same answer.' : undefined}>
          <ValueDiffView diff={model.output} />
        </Panel>
        {isSameTask(left, right) && <PairsPanel project={project} a={{ run: a }} b={{ run: b }} names={['A', 'B']} />}
      </div>
    </>
  )
}

const countSide = (rows: readonly StepRow[], side: 'a' | 'b') => rows.filter((row) => row[side] !== null).length

const isSameTask = ({ run: a }: RunDetail, { run: b }: RunDetail) =>
  a.chain === b.chain &&
  ((a.scenario !== null && a.scenario === b.scenario) || (a.execution !== null && a.execution === b.execution))

const nothing = {
  all: 'No steps.',
  changed: 'All steps are the same.',
  worse: 'Nothing got worse: B failed nowhere that A did not.',
  better: 'B fixed no failure of A.',
  missing: 'Both took the same steps.',
}

type SideHeadProps = { project: string; detail: RunDetail; name: 'A' | 'B'; note?: string }

function SideHead({ project, detail: { run }, name, note }: SideHeadProps) {
  return (
    <div className="min-w-0 border-t pt-3">
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
        <span className="font-semibold max-md:sr-only">{name}</span>
        <Link href={runHref(project, run.id)} className="link min-w-0 truncate font-medium" title={run.clientId}>
          {run.clientId}
        </Link>
        {note && <span className="text-ink-3 text-xs">{note}</span>}
      </p>
      <p className="flex flex-wrap items-center gap-x-3 text-ink-2 text-xs">
        <span>
          <ChainVersion chain={run.chain} version={run.version} />
        </span>
        <span>attempt {run.attempt}</span>
        <RunStatus status={run.status} />
        {run.status !== 'running' && <DecisionWord run={run} />}
      </p>
    </div>
  )
}

/** Figures of both runs, with their signed changes. */
function Figures({ figures }: { figures: readonly ComparedFigure[] }) {
  if (figures.length === 0) return null
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4 lg:grid-cols-5" aria-label="Figures of both runs">
      {figures.map(({ label, a, b, change, meaning, isSame }) => (
        <div key={label}>
          <dt className="eyebrow">{label}</dt>
          <dd className="text-sm">
            {a}
            {a !== b && (
              <>
                {' '}
                <span className="text-ink-3">to</span> {b}
              </>
            )}
            {(isSame || change) && ' '}
            {isSame && <span className="ml-1 text-ink-3">the same</span>}
            {a !== b && change && (
              <span className={clsx('ml-1 font-medium', meaningClass[meaning])}>
                {change}
                {meaning !== 'neutral' && <span className="sr-only"> {meaning}</span>}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function scrollToTop(row: HTMLElement | null | undefined): void {
  row?.scrollIntoView({ block: 'start' })
  row?.querySelector<HTMLElement>('a')?.focus({ preventScroll: true })
}

/** Scrolls to the next or previous difference with n and p, and focuses its link. */
function useDifferenceKeys(frame: React.RefObject<HTMLElement | null>): void {
  const go = (step: 1 | -1) => {
    const rows = [...(frame.current?.querySelectorAll<HTMLElement>('[data-step]') ?? [])]
    const focused = document.activeElement?.closest<HTMLElement>('[data-step]')
    const place = focused ? rows.indexOf(focused) : step === 1 ? -1 : rows.length
    const next = rows[Math.min(rows.length - 1, Math.max(0, place + step))]
    scrollToTop(next)
  }
  useShortcuts('Compare', [
    { keys: 'n', label: 'Next difference', run: () => go(1) },
    { keys: 'p', label: 'Previous difference', run: () => go(-1) },
  ])
}
