'use client'

import { useMutation } from '@tanstack/react-query'
import { Rocket } from 'lucide-react'
import { useState } from 'react'
import { useMyRole } from '@/components/settings/use-my-role'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import type { VersionDetail } from '@/lib/contracts/versions'
import { toProblem } from '@/lib/queries/problem'
import { publishVersionMutation } from '@/lib/queries/versions'

type PromoteButtonProps = { project: string; version: VersionDetail }

/** Publishes a candidate for good, as it is. Viewers see the button and why it is off. */
export function PromoteButton({ project, version: { chain, version } }: PromoteButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const isViewer = useMyRole(project) === 'viewer'
  const publish = useMutation(publishVersionMutation(project))
  const toggle = (next: boolean) => {
    setOpen(next)
    if (!next) publish.reset()
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={toggle}
      title={`Make ${version} live?`}
      description="It serves at once if it is the highest live version. Its runs count from then on, and a gate opens if they show a regression. You may then not decide on it yourself."
      trigger={
        <Button
          variant="primary"
          icon={<Rocket aria-hidden />}
          disabled={isViewer}
          title={isViewer ? 'Viewers read; a reviewer or an admin publishes' : undefined}
        >
          Make it live
        </Button>
      }
      actions={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            variant="primary"
            pending={publish.isPending}
            onClick={() => publish.mutate({ chain, draft: { version } }, { onSuccess: () => toggle(false) })}
          >
            Make it live
          </Button>
        </>
      }
    >
      {publish.error && (
        <Notice tone="fail" title="It was not published">
          {toProblem(publish.error).message}
        </Notice>
      )}
    </Dialog>
  )
}
