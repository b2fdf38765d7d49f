'use client'

import { useMutation } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { MakeSecretDialog } from '@/components/settings/make-secret-dialog'
import { Notice } from '@/components/ui/notice'
import type { EndpointView } from '@/lib/contracts/webhooks'
import { toProblem } from '@/lib/queries/problem'
import { rotateSecretMutation } from '@/lib/queries/webhooks'

const SecretOnce = dynamic(() => import('./secret-once').then((module) => module.SecretOnce), { ssr: false })

type RotateSecretDialogProps = { project: string; endpoint: EndpointView; onClose: () => void }

/** Makes a new secret and shows it once. */
export function RotateSecretDialog({ project, endpoint, onClose }: RotateSecretDialogProps) {
  const rotate = useMutation(rotateSecretMutation(project))
  return (
    <MakeSecretDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Rotate the secret of ${endpoint.name}?`}
      description="A new secret is made. For 24 hours the old one signs as well, so that nothing is lost while you change over."
      width="sm"
      submit={{ label: 'Rotate', isPending: rotate.isPending, onClick: () => rotate.mutate(endpoint.id) }}
      made={
        rotate.data
          ? {
              title: `New secret of ${endpoint.name}`,
              description: 'Both secrets sign for the next 24 hours, then this one alone.',
              shown: <SecretOnce secret={rotate.data.secret} />,
            }
          : null
      }
    >
      {rotate.error && <Notice tone="fail">{toProblem(rotate.error).message}</Notice>}
    </MakeSecretDialog>
  )
}
