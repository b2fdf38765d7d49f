'use client'

import { useMutation } from '@tanstack/react-query'
import { Webhook } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useId, useState } from 'react'
import { MakeSecretDialog } from '@/components/settings/make-secret-dialog'
import { Button } from '@/components/ui/button'
import { toProblem } from '@/lib/queries/problem'
import { createEndpointMutation } from '@/lib/queries/webhooks'
import { EndpointForm } from './endpoint-form'

const SecretOnce = dynamic(() => import('./secret-once').then((module) => module.SecretOnce), { ssr: false })

/** Adds an endpoint, and shows its secret once. */
export function CreateEndpointDialog({ project }: { project: string }) {
  const formId = useId()
  const [isOpen, setOpen] = useState(false)
  const create = useMutation(createEndpointMutation(project))
  const toggle = (next: boolean) => {
    setOpen(next)
    if (!next) create.reset()
  }
  return (
    <MakeSecretDialog
      trigger={
        <Button variant="primary" icon={<Webhook aria-hidden />}>
          Add an endpoint
        </Button>
      }
      isOpen={isOpen}
      onOpenChange={toggle}
      title="Add an endpoint"
      description="Where this project tells another system what happened."
      width="md"
      submit={{ label: 'Add the endpoint', isPending: create.isPending, form: formId }}
      made={
        create.data
          ? {
              title: create.data.endpoint.name,
              description: 'Events are sent from now on.',
              shown: <SecretOnce secret={create.data.secret} />,
            }
          : null
      }
    >
      <EndpointForm
        id={formId}
        problem={create.error ? toProblem(create.error) : null}
        onSubmit={(draft) => create.mutate(draft)}
      />
    </MakeSecretDialog>
  )
}
