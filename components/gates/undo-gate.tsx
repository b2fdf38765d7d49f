'use client'

import { useMutation } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useShortcuts } from '@/components/shell/shortcuts'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { Textarea } from '@/components/ui/textarea'
import { undoGateMutation } from '@/lib/queries/gates'
import { toProblem } from '@/lib/queries/problem'

/** Takes a decision back, with a reason. */
export function UndoGate({ project, gateId }: { project: string; gateId: string }) {
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const undo = useMutation(undoGateMutation(project, gateId))
  const problem = undo.error ? toProblem(undo.error) : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    undo.mutate({ reason: reason.trim() }, { onSuccess: () => setOpen(false) })
  }
  useShortcuts('This gate', [{ keys: 'u', label: 'Take the decision back', run: () => setOpen(true) }])
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      title="Take the decision back"
      description="Its verdict leaves the confidence of every run, and the automated result stands again. The gate stays closed, and both events stay on record."
      trigger={
        <Button size="sm" icon={<Undo2 aria-hidden />} shortcut="u">
          Undo
        </Button>
      }
    >
      <form onSubmit={submit} className="grid gap-4">
        {problem && (
          <Notice tone="fail" title={problem.message}>
            {problem.requestId && <>Request {problem.requestId}</>}
          </Notice>
        )}
        <Field label="Reason">
          {(control) => (
            <Textarea
              {...control}
              value={reason}
              maxLength={10_000}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button type="submit" variant="primary" pending={undo.isPending} disabled={reason.trim() === ''}>
            Take it back
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
