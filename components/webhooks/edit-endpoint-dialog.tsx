'use client'

import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose } from '@/components/ui/dialog'
import { toast } from '@/components/ui/toast'
import type { EndpointView } from '@/lib/contracts/webhooks'
import { toProblem } from '@/lib/queries/problem'
import { updateEndpointMutation } from '@/lib/queries/webhooks'
import { EndpointForm } from './endpoint-form'

type EditEndpointDialogProps = { project: string; endpoint: EndpointView; onClose: () => void }

export function EditEndpointDialog({ project, endpoint, onClose }: EditEndpointDialogProps) {
  const formId = useId()
  const update = useMutation({
    ...updateEndpointMutation(project),
    onSuccess: (...args) => {
      toast.success(`${endpoint.name} was changed`)
      onClose()
      return updateEndpointMutation(project).onSuccess?.(...args)
    },
  })
  return (
    <Dialog
      open
      width="md"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Change ${endpoint.name}`}
      description="What waits to be sent goes to the new address."
      actions={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" form={formId} variant="primary" pending={update.isPending}>
            Save
          </Button>
        </>
      }
    >
      <EndpointForm
        id={formId}
        endpoint={endpoint}
        problem={update.error ? toProblem(update.error) : null}
        onSubmit={(draft) => update.mutate({ endpointId: endpoint.id, ...draft })}
      />
    </Dialog>
  )
}
