'use client'

import { useMutation } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose } from '@/components/ui/dialog'
import { toast } from '@/components/ui/toast'
import type { EndpointView } from '@/lib/contracts/webhooks'
import { toProblem } from '@/lib/queries/problem'
import { deleteEndpointMutation } from '@/lib/queries/webhooks'

type DeleteEndpointDialogProps = { project: string; endpoint: EndpointView; onClose: () => void }

export function DeleteEndpointDialog({ project, endpoint, onClose }: DeleteEndpointDialogProps) {
  const remove = useMutation(deleteEndpointMutation(project))
  const act = () =>
    remove.mutate(endpoint.id, {
      onSuccess: () => {
        toast.success(`${endpoint.name} was removed`)
        onClose()
      },
      onError: (error) => toast.error(toProblem(error).message),
    })
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Remove ${endpoint.name}?`}
      description="Nothing is sent there any more, and its delivery log and secret are gone. To pause it, switch it off instead."
      actions={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="danger" pending={remove.isPending} onClick={act}>
            Remove
          </Button>
        </>
      }
    />
  )
}
