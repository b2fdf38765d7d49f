'use client'

import { useMutation } from '@tanstack/react-query'
import { useMay } from '@/components/domain-ui/role'
import { StatusMark } from '@/components/domain-ui/status-mark'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { AbsoluteTime, RelativeTime } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import type { EndpointView } from '@/lib/contracts/webhooks'
import { formatCount } from '@/lib/presentation/format/number'
import { deliveryStateLabels, endpointState, webhookFormLabels } from '@/lib/presentation/labels/webhooks'
import { mutationOf } from '@/lib/queries/query-of'
import { EndpointMenu } from './endpoint-menu'

type EndpointItemProps = { project: string; endpoint: EndpointView; isAdmin: boolean; onOpenLog: () => void }

export function EndpointItem({ project, endpoint, isAdmin, onOpenLog }: EndpointItemProps) {
  const { name, url, form, events, last, disabledBy, disabledWhy, oldSecretUntil } = endpoint
  const { word, status } = endpointState(endpoint)
  const mayChange = useMay(project, 'admin')
  return (
    <li className="grid gap-3 border-t py-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base">
            <span className="wrap-anywhere">{name}</span>
            <StatusMark status={status} word={word} className="text-sm" />
          </h2>
          <p className="mt-0.5 break-all font-mono text-ink-2 text-xs">{url}</p>
        </div>
        <div className="flex items-center gap-2">
          {mayChange && <TestEndpointButton project={project} endpoint={endpoint} />}
          <Button size="sm" onClick={onOpenLog} aria-label={`Deliveries of ${name}`}>
            Deliveries
          </Button>
          {mayChange && <EndpointMenu project={project} endpoint={endpoint} />}
        </div>
      </div>
      {disabledWhy && (
        <Notice tone={disabledBy === 'person' ? 'neutral' : 'fail'} title="Switched off">
          {disabledWhy} Nothing is sent until {isAdmin ? 'you switch it on' : 'an admin switches it on'}.
        </Notice>
      )}
      <ul aria-label="Events" className="flex flex-wrap gap-1.5">
        {events.map((type) => (
          <li key={type}>
            <Badge className="font-mono font-normal">{type}</Badge>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-ink-2 text-xs">
        <span>{webhookFormLabels[form]}</span>
        {last ? (
          <span>
            Last: <span className="font-mono">{last.type}</span>, {deliveryStateLabels[last.status].toLowerCase()}{' '}
            <RelativeTime iso={last.at} />
          </span>
        ) : (
          <span>Nothing sent yet</span>
        )}
        <span>{countLabel(endpoint)}</span>
        {oldSecretUntil && (
          <span>
            The old secret signs until <AbsoluteTime iso={oldSecretUntil} />
          </span>
        )}
      </p>
    </li>
  )
}

function countLabel({ counts }: EndpointView): string {
  const { delivered, waiting, failed } = counts
  return `24 hours: ${formatCount(delivered)} delivered, ${formatCount(waiting)} waiting, ${formatCount(failed)} failed`
}

type TestEndpointButtonProps = { project: string; endpoint: EndpointView }

/** Button that sends a test message and shows the response. */
function TestEndpointButton({ project, endpoint }: TestEndpointButtonProps) {
  const test = useMutation(mutationOf('POST /api/v1/webhooks/{endpointId}/test', { project }))
  const act = () =>
    test.mutate(
      { endpointId: endpoint.id },
      {
        onSuccess: ({ delivery }) => {
          const attempt = delivery.attempts.at(-1)
          if (delivery.status === 'delivered')
            toast.success(`${endpoint.name} accepted the test message (${attempt?.status})`)
          else toast.error(`${endpoint.name} rejected the test message: ${attempt?.error ?? 'it is still being sent'}.`)
        },
        onError: toast.problem,
      },
    )
  return (
    <Button size="sm" pending={test.isPending} onClick={act} aria-label={`Test ${endpoint.name}`}>
      Test
    </Button>
  )
}
