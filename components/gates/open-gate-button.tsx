'use client'

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useOffForViewers } from '@/components/domain-ui/role'
import { Button } from '@/components/ui/button'
import { lazyComponent, useLazyOverlay } from '@/components/ui/lazy-component'
import type { GateSubject } from './open-gate-dialog'

const dialog = lazyComponent(() => import('./open-gate-dialog'))

type OpenGateButtonProps = {
  project: string
  /** Subject of the gate; without it the form has fields for a version. */
  subject?: GateSubject
  /** Less prominent, for a table row. */
  isQuiet?: boolean
}

/** Button that opens a gate about a version or run, with a deadline. Disabled for viewers, with the reason in the tooltip. */
export function OpenGateButton({ project, subject, isQuiet = false }: OpenGateButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const parts = useLazyOverlay(dialog, isOpen, close)
  const off = useOffForViewers(project, 'open gates')
  return (
    <>
      <Button
        {...(isQuiet && { variant: 'ghost', size: 'sm', className: '-mr-2.5' })}
        icon={<Plus aria-hidden />}
        {...off}
        onClick={() => setOpen(true)}
      >
        Open a gate
        {isQuiet && subject && 'version' in subject && <span className="sr-only"> for {subject.version}</span>}
      </Button>
      {isOpen && parts && <parts.OpenGateDialog project={project} subject={subject} onClose={close} />}
    </>
  )
}
