'use client'

import { useMutation } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useId, useState } from 'react'
import { changedFields } from '@/components/domain-ui/merge-lists'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog } from '@/components/ui/dialog'
import { DropdownMenu, MenuItem } from '@/components/ui/dropdown-menu'
import { IconButton } from '@/components/ui/icon-button'
import { orMissing } from '@/components/ui/missing-part'
import { Notice } from '@/components/ui/notice'
import { MakeSecretDialog } from '@/components/ui/secret-dialog'
import { toast } from '@/components/ui/toast'
import type { EndpointView } from '@/lib/contracts/webhooks'
import { problemOf, toProblem } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'
import { EndpointForm } from './endpoint-form'

type EndpointMenuProps = { project: string; endpoint: EndpointView }
type OpenDialog = 'edit' | 'rotate' | 'delete' | null

/** Admin menu of an endpoint: edit, switch on or off, rotate the secret, delete. */
export function EndpointMenu({ project, endpoint }: EndpointMenuProps) {
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null)
  const update = useMutation(mutationOf('PATCH /api/v1/webhooks/{endpointId}', { project }))
  const toggle = () =>
    update.mutate(
      { endpointId: endpoint.id, isEnabled: !endpoint.isEnabled },
      {
        onSuccess: () => toast.success(`${endpoint.name} is ${endpoint.isEnabled ? 'off' : 'on'}`),
        onError: toast.problem,
      },
    )
  const dialog = { project, endpoint, onClose: () => setOpenDialog(null) }
  return (
    <>
      <DropdownMenu
        align="end"
        trigger={
          <IconButton label={`More for ${endpoint.name}`} size="sm">
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => setOpenDialog('edit')}>Change</MenuItem>
        <MenuItem onSelect={() => setOpenDialog('rotate')}>Rotate the secret</MenuItem>
        <MenuItem onSelect={toggle}>{endpoint.isEnabled ? 'Switch off' : 'Switch on'}</MenuItem>
        <MenuItem danger onSelect={() => setOpenDialog('delete')}>
          Remove
        </MenuItem>
      </DropdownMenu>
      {openDialog === 'edit' && <EditEndpointDialog {...dialog} />}
      {openDialog === 'rotate' && <RotateSecretDialog {...dialog} />}
      {openDialog === 'delete' && <DeleteEndpointDialog {...dialog} />}
    </>
  )
}

type EditEndpointDialogProps = { project: string; endpoint: EndpointView; onClose: () => void }

function EditEndpointDialog({ project, endpoint, onClose }: EditEndpointDialogProps) {
  const formId = useId()
  const [start] = useState(endpoint)
  const update = useMutation({
    ...mutationOf('PATCH /api/v1/webhooks/{endpointId}', { project }),
    onSuccess: () => {
      toast.success(`${endpoint.name} was changed`)
      onClose()
    },
  })
  return (
    <Dialog
      open
      width="md"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Change ${endpoint.name}`}
      description="Pending messages go to the new address."
      submit={{ children: 'Save', form: formId, pending: update.isPending }}
    >
      <EndpointForm
        id={formId}
        endpoint={endpoint}
        problem={problemOf(update.error)}
        onSubmit={(draft) => update.mutate({ endpointId: endpoint.id, ...changedFields(draft, start) })}
      />
    </Dialog>
  )
}

const SecretOnce = dynamic(
  orMissing(() => import('./secret-once'), 'SecretOnce'),
  { ssr: false },
)

type RotateSecretDialogProps = { project: string; endpoint: EndpointView; onClose: () => void }

/** Dialog that creates a new secret and shows it once. */
function RotateSecretDialog({ project, endpoint, onClose }: RotateSecretDialogProps) {
  const rotate = useMutation(mutationOf('POST /api/v1/webhooks/{endpointId}/rotate', { project, isSecret: true }))
  return (
    <MakeSecretDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Rotate the secret of ${endpoint.name}?`}
      description="A new secret is created. The old one also signs for 24 hours, so nothing is lost while you switch."
      width="sm"
      submit={{
        children: 'Rotate',
        pending: rotate.isPending,
        onClick: () => rotate.mutate({ endpointId: endpoint.id }),
      }}
      made={
        rotate.data
          ? {
              title: `New secret of ${endpoint.name}`,
              description: 'Both secrets sign for the next 24 hours, then only this one.',
              shown: <SecretOnce secret={rotate.data.secret} />,
            }
          : null
      }
    >
      {rotate.error && <Notice tone="fail">{toProblem(rotate.error).message}</Notice>}
    </MakeSecretDialog>
  )
}

type DeleteEndpointDialogProps = { project: string; endpoint: EndpointView; onClose: () => void }

function DeleteEndpointDialog({ project, endpoint, onClose }: DeleteEndpointDialogProps) {
  const remove = useMutation(mutationOf('DELETE /api/v1/webhooks/{endpointId}', { project }))
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Remove ${endpoint.name}?`}
      consequence="Nothing will be sent there, and its delivery log and secret are deleted. To pause it, switch it off instead."
      verb="Remove"
      act={() => remove.mutateAsync({ endpointId: endpoint.id })}
      done={`${endpoint.name} was removed`}
    />
  )
}
