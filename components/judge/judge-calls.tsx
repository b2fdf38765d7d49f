'use client'

import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { LoadProblem } from '@/components/domain-ui/part-boundary'
import { StatusMark } from '@/components/domain-ui/status-mark'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Panel } from '@/components/ui/panel'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import type { BreakerView, JudgeCallView, JudgeView } from '@/lib/contracts/judge'
import { formatDuration } from '@/lib/presentation/format/date'
import { formatCost, formatCount, MISSING } from '@/lib/presentation/format/number'
import { mutationOf, pagesOf } from '@/lib/queries/query-of'
import { breakerLabels, cooldownLabel, outcomeLabels, purposeLabels, scoreLabel } from './judge-labels'

/** Calls of the judge with their outcomes, latest first. */
export function JudgeCalls({ project }: { project: string }) {
  const list = useInfiniteQuery(pagesOf('GET /api/v1/judge/calls', { limit: 25 }, { project }))
  return (
    <Panel title="Calls" note="Latest first. What the judge was shown is not stored.">
      {list.isPending && <SkeletonRows rows={4} />}
      {list.isError && !list.data && (
        <LoadProblem compact title="The calls could not be read" error={list.error} onRetry={() => list.refetch()} />
      )}
      {list.data && <CallTable calls={list.data.pages.flatMap((page) => page.calls)} />}
      {list.hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button pending={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            Show more calls
          </Button>
        </div>
      )}
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
    <Table label="Calls to the judge" className="min-w-160">
      <TableHead>
        <tr>
          <TableHeader>Outcome</TableHeader>
          <TableHeader>For</TableHeader>
          <TableHeader>Said</TableHeader>
          <TableHeader numeric>Cost</TableHeader>
          <TableHeader numeric>Duration</TableHeader>
          <TableHeader numeric>When</TableHeader>
        </tr>
      </TableHead>
      <TableBody>
        {calls.map((call) => (
          <CallRow key={call.id} call={call} />
        ))}
      </TableBody>
    </Table>
  )
}

function CallRow({ call }: { call: JudgeCallView }) {
  const { word, status } = outcomeLabels[call.outcome]
  const score = scoreLabel(call)
  const text = call.error ?? call.feedback
  const tokens =
    call.inputTokens === null ? 'Tokens not reported' : `${call.inputTokens} tokens in, ${call.outputTokens} out`
  return (
    <TableRow>
      <TableCell>
        <StatusMark status={status} word={word} />
      </TableCell>
      <TableCell className="max-w-40 truncate" title={`${call.worker}, ${call.model}`}>
        {purposeLabels[call.purpose]}
        {call.purpose === 'quality_gate' && <span className="block truncate text-ink-3 text-xs">{call.worker}</span>}
      </TableCell>
      <TableCell className="max-w-72">
        <span className="line-clamp-2 text-ink-2" title={text ?? undefined}>
          {score && <span className="mr-1.5 font-medium text-ink">{score}</span>}
          {text || (score ? '' : MISSING)}
        </span>
      </TableCell>
      <TableCell numeric title={tokens}>
        {formatCost(call.costUsd)}
      </TableCell>
      <TableCell numeric>{formatDuration(call.durationMs)}</TableCell>
      <TableCell numeric className="text-ink-2">
        <RelativeTime iso={call.calledAt} />
      </TableCell>
    </TableRow>
  )
}

type BreakerTableProps = { project: string; judge: JudgeView; isAdmin: boolean }

/** Table of circuit breakers: workers with rejections, and whether their work is still judged. */
export function BreakerTable({ project, judge, isAdmin }: BreakerTableProps) {
  const { breakers, breakerRejections, coolDownSeconds } = judge
  const rule = `${formatCount(breakerRejections)} rejections in a row stop the judging of a worker's work for ${cooldownLabel(coolDownSeconds)}; a pass resets the count.`
  return (
    <Panel title="Circuit breakers" note={rule}>
      {breakers.length === 0 ? (
        <p className="text-ink-3 text-sm">No worker has rejections.</p>
      ) : (
        <Table label="Workers with rejections" className="min-w-140">
          <TableHead>
            <tr>
              <TableHeader>Worker</TableHeader>
              <TableHeader>State</TableHeader>
              <TableHeader numeric>Rejections in a row</TableHeader>
              <TableHeader>Opened</TableHeader>
              <TableHeader>
                <span className="sr-only">Reset</span>
              </TableHeader>
            </tr>
          </TableHead>
          <TableBody>
            {breakers.map((breaker) => (
              <BreakerRow key={breaker.worker} project={project} breaker={breaker} isAdmin={isAdmin} />
            ))}
          </TableBody>
        </Table>
      )}
    </Panel>
  )
}

function BreakerRow({ project, breaker, isAdmin }: { project: string; breaker: BreakerView; isAdmin: boolean }) {
  const reset = useMutation(mutationOf('POST /api/v1/judge/breakers/reset', { project }))
  const { word, status, means } = breakerLabels[breaker.state]
  return (
    <TableRow>
      <TableCell className="max-w-60 truncate font-medium" title={breaker.worker}>
        {breaker.worker}
      </TableCell>
      <TableCell>
        <StatusMark status={status} word={word} title={means} />
        {breaker.state === 'open' && breaker.halfOpenAt && (
          <span className="block text-ink-3 text-xs">
            one more try <RelativeTime iso={breaker.halfOpenAt} />
          </span>
        )}
      </TableCell>
      <TableCell numeric>{formatCount(breaker.rejections)}</TableCell>
      <TableCell className="text-ink-2">
        {breaker.openedAt ? <RelativeTime iso={breaker.openedAt} /> : 'never'}
      </TableCell>
      <TableCell className="text-right">
        {isAdmin && (
          <ConfirmDialog
            trigger={
              <Button size="sm" variant="ghost" aria-label={`Reset the breaker of ${breaker.worker}`}>
                Reset
              </Button>
            }
            title={`Reset the breaker of ${breaker.worker}?`}
            consequence="Its rejections are cleared and its work is judged again, which costs money. The reset is recorded."
            verb="Reset"
            act={() => reset.mutateAsync({ worker: breaker.worker })}
            done={`The breaker of ${breaker.worker} is closed`}
          />
        )}
      </TableCell>
    </TableRow>
  )
}
