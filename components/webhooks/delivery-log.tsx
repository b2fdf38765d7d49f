'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSelection } from '@/components/pieces/use-selection'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { SkeletonRows } from '@/components/ui/skeleton'
import { StatePanel } from '@/components/ui/state-panel'
import { deliveryStates, MAX_BULK } from '@/lib/contracts/vocabulary'
import type { DeliveryState, EndpointView } from '@/lib/contracts/webhooks'
import { deliveryStateLabels } from '@/lib/format/webhook-labels'
import { toProblem } from '@/lib/queries/problem'
import { webhookQueries } from '@/lib/queries/webhooks'
import { DeliveryItem } from './delivery-item'
import { ReplayBar } from './replay-bar'

type DeliveryLogProps = { project: string; endpoint: EndpointView; isAdmin: boolean; onClose: () => void }
type Filter = DeliveryState | 'all'

const segments = [
  { value: 'all', label: 'All' },
  ...deliveryStates.map((value) => ({ value, label: deliveryStateLabels[value] })),
] as const

/** Everything that was sent to an endpoint, what came back, and a way to send it again. */
export function DeliveryLog({ project, endpoint, isAdmin, onClose }: DeliveryLogProps) {
  const [filter, setFilter] = useState<Filter>('all')
  const list = useInfiniteQuery(webhookQueries.log(project, endpoint.id, filter === 'all' ? null : filter))
  const deliveries = list.data?.pages.flatMap((page) => page.deliveries) ?? []
  const mayReplay = isAdmin && endpoint.isEnabled
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
      description="The latest first. A message keeps its webhook-id however often it is sent."
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
        <StatePanel
          state="error"
          title="The deliveries could not be read"
          requestId={toProblem(list.error).requestId}
          action={<Button onClick={() => list.refetch()}>Try again</Button>}
          compact
        >
          {toProblem(list.error).message}
        </StatePanel>
      )}
      {list.data && deliveries.length === 0 && (
        <StatePanel state="empty" title={filter === 'all' ? 'Nothing was sent yet' : 'None in this state'} compact>
          {filter === 'all' && 'A test shows at once whether messages arrive.'}
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
      {list.hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button pending={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            Show more deliveries
          </Button>
        </div>
      )}
    </Dialog>
  )
}
