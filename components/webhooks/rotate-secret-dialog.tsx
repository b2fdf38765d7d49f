'use client'

import { useMutation } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import type { EndpointView } from '@/lib/contracts/webhooks'
import { toProblem } from '@/lib/queries/problem'
import { rotateSecretMutation } from '@/lib/queries/webhooks'
import { SecretOnce } from './secret-once'

type RotateSecretDialogProps = { project: string; endpoint: EndpointView; onClose: () => void }

/** Makes a new secret and shows it once. */
export function RotateSecretDialog({ project, endpoint, onClose }: RotateSecretDialogProps) {
  const rotate = useMutation(rotateSecretMutation(project))
  const made = rotate.data
  return (
    <Dialog
      open
      width={made ? 'lg' : 'sm'}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={made ? `New secret of ${endpoint.name}` : `Rotate the secret of ${endpoint.name}?`}
      description={
        made
          ? 'Both secrets sign for the next 24 hours, then this one alone.'
          : 'A new secret is made. For 24 hours the old one signs as well, so that nothing is lost while you change over.'
      }
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
            <Button variant="primary" pending={rotate.isPending} onClick={() => rotate.mutate(endpoint.id)}>
              Rotate
            </Button>
          </>
        )
      }
    >
      {rotate.error && <Notice tone="fail">{toProblem(rotate.error).message}</Notice>}
      {made && <SecretOnce secret={made.secret} />}
    </Dialog>
  )
}
