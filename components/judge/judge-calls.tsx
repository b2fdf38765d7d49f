'use client'

import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { LoadProblem } from '@/components/domain-ui/load-problem'
import { StatusMark } from '@/components/domain-ui/status-mark'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Panel } from '@/components/ui/panel'
import { ShowMore } from '@/components/ui/show-more'
import { SkeletonRows } from '@/components/ui/skeleton'
import { type Column, DataTable } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import type { BreakerView, JudgeCallView, JudgeView } from '@/lib/contracts/judge'
import { formatDuration } from '@/lib/presentation/format/date'
import { formatCost, formatCount, MISSING } from '@/lib/presentation/format/number'
import { mutationOf, pagesOf } from '@/lib/queries/query-of'
import { breakerLabels, cooldownLabel, outcomeLabels, purposeLabels, scoreLabel } from './judge-labels'

/** Calls of the judge with their outcomes, latest first. */
export function JudgeCalls({ project }: { project: string }) {
  const list = useInfiniteQuery(pagesOf('GET /api/v1/judge/calls', { limit: 25 }, { project }))
  const calls = list.data?.pages.flatMap((page) => page.calls) ?? []
  return (
    <Panel title="Calls" note="Latest first. What the judge was shown is not stored.">
      {list.isPending && <SkeletonRows rows={4} />}
      {list.isError && !list.data && (
        <LoadProblem compact title="The calls could not be read" error={list.error} onRetry={() => list.refetch()} />
      )}
      {list.data && <CallTable calls={calls} />}
      <div className="mt-4 flex justify-center">
        <ShowMore noun="calls" list={list} rows={calls.length} />
      </div>
    </Panel>
  )
}

function CallTable({ calls }: { calls: readonly JudgeCallView[] }) {
  if (calls.length === 0)
    return (
      <p className="text-ink-3 text-sm">
        No calls yet. The first quality gate that passes its pre-flight checks will make one.
      </p>
    )
  return (
    <DataTable
      label="Calls to the judge"
      className="min-w-160"
      columns={callColumns}
      rows={calls}
      keyOf={({ id }) => id}
    />
  )
}

const callColumns: readonly Column<JudgeCallView>[] = [
  { head: 'Outcome', cell: ({ outcome }) => <StatusMark {...outcomeLabels[outcome]} /> },
  {
    head: 'For',
    isRowName: true,
    cellClass: 'max-w-40 truncate',
    title: ({ worker, model }) => `${worker}, ${model}`,
    cell: ({ purpose, worker }) => (
      <>
        {purposeLabels[purpose]}
        {purpose === 'quality_gate' && <span className="block truncate text-ink-3 text-xs">{worker}</span>}
      </>
    ),
  },
  { head: 'Said', cellClass: 'max-w-72', cell: (call) => <Said call={call} /> },
  {
    head: 'Cost',
    numeric: true,
    title: ({ inputTokens, outputTokens }) =>
      inputTokens === null ? 'Tokens not reported' : `${inputTokens} tokens in, ${outputTokens} out`,
    cell: ({ costUsd }) => formatCost(costUsd),
  },
  { head: 'Duration', numeric: true, cell: ({ durationMs }) => formatDuration(durationMs) },
  { head: 'When', numeric: true, cellClass: 'text-ink-2', cell: ({ calledAt }) => <RelativeTime iso={calledAt} /> },
]

function Said({ call }: { call: JudgeCallView }) {
  const score = scoreLabel(call)
  const text = call.error ?? call.feedback
  return (
    <span className="line-clamp-2 text-ink-2" title={text ?? undefined}>
      {score && <span className="mr-1.5 font-medium text-ink">{score}</span>}
      {text || (score ? '' : MISSING)}
    </span>
  )
}

type BreakerTableProps = { project: string; judge: JudgeView; mayChange: boolean }

/** Table of circuit breakers: workers with rejections, and whether their work is still judged. */
export function BreakerTable({ project, judge, mayChange }: BreakerTableProps) {
  const { breakers, breakerRejections, coolDownSeconds } = judge
  const rule = `${formatCount(breakerRejections)} rejections in a row stop the judging of a worker's work for ${cooldownLabel(coolDownSeconds)}; a pass resets the count.`
  return (
    <Panel title="Circuit breakers" note={rule}>
      {breakers.length === 0 ? (
        <p className="text-ink-3 text-sm">No worker has rejections.</p>
      ) : (
        <DataTable
          label="Workers with rejections"
          className="min-w-140"
          rows={breakers}
          keyOf={({ worker }) => worker}
          columns={[
            ...breakerColumns,
            {
              head: 'Reset',
              isHeadHidden: true,
              cellClass: 'text-right',
              cell: ({ worker }) => mayChange && <Reset project={project} worker={worker} />,
            },
          ]}
        />
      )}
    </Panel>
  )
}

const breakerColumns: readonly Column<BreakerView>[] = [
  {
    head: 'Worker',
    cellClass: 'max-w-60 truncate font-medium',
    title: ({ worker }) => worker,
    cell: ({ worker }) => worker,
  },
  {
    head: 'State',
    cell: ({ state, halfOpenAt }) => (
      <>
        <StatusMark
          status={breakerLabels[state].status}
          word={breakerLabels[state].word}
          title={breakerLabels[state].means}
        />
        {state === 'open' && halfOpenAt && (
          <span className="block text-ink-3 text-xs">
            one more try <RelativeTime iso={halfOpenAt} />
          </span>
        )}
      </>
    ),
  },
  { head: 'Rejections in a row', numeric: true, cell: ({ rejections }) => formatCount(rejections) },
  {
    head: 'Opened',
    cellClass: 'text-ink-2',
    cell: ({ openedAt }) => (openedAt ? <RelativeTime iso={openedAt} /> : 'never'),
  },
]

function Reset({ project, worker }: { project: string; worker: string }) {
  const reset = useMutation(mutationOf('POST /api/v1/judge/breakers/reset', { project }))
  return (
    <ConfirmDialog
      trigger={
        <Button size="sm" variant="ghost" aria-label={`Reset the breaker of ${worker}`}>
          Reset
        </Button>
      }
      title={`Reset the breaker of ${worker}?`}
      consequence="Its rejections are cleared and its work is judged again, which costs money. The reset is recorded."
      verb="Reset"
      act={() => reset.mutateAsync({ worker })}
      done={`The breaker of ${worker} is closed`}
    />
  )
}
