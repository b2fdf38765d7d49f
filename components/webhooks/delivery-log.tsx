'use client'

import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { LoadProblem } from '@/components/domain-ui/load-problem'
import { useMay } from '@/components/domain-ui/role'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { Select } from '@/components/ui/select'
import { type Selection, useSelection } from '@/components/ui/selected-rows'
import { ShowMore } from '@/components/ui/show-more'
import { SkeletonRows } from '@/components/ui/skeleton'
import { StatePanel } from '@/components/ui/state-panel'
import { toast } from '@/components/ui/toast'
import { HOUR_MS } from '@/lib/contracts/durations'
import { MAX_BULK } from '@/lib/contracts/limits'
import { deliveryStates } from '@/lib/contracts/vocabulary'
import type { DeliveryState, EndpointView } from '@/lib/contracts/webhooks'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'
import { deliveryStateLabels } from '@/lib/presentation/labels/webhooks'
import { mutationOf, pagesOf } from '@/lib/queries/query-of'
import { DeliveryItem } from './delivery-item'

type DeliveryLogProps = { project: string; endpoint: EndpointView; isAdmin: boolean; onClose: () => void }
type Filter = DeliveryState | 'all'

const segments = [
  { value: 'all', label: 'All' },
  ...deliveryStates.map((value) => ({ value, label: deliveryStateLabels[value] })),
] as const

/** Deliveries to an endpoint with their responses, and replay. */
export function DeliveryLog({ project, endpoint, isAdmin, onClose }: DeliveryLogProps) {
  const [filter, setFilter] = useState<Filter>('all')
  const list = useInfiniteQuery(
    pagesOf(
      'GET /api/v1/webhooks/{endpointId}/deliveries',
      { endpointId: endpoint.id, limit: 25, ...(filter !== 'all' && { status: [filter] }) },
      { project },
    ),
  )
  const deliveries = list.data?.pages.flatMap((page) => page.deliveries) ?? []
  const mayReplay = useMay(project, 'admin') && endpoint.isEnabled
  const selection = useSelection(
    deliveries.map(({ messageId }) => ({ id: messageId })),
    MAX_BULK,
  )
  return (
    <Dialog
      open
      width="lg"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Deliveries to ${endpoint.name}`}
      description={`Latest first. A message keeps its webhook-id when it is resent.${isAdmin ? '' : ' Only admins see the text of responses.'}`}
    >
      <div className="mb-3 flex min-h-8 flex-wrap items-center justify-between gap-2">
        <SegmentedControl<Filter> label="State" value={filter} onChange={setFilter} segments={segments} />
        {mayReplay && (
          <ReplayBar
            project={project}
            endpointId={endpoint.id}
            selection={selection}
            showsFailed={filter === 'failed' && deliveries.length > 0}
          />
        )}
      </div>
      {list.isPending && <SkeletonRows rows={4} />}
      {list.isError && !list.data && (
        <LoadProblem
          compact
          title="The deliveries could not be read"
          error={list.error}
          onRetry={() => list.refetch()}
        />
      )}
      {list.data && deliveries.length === 0 && (
        <StatePanel state="empty" title={filter === 'all' ? 'Nothing sent yet' : 'None with this status'} compact>
          {filter === 'all' && 'Send a test to check that messages arrive.'}
        </StatePanel>
      )}
      <ul className="divide-y">
        {deliveries.map((delivery) => (
          <DeliveryItem
            key={delivery.messageId}
            project={project}
            delivery={delivery}
            mayReplay={mayReplay}
            isSelected={selection.has(delivery.messageId)}
            onSelect={() => selection.toggle(delivery.messageId)}
          />
        ))}
      </ul>
      <div className="mt-4 flex justify-center">
        <ShowMore noun="deliveries" list={list} rows={deliveries.length} />
      </div>
    </Dialog>
  )
}

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
  showsFailed: boolean
}

/** Replays many messages: the selected ones, or all failed ones of a period. */
function ReplayBar({ project, endpointId, selection, showsFailed }: ReplayBarProps) {
  const [period, setPeriod] = useState<Period>('all')
  const replay = useMutation(mutationOf('POST /api/v1/webhooks/{endpointId}/replay', { project }))
  const { ids } = selection
  const send = (which: { messageIds: string[] } | { since: string } | object) =>
    replay.mutate(
      { endpointId, ...which },
      {
        onSuccess: ({ replayed, left }) => {
          toast.success(replayedLabel(replayed, left))
          selection.clear()
        },
        onError: toast.problem,
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

function replayedLabel(replayed: number, left: number): string {
  if (replayed === 0 && left === 0) return 'Nothing failed in that period'
  const sent = `${formatPlural(replayed, 'message is', 'messages are')} being sent again`
  return left === 0 ? sent : `${sent}. ${formatCount(left)} more are left. Send again to include them.`
}
