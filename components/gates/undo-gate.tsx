'use client'

import { useMutation } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useShortcuts } from '@/components/shell/shortcuts'
import { Button } from '@/components/ui/button'
import { undoGateMutation } from '@/lib/queries/gates'
import { ReasonDialog } from './reason-dialog'

/** Takes a decision back, with a reason. */
export function UndoGate({ project, gateId }: { project: string; gateId: string }) {
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const undo = useMutation(undoGateMutation(project, gateId))
  useShortcuts('This gate', [{ keys: 'u', label: 'Take the decision back', run: () => setOpen(true) }])
  return (
    <ReasonDialog
      title="Take the decision back"
      description="Its verdict leaves the confidence of every run, and the automated result stands again. The gate stays closed, and both events stay on record."
      trigger={
        <Button size="sm" icon={<Undo2 aria-hidden />} shortcut="u">
          Undo
        </Button>
      }
      isOpen={isOpen}
      onOpenChange={setOpen}
      reason={{ value: reason, onChange: setReason }}
      submit="Take it back"
      isPending={undo.isPending}
      error={undo.error}
      onSubmit={() => undo.mutate({ reason: reason.trim() }, { onSuccess: () => setOpen(false) })}
    />
  )
}
