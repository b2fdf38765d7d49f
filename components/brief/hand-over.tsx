'use client'

import { Send } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { lazyComponent, useLazyComponent } from '@/components/ui/lazy-component'
import type { BriefSubject } from './brief-preview'

const preview = lazyComponent(() => import('./brief-preview'))

type HandOverProps = { project: string; subject: BriefSubject; size?: 'sm' | 'md' }

/** Dialog with the brief for the person or agent who fixes the run: copy, download, or fetch it. */
export function HandOver({ project, subject, size = 'md' }: HandOverProps) {
  const [isOpen, setOpen] = useState(false)
  const parts = useLazyComponent(preview, isOpen)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      title="Hand over"
      description="What went wrong and what to keep, for the person or agent who fixes it. Anything the run said is marked as data."
      width="lg"
      trigger={
        <Button size={size} icon={<Send aria-hidden />}>
          Hand over
        </Button>
      }
    >
      {isOpen && parts && <parts.BriefPreview project={project} subject={subject} />}
    </Dialog>
  )
}
