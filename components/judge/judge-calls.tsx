'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { LoadProblem } from '@/components/domain-ui/load-problem'
import { StatusMark } from '@/components/domain-ui/status-mark'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { SkeletonRows } from '@/components/ui/skeleton'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import type { JudgeCallView } from '@/lib/contracts/judge'
import { formatDuration } from '@/lib/presentation/format/date'
import { formatCost, MISSING } from '@/lib/presentation/format/number'
import { pagesOf } from '@/lib/queries/query-of'
import { outcomeLabels, purposeLabels, scoreLabel } from './judge-labels'

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
