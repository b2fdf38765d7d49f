'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { ConfidenceBarSmall } from '@/components/charts/confidence-bar'
import { gateKindLabels } from '@/components/domain-ui/gate-marks'
import { gateHref } from '@/components/domain-ui/hrefs'
import { StatusMark } from '@/components/domain-ui/status-mark'
import { Panel } from '@/components/ui/panel'
import { StatePanel } from '@/components/ui/state-panel'
import { Countdown, RelativeTime } from '@/components/ui/time'
import type { RunFlag } from '@/lib/contracts/primitives'
import type { RunRow } from '@/lib/contracts/runs'
import { prepareConfidenceBar } from '@/lib/presentation/charts/prepare-confidence-bar'
import { goodFrom } from '@/lib/presentation/charts/quality-levels'
import { formatPlural, formatScore } from '@/lib/presentation/format/number'
import { flagLabels } from '@/lib/presentation/labels/verdicts'
import { runHref, runsHref } from '@/lib/presentation/links'
import { overviewQueries } from '@/lib/queries/overview-search'
import { useShownSearch } from './overview-filters'

/** Gates that wait for a person, the most urgent first. */
export function WaitingGates({ project }: { project: string }) {
  const { input } = useShownSearch()
  const { gates, counts } = useSuspenseQuery(overviewQueries(project, input).gates).data
  if (gates.length === 0) {
    return (
      <Panel title="Open gates">
        <StatePanel compact state="empty" title="Nothing waits for a decision">
          A gate opens when a version turns out worse than the one before it, or when a run needs a person.
        </StatePanel>
      </Panel>
    )
  }
  return (
    <Panel
      title="Open gates"
      note={`${formatPlural(counts.pending, 'gate waits', 'gates wait')} for a person.`}
      actions={
        <Link href={`/p/${encodeURIComponent(project)}/gates`} className="link text-sm">
          All gates
        </Link>
      }
    >
      <ul className="divide-y border-t">
        {gates.map((gate) => (
          <li key={gate.id}>
            <Link
              href={gateHref(project, gate.id)}
              className="flex items-start justify-between gap-4 py-2 hover:bg-hover"
            >
              <span className="min-w-0">
                <span className="block truncate font-medium text-sm">{gate.title}</span>
                <span className="block truncate text-ink-3 text-xs">
                  {gateKindLabels[gate.kind]} · {gate.chain} {gate.version}
                </span>
              </span>
              <Countdown compact deadlineAt={gate.deadlineAt} className="shrink-0 pt-0.5 text-sm" />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The newest runs that a person should look at. */
export function FlaggedRuns({ project }: { project: string }) {
  const { shown, input } = useShownSearch()
  const { runs, next } = useSuspenseQuery(overviewQueries(project, input).flagged).data
  if (runs.length === 0) {
    return (
      <Panel title="Flagged runs">
        <StatePanel compact state="empty" title="No run needs a look">
          Runs that break their contract, score low, or that the desk could not decide on show up here.
        </StatePanel>
      </Panel>
    )
  }
  return (
    <Panel
      title="Flagged runs"
      note={next ? `The ${runs.length} newest.` : 'All there are in this range.'}
      actions={
        <Link
          href={runsHref(project, { flagged: 'true', range: shown.range, chain: shown.chain.join(',') })}
          className="link text-sm"
        >
          All flagged
        </Link>
      }
    >
      <ul className="divide-y border-t">
        {runs.map((run) => (
          <li key={run.id}>
            <FlaggedRun project={project} run={run} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const GRAVE: readonly RunFlag[] = ['vetoed', 'failed', 'contradicted', 'blocked']

function FlaggedRun({ project, run }: { project: string; run: RunRow }) {
  const isGrave = run.flag !== null && GRAVE.includes(run.flag)
  return (
    <Link
      href={runHref(project, run.id)}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-2 hover:bg-hover sm:grid-cols-[minmax(0,1fr)_auto_3rem]"
    >
      <span className="min-w-0">
        <span className="flex items-center gap-2 text-sm">
          <StatusMark status={isGrave ? 'fail' : 'review'} word={run.flag ? flagLabels[run.flag] : undefined} />
          <span className="truncate text-ink-2">{run.clientId}</span>
        </span>
        <span className="block truncate text-ink-3 text-xs">
          {run.chain} {run.version} · <RelativeTime iso={run.occurredAt} />
        </span>
      </span>
      <span className="text-sm">
        <ConfidenceBarSmall model={prepareConfidenceBar(run)} />
      </span>
      <span className="text-right text-sm max-sm:hidden" title="Quality">
        {formatScore(run.quality, goodFrom(run.profile))}
      </span>
    </Link>
  )
}
