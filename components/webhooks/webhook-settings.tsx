'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { useQueryState } from 'nuqs'
import { parseAsString } from 'nuqs/server'
import { PageLead } from '@/components/settings/page-lead'
import { useMyRole } from '@/components/settings/use-my-role'
import { webhookQueries } from '@/lib/queries/webhooks'
import { CreateEndpointDialog } from './create-endpoint-dialog'
import { DeliveryLog } from './delivery-log'
import { EmptyWebhooks } from './empty-webhooks'
import { EndpointItem } from './endpoint-item'

/** Where events of a project are sent, and what became of each. The open log is in the address. */
export function WebhookSettings({ project }: { project: string }) {
  const { data } = useSuspenseQuery(webhookQueries.list(project))
  const isAdmin = useMyRole(project) === 'admin'
  const [openId, setOpenId] = useQueryState('endpoint', parseAsString.withOptions({ scroll: false }))
  const open = data.endpoints.find((endpoint) => endpoint.id === openId)
  return (
    <>
      <PageLead action={isAdmin && <CreateEndpointDialog project={project} />}>
        Webhooks tell other systems what happened here: signed, retried, and on record.{' '}
        {data.allowsPrivate
          ? 'Addresses inside this network are allowed.'
          : 'Addresses inside this network are refused.'}
      </PageLead>
      {data.endpoints.length === 0 ? (
        <EmptyWebhooks isAdmin={isAdmin} />
      ) : (
        <ul aria-label="Endpoints">
          {data.endpoints.map((endpoint) => (
            <EndpointItem
              key={endpoint.id}
              project={project}
              endpoint={endpoint}
              isAdmin={isAdmin}
              onOpenLog={() => void setOpenId(endpoint.id)}
            />
          ))}
        </ul>
      )}
      {open && <DeliveryLog project={project} endpoint={open} isAdmin={isAdmin} onClose={() => void setOpenId(null)} />}
    </>
  )
}
