'use client'

import { useMutation } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { DropdownMenu, MenuItem } from '@/components/ui/dropdown-menu'
import { IconButton } from '@/components/ui/icon-button'
import { toast } from '@/components/ui/toast'
import type { EndpointView } from '@/lib/contracts/webhooks'
import { toProblem } from '@/lib/queries/problem'
import { updateEndpointMutation } from '@/lib/queries/webhooks'
import { DeleteEndpointDialog } from './delete-endpoint-dialog'
import { EditEndpointDialog } from './edit-endpoint-dialog'
import { RotateSecretDialog } from './rotate-secret-dialog'

type EndpointMenuProps = { project: string; endpoint: EndpointView }
type Asked = 'edit' | 'rotate' | 'delete' | null

/** What an admin does with an endpoint besides testing it. */
export function EndpointMenu({ project, endpoint }: EndpointMenuProps) {
  const [asked, setAsked] = useState<Asked>(null)
  const update = useMutation(updateEndpointMutation(project))
  const toggle = () =>
    update.mutate(
      { endpointId: endpoint.id, isEnabled: !endpoint.isEnabled },
      {
        onSuccess: () => toast.success(`${endpoint.name} is ${endpoint.isEnabled ? 'off' : 'on'}`),
        onError: (error) => toast.error(toProblem(error).message),
      },
    )
  const dialog = { project, endpoint, onClose: () => setAsked(null) }
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
        <MenuItem onSelect={() => setAsked('edit')}>Change</MenuItem>
        <MenuItem onSelect={() => setAsked('rotate')}>Rotate the secret</MenuItem>
        <MenuItem onSelect={toggle}>{endpoint.isEnabled ? 'Switch off' : 'Switch on'}</MenuItem>
        <MenuItem danger onSelect={() => setAsked('delete')}>
          Remove
        </MenuItem>
      </DropdownMenu>
      {asked === 'edit' && <EditEndpointDialog {...dialog} />}
      {asked === 'rotate' && <RotateSecretDialog {...dialog} />}
      {asked === 'delete' && <DeleteEndpointDialog {...dialog} />}
    </>
  )
}
