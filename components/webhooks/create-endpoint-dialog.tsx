'use client'

import { useMutation } from '@tanstack/react-query'
import { Webhook } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose } from '@/components/ui/dialog'
import { toProblem } from '@/lib/queries/problem'
import { createEndpointMutation } from '@/lib/queries/webhooks'
import { EndpointForm } from './endpoint-form'
import { SecretOnce } from './secret-once'

/** Adds an endpoint; its secret is in sight until the dialog closes, and nowhere afterwards. */
export function CreateEndpointDialog({ project }: { project: string }) {
  const formId = useId()
  const [isOpen, setOpen] = useState(false)
  const create = useMutation(createEndpointMutation(project))
  const made = create.data
  const toggle = (next: boolean) => {
    setOpen(next)
    if (!next) create.reset()
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={toggle}
      width={made ? 'lg' : 'md'}
      trigger={
        <Button variant="primary" icon={<Webhook aria-hidden />}>
          Add an endpoint
        </Button>
      }
      title={made ? made.endpoint.name : 'Add an endpoint'}
      description={made ? 'Events are sent from now on.' : 'Where this project tells another system what happened.'}
      actions={
        made ? (
          <DialogClose asChild>
            <Button variant="primary">I have copied it</Button>
          </DialogClose>
        ) : (
          <>
            <DialogClose asChild>
              <Button>Cancel</Button>
            </DialogClose>
            <Button type="submit" form={formId} variant="primary" pending={create.isPending}>
              Add the endpoint
            </Button>
          </>
        )
      }
    >
      {made ? (
        <SecretOnce secret={made.secret} />
      ) : (
        <EndpointForm
          id={formId}
          problem={create.error ? toProblem(create.error) : null}
          onSubmit={(draft) => create.mutate(draft)}
        />
      )}
    </Dialog>
  )
}
