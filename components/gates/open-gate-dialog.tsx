'use client'

import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useMyRole } from '@/components/settings/use-my-role'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { openGateMutation } from '@/lib/queries/gates'
import { toProblem } from '@/lib/queries/problem'
import { gateHref } from './gate-href'
import { type GateSubject, OpenGateForm } from './open-gate-form'

type OpenGateButtonProps = {
  project: string
  /** What the gate is about, where the page it stands on already says so. */
  subject?: GateSubject
  label?: string
  /** One of many, in a row of a table. */
  isQuiet?: boolean
}

/** Asks a question about a version or a run, to be answered by a deadline. Viewers see the button and why it is off. */
export function OpenGateButton({ project, subject, label = 'Open a gate', isQuiet = false }: OpenGateButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const role = useMyRole(project)
  const router = useRouter()
  const open = useMutation({
    ...openGateMutation(project),
    onSuccess: ({ gate }) => router.push(gateHref(project, gate.id)),
  })
  const isViewer = role === 'viewer'
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => {
        setOpen(next)
        open.reset()
      }}
      title="Open a gate"
      description="A reviewer decides before the deadline. At the deadline nothing is approved."
      trigger={
        <Button
          {...(isQuiet && { variant: 'ghost', size: 'sm' })}
          icon={<Plus aria-hidden />}
          disabled={isViewer}
          title={isViewer ? 'Viewers read gates; a reviewer or an admin opens them' : undefined}
        >
          {label}
        </Button>
      }
    >
      <OpenGateForm
        project={project}
        subject={subject}
        isPending={open.isPending}
        problem={open.error ? toProblem(open.error) : null}
        onSubmit={(input) => open.mutate(input)}
        onCancel={() => setOpen(false)}
      />
    </Dialog>
  )
}
