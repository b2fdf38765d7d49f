'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { LoadProblem } from '@/components/domain-ui/load-problem'
import { MoreRuns } from '@/components/domain-ui/settle-runs'
import { type Status, StatusMark } from '@/components/domain-ui/status-mark'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { Progress } from '@/components/ui/progress'
import { ShowMore } from '@/components/ui/show-more'
import { SkeletonRows } from '@/components/ui/skeleton'
import { type Column, DataTable } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import type { TrialCounts, TrialStatus, TrialView } from '@/lib/contracts/trials'
import { prepareTrialProgress } from '@/lib/presentation/charts/prepare-trial-progress'
import { formatScore } from '@/lib/presentation/format/number'
import { shellWord } from '@/lib/presentation/format/text'
import { trialKindLabels, trialStatusLabels } from '@/lib/presentation/labels/chains'
import { runHref } from '@/lib/presentation/links'
import { pagesOf } from '@/lib/queries/query-of'

type TrialsPanelProps = {
  project: string
  chain: string
  version: string
  /** The version was rolled back or halted, so more runs would not affect its verdict. */
  isTakenBack: boolean
}

/** Trial runs of a version and their progress. */
export function TrialsPanel({ project, chain, version, isTakenBack }: TrialsPanelProps) {
  const query = useInfiniteQuery(
    pagesOf('GET /api/v1/chains/{chain}/versions/{version}/trials', { chain, version }, { project }),
  )
  const first = query.data?.pages[0]
  const trials = query.data?.pages.flatMap((page) => page.trials) ?? []
  return (
    <Panel
      title="Trials"
      note="Live runs count toward the mean and the verdict. Dry runs never do."
      actions={
        first?.executor && !isTakenBack && <MoreRuns project={project} chain={chain} version={version} count={3} />
      }
    >
      {query.isError && first === undefined ? (
        <LoadProblem compact title="Trials could not be loaded" error={query.error} onRetry={() => query.refetch()} />
      ) : first === undefined ? (
        <SkeletonRows rows={4} />
      ) : first.trials.length === 0 ? (
        <p className="text-ink-2 text-sm">
          {first.executor
            ? 'No trials yet. Request some runs, and the executor will make them.'
            : 'No trials. They start when a version is published with scenarios and an executor.'}
        </p>
      ) : (
        <div className="grid gap-4">
          <div className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
            <Kind counts={first.live} noun="live run" />
            <Kind counts={first.dryRun} noun="dry run" />
          </div>
          {first.executor === 'local' && first.live.queued + first.dryRun.queued > 0 && (
            <p className="text-ink-2 text-sm">
              Waiting for a worker:{' '}
              <code className="break-all font-mono text-xs">
                {`veritas run-trials --chain ${shellWord(chain)} --version ${shellWord(version)} --exec "your command"`}
              </code>
            </p>
          )}
          <DataTable label="Trials of this version" columns={toColumns(project)} rows={trials} keyOf={({ id }) => id} />
          <ShowMore noun="trials" list={query} rows={trials.length} className="w-fit" />
        </div>
      )}
    </Panel>
  )
}

function Kind({ counts, noun }: { counts: TrialCounts; noun: string }) {
  const progress = prepareTrialProgress(counts, noun)
  if (!progress) return null
  return (
    <div className="grid gap-1.5">
      <p className="text-sm">{progress.words}</p>
      <Progress label={progress.words} share={progress.share} tone={progress.isUnderWay ? 'accent' : 'neutral'} />
    </div>
  )
}

const marks: Record<TrialStatus, Status> = {
  queued: 'skipped',
  running: 'running',
  done: 'completed',
  failed: 'failed',
  cancelled: 'skipped',
}

const toColumns = (project: string): readonly Column<TrialView>[] => [
  { head: 'Status', cell: ({ status }) => <StatusMark status={marks[status]} word={trialStatusLabels[status]} /> },
  { head: 'Kind', cell: ({ kind }) => trialKindLabels[kind] },
  {
    head: 'Scenario',
    isRowName: true,
    cellClass: 'w-full min-w-40',
    cell: ({ scenario, error }) => (
      <>
        <span className="break-words">{scenario}</span>
        {error && <span className="block break-words text-ink-2 text-xs first-letter:uppercase">{error}</span>}
      </>
    ),
  },
  {
    head: 'Quality',
    numeric: true,
    cell: ({ runId, scenario, quality, tooLittleMeasured }) => {
      const text = tooLittleMeasured ? 'too little measured' : formatScore(quality)
      return runId ? (
        <Link href={runHref(project, runId)} className="link" aria-label={`${text}, run of ${scenario}`}>
          {text}
        </Link>
      ) : (
        formatScore(null)
      )
    },
  },
  {
    head: 'When',
    numeric: true,
    className: 'max-sm:hidden',
    cellClass: 'text-ink-2',
    cell: ({ endedAt, startedAt, queuedAt }) => <RelativeTime iso={endedAt ?? startedAt ?? queuedAt} />,
  },
]
