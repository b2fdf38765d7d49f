'use client'

import { useMutation } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { Selection } from '@/components/pieces/use-selection'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/select'
import { toast } from '@/components/ui/toast'
import { formatCount, formatPlural } from '@/lib/format/number'
import { toProblem } from '@/lib/queries/problem'
import { replayDeliveriesMutation } from '@/lib/queries/webhooks'

const HOUR_MS = 3_600_000
const periods = [
  { value: 'all', label: 'All that failed' },
  { value: '1', label: 'Of the last hour' },
  { value: '24', label: 'Of the last day' },
  { value: '168', label: 'Of the last 7 days' },
] as const

type Period = (typeof periods)[number]['value']
type ReplayBarProps = {
  project: string
  endpointId: string
  selection: Selection
  /** What failed is in sight. */
  showsFailed: boolean
}

/** Sends many messages again: those selected, else all that failed, of a period. */
export function ReplayBar({ project, endpointId, selection, showsFailed }: ReplayBarProps) {
  const [period, setPeriod] = useState<Period>('all')
  const replay = useMutation(replayDeliveriesMutation(project))
  const { ids } = selection
  const send = (which: { messageIds: string[] } | { since: string } | object) =>
    replay.mutate(
      { endpointId, ...which },
      {
        onSuccess: ({ replayed, left }) => {
          toast.success(tellReplayed(replayed, left))
          selection.clear()
        },
        onError: (error) => toast.error(toProblem(error).message),
      },
    )
  const sendFailed = () =>
    send(period === 'all' ? {} : { since: new Date(Date.now() - Number(period) * HOUR_MS).toISOString() })
  if (ids.length === 0 && !showsFailed) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      {ids.length > 0 ? (
        <>
          <p className="text-sm" aria-live="polite">
            {formatCount(ids.length)} selected
          </p>
          <Button variant="ghost" onClick={selection.clear}>
            Clear
          </Button>
        </>
      ) : (
        <Select label="What failed" className="w-44" value={period} onChange={setPeriod} options={periods} />
      )}
      <Button
        icon={<RotateCcw aria-hidden />}
        pending={replay.isPending}
        onClick={() => (ids.length > 0 ? send({ messageIds: [...ids] }) : sendFailed())}
      >
        {ids.length > 0 ? 'Send them again' : 'Send all again'}
      </Button>
    </div>
  )
}

function tellReplayed(replayed: number, left: number): string {
  if (replayed === 0 && left === 0) return 'Nothing failed in that time'
  const sent = `${formatPlural(replayed, 'message is', 'messages are')} being sent again`
  return left === 0 ? sent : `${sent}. ${formatCount(left)} more are left: send again for them.`
}
