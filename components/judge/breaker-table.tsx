'use client'

import { useMutation } from '@tanstack/react-query'
import { StatusMark } from '@/components/domain-ui/status-mark'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Panel } from '@/components/ui/panel'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import type { BreakerView, JudgeView } from '@/lib/contracts/judge'
import { formatCount } from '@/lib/presentation/format/number'
import { mutationOf } from '@/lib/queries/query-of'
import { breakerLabels, cooldownLabel } from './judge-labels'

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
