'use client'

import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { IconButton } from '@/components/ui/icon-button'
import { formatPlural } from '@/lib/presentation/format/number'
import { mutationOf } from '@/lib/queries/query-of'

type DeleteRunsButtonProps = {
  project: string
  ids: readonly string[]
  /** Shows only an icon, for use beside everyday actions. */
  isQuiet?: boolean
  /** Called when the runs are deleted, or when a large deletion has been started. */
  onDone: () => void
}

/** Admin button that permanently deletes runs. Large deletions continue in the background. */
export function DeleteRunsButton({ project, ids, isQuiet = false, onDone }: DeleteRunsButtonProps) {
  const remove = useMutation(mutationOf('POST /api/v1/runs/delete', { project, changes: ['runs', 'gates', 'data'] }))
  const what = ids.length === 1 ? 'this run' : formatPlural(ids.length, 'run')
  const act = async () => {
    await remove.mutateAsync({ runIds: [...ids] })
    onDone()
  }
  return (
    <ConfirmDialog
      trigger={
        isQuiet ? (
          <IconButton label={`Delete ${what}`}>
            <Trash2 aria-hidden />
          </IconButton>
        ) : (
          <Button icon={<Trash2 aria-hidden />}>Delete</Button>
        )
      }
      title={`Delete ${what}?`}
      consequence={
        ids.length === 1
          ? 'Its texts, scores, verdicts, comments, gates and kept scenarios are permanently deleted, and counts are updated. The audit log records that you deleted it.'
          : 'Their texts, scores, verdicts, comments, gates and kept scenarios are permanently deleted, and counts are updated. The audit log records that you deleted them. See progress under Settings, Data.'
      }
      verb={ids.length === 1 ? 'Delete run' : `Delete ${formatPlural(ids.length, 'run')}`}
      act={act}
      done={ids.length === 1 ? 'Run deleted' : `${formatPlural(ids.length, 'run')} are being deleted`}
    />
  )
}
