'use client'

import { useId } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { WeeklyAction } from '@/lib/contracts/weekly/actions'
import type { WeeklyPage } from '@/lib/contracts/weekly/weeks'
import { weekLabel } from '@/lib/format/week-words'
import { ActionForm } from './action-form'

/** The action that is changed, a new one, or none. */
export type EditedAction = WeeklyAction | 'new' | null

type ActionDialogProps = { project: string; page: WeeklyPage; edited: EditedAction; onClose: () => void }

export function ActionDialog({ project, page, edited, onClose }: ActionDialogProps) {
  const formId = useId()
  if (edited === null) return null
  const action = edited === 'new' ? null : edited
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={action ? 'Change the action' : `An action for ${weekLabel(page.week).toLowerCase()}`}
      description="The page of the next week says whether the number it names has moved."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary">
            {action ? 'Save' : 'Add'}
          </Button>
        </>
      }
    >
      <ActionForm formId={formId} project={project} page={page} action={action} onDone={onClose} />
    </Dialog>
  )
}
