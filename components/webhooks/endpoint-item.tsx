'use client'

import { StatusMark } from '@/components/pieces/status-mark'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { AbsoluteTime, RelativeTime } from '@/components/ui/time'
import type { EndpointView } from '@/lib/contracts/webhooks'
import { formatCount } from '@/lib/format/number'
import { deliveryStateLabels, endpointState, webhookFormLabels } from '@/lib/format/webhook-labels'
import { EndpointMenu } from './endpoint-menu'
import { TestEndpointButton } from './test-endpoint-button'

type EndpointItemProps = { project: string; endpoint: EndpointView; isAdmin: boolean; onOpenLog: () => void }

export function EndpointItem({ project, endpoint, isAdmin, onOpenLog }: EndpointItemProps) {
  const { name, url, form, events, last, disabledBy, disabledWhy, oldSecretUntil } = endpoint
  const { word, status } = endpointState(endpoint)
  return (
    <li className="grid gap-3 border-t py-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base">
            <span className="break-words">{name}</span>
            <StatusMark status={status} word={word} className="text-sm" />
          </h2>
          <p className="mt-0.5 break-all font-mono text-ink-2 text-xs">{url}</p>
        </div>
        <div className="flex items-center gap-2">
          {isAdmin && <TestEndpointButton project={project} endpoint={endpoint} />}
          <Button size="sm" onClick={onOpenLog} aria-label={`Deliveries of ${name}`}>
            Deliveries
          </Button>
          {isAdmin && <EndpointMenu project={project} endpoint={endpoint} />}
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
          <span>Nothing was sent yet</span>
        )}
        <span>{countWords(endpoint)}</span>
        {oldSecretUntil && (
          <span>
            The old secret signs until <AbsoluteTime iso={oldSecretUntil} />
          </span>
        )}
      </p>
    </li>
  )
}

function countWords({ counts }: EndpointView): string {
  const { delivered, waiting, failed } = counts
  return `24 hours: ${formatCount(delivered)} delivered, ${formatCount(waiting)} waiting, ${formatCount(failed)} failed`
}
