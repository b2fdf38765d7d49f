'use client'

import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { Fragment, useEffect, useEffectEvent } from 'react'
import { LoadProblem } from '@/components/domain-ui/load-problem'
import { PayloadView } from '@/components/domain-ui/payload-view'
import { ChainVersion, DecisionWord, RunStatus } from '@/components/domain-ui/run-marks'
import { RunTags } from '@/components/domain-ui/run-tags'
import { WaitingGate } from '@/components/domain-ui/waiting-gate'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { SkeletonRows } from '@/components/ui/skeleton'
import { RelativeTime } from '@/components/ui/time'
import type { RunDetail } from '@/lib/contracts/run-detail'
import type { RunRow } from '@/lib/contracts/runs'
import { ACCEPT_THRESHOLD } from '@/lib/contracts/thresholds'
import { formatDuration } from '@/lib/presentation/format/date'
import { formatCompact, formatCost, formatScore } from '@/lib/presentation/format/number'
import { runFailureKind } from '@/lib/presentation/labels/failures'
import { waitingGateOf } from '@/lib/presentation/labels/gates'
import { withUnread } from '@/lib/presentation/labels/unread'
import { decisionReason, flagLabels } from '@/lib/presentation/labels/verdicts'
import { runHref, runsHref } from '@/lib/presentation/links'
import { qualityText } from '@/lib/presentation/quality-verdict'
import { queryOf } from '@/lib/queries/query-of'

type RunPeekProps = { project: string; runId: string; onClose: () => void }

/** Side panel with a run's decision, reasons and output. */
export function RunPeek({ project, runId, onClose }: RunPeekProps) {
  const { data, error, refetch } = useQuery({
    ...queryOf('GET /api/v1/runs/{runId}', { runId }, { project }),
    // Keeps the previous run visible while the next one loads.
    placeholderData: (before: RunDetail | undefined) => before,
  })
  useEscape(onClose)
  return (
    <aside
      aria-label="Run summary"
      aria-busy={data === undefined}
      className="fixed inset-y-0 right-0 z-30 flex w-full max-w-md animate-fade flex-col border-l bg-raised shadow-raised max-sm:max-w-none print:hidden"
    >
      <header className="flex items-center gap-2 border-b px-4 py-2.5">
        <h2 className="min-w-0 flex-1 truncate text-base" title={data?.run.clientId}>
          {data?.run.title ?? data?.run.clientId ?? 'Loading'}
        </h2>
        <Button size="sm" asChild>
          <Link href={runHref(project, runId)}>Open</Link>
        </Button>
        <IconButton label="Close" shortcut="Esc" size="sm" onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4">
        {data && <PeekBody project={project} detail={withUnread(data)} />}
        {!data && !error && <SkeletonRows rows={8} />}
        {error && <LoadProblem compact title="The run could not be loaded" error={error} onRetry={() => refetch()} />}
      </div>
    </aside>
  )
}

/** Closes the panel on Escape, unless a dialog or menu is open above it. */
function useEscape(onClose: () => void) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key === 'Escape' &&
        !event.defaultPrevented &&
        !document.querySelector('[role="dialog"], [role="menu"]')
      )
        close()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

type PeekBodyProps = { project: string; detail: RunDetail }

function PeekBody({ project, detail }: PeekBodyProps) {
  const { run } = detail
  const gate = waitingGateOf(detail)
  return (
    <div className="wrap-anywhere grid gap-5">
      <div className="grid gap-1.5 text-sm">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <RunStatus status={run.status} />
          {run.status !== 'running' && !detail.isCovered && <DecisionWord run={run} />}
        </p>
        <p className="text-ink-2">{decisionReason(run)}</p>
        {run.failureClass && <p>Failure: {runFailureKind(run)}</p>}
        {gate && <WaitingGate project={project} gate={gate} />}
        {run.flag && <p className="text-review-fg">Flagged: {flagLabels[run.flag]}</p>}
        <p className="flex flex-wrap gap-x-3 text-ink-3 text-xs">
          <span>
            <ChainVersion chain={run.chain} version={run.version} />
          </span>{' '}
          <RelativeTime iso={run.occurredAt} />
          {measured(run).map((figure) => (
            <Fragment key={figure}>
              {' '}
              <span>{figure}</span>
            </Fragment>
          ))}
        </p>
        {run.thread && (
          <Link href={runsHref(project, { thread: run.thread, sort: 'oldest' })} className="link w-fit text-xs">
            All runs of the conversation {run.thread}
          </Link>
        )}
      </div>
      <RunTags key={run.id} project={project} run={run} />
      {detail.error && <Notice tone="fail">{detail.error.message}</Notice>}
      <PayloadView title="Output" name="output" value={detail.output} missing="No output was sent with this run." />
      <PayloadView title="Request" name="request" value={detail.request} missing="No request was sent with this run." />
    </div>
  )
}

/** Formats the known figures of a run; unknown ones are omitted. */
function measured(run: RunRow): string[] {
  const { quality, confidence, durationMs, tokens, costUsd } = run
  return [
    ...(quality === null ? [] : [`quality ${qualityText(run)}`]),
    ...(confidence === null ? [] : [`confidence ${formatScore(confidence, ACCEPT_THRESHOLD)}`]),
    ...(durationMs === null ? [] : [formatDuration(durationMs)]),
    ...(tokens === null ? [] : [`${formatCompact(tokens)} tokens`]),
    ...(costUsd === null ? [] : [formatCost(costUsd)]),
  ]
}
