'use client'

import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { Webhook } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useQueryState } from 'nuqs'
import { parseAsString } from 'nuqs/server'
import { useId } from 'react'
import { useMyRole } from '@/components/domain-ui/role'
import { Button } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/code-block'
import { orMissing } from '@/components/ui/missing-part'
import { PageDescription } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { MakeSecretDialog } from '@/components/ui/secret-dialog'
import { useDialogOf } from '@/components/ui/use-dialog-of'
import { problemOf } from '@/lib/queries/problem'
import { mutationOf, queryOf } from '@/lib/queries/query-of'
import { DeliveryLog } from './delivery-log'
import { EndpointForm } from './endpoint-form'
import { EndpointItem } from './endpoint-item'

/** Webhook endpoints of a project and their delivery logs. The open log is kept in the URL. */
export function WebhookSettings({ project }: { project: string }) {
  const { data } = useSuspenseQuery(queryOf('GET /api/v1/webhooks', {}, { project }))
  const isAdmin = useMyRole(project) === 'admin'
  const [openId, setOpenId] = useQueryState('endpoint', parseAsString.withOptions({ scroll: false }))
  const open = data.endpoints.find((endpoint) => endpoint.id === openId)
  return (
    <>
      <PageDescription action={isAdmin && <CreateEndpointDialog project={project} />}>
        Webhooks tell other systems what happened here. Messages are signed, retried and logged.{' '}
        {data.allowsPrivate
          ? 'Addresses inside this network are allowed.'
          : 'Addresses inside this network are refused.'}
        {!isAdmin && ' Only admins add and change them.'}
      </PageDescription>
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

const MESSAGE = `POST /webhooks/veritas
webhook-id: 019a9f0e-5f5c-7c31-9d0e-3f6f3c1f2b7a
webhook-timestamp: 1794304800
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

{
  "type": "gate.rejected",
  "timestamp": "2026-11-10T10:00:00.000Z",
  "data": {
    "project": "support",
    "url": "https://veritas.example.com/p/support/gates/...",
    "summary": "Is answers 1.0.1 worse than 1.0.0? Rejected by Rita.",
    "rollbackTarget": "1.0.0",
    "gate": { "chain": "answers", "version": "1.0.1", "state": "rejected" }
  }
}`

/** Empty state that explains what webhooks are for. */
function EmptyWebhooks({ isAdmin }: { isAdmin: boolean }) {
  return (
    <Panel title="No endpoints yet">
      <div className="grid max-w-prose gap-4 text-sm">
        <p>
          Tell a deployment which version to roll back to, a chat that a gate is waiting, or a dashboard what each run
          scored. Messages are small: what happened, and a link.
        </p>
        <CodeBlock title="A message" code={MESSAGE} />
        <p className="text-ink-2">
          Failed messages are retried up to ten times over three days. An endpoint that keeps failing is switched off
          until someone turns it on again. {isAdmin ? '' : 'Only admins can add endpoints.'}
        </p>
      </div>
    </Panel>
  )
}

const SecretOnce = dynamic(
  orMissing(() => import('./secret-once'), 'SecretOnce'),
  { ssr: false },
)

/** Dialog that creates an endpoint and shows its secret once. */
function CreateEndpointDialog({ project }: { project: string }) {
  const formId = useId()
  const create = useMutation(mutationOf('POST /api/v1/webhooks', { project, isSecret: true }))
  const [isOpen, setOpen] = useDialogOf(create)
  return (
    <MakeSecretDialog
      trigger={
        <Button variant="primary" icon={<Webhook aria-hidden />}>
          Add an endpoint
        </Button>
      }
      isOpen={isOpen}
      onOpenChange={setOpen}
      title="Add an endpoint"
      description="Where this project tells another system what happened."
      width="md"
      submit={{ children: 'Add the endpoint', pending: create.isPending, form: formId }}
      made={
        create.data
          ? {
              title: create.data.endpoint.name,
              description: 'Events will be sent from now on.',
              shown: <SecretOnce secret={create.data.secret} />,
            }
          : null
      }
    >
      <EndpointForm id={formId} problem={problemOf(create.error)} onSubmit={(draft) => create.mutate(draft)} />
    </MakeSecretDialog>
  )
}
