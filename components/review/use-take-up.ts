import { useMutation } from '@tanstack/react-query'
import { sayRefused } from '@/components/ui/say-refused'
import type { InputOf } from '@/lib/contracts/contract'
import type { moveReview } from '@/lib/contracts/review-queue'
import { mutationOf } from '@/lib/queries/query-of'

/** A run that its reviewer put off, and what undoes that before it is claimed again; null if claiming it does. */
export type Postponed = { runId: string; undo: Omit<InputOf<typeof moveReview>, 'runId'> | null }

/** Message about the last action, shown with the next run. The action can be taken back if it was a verdict or put a run off. */
export type QueueNote = { text: string; isVerdict: boolean; postponed: Postponed | null }

/** Takes up a run again that was skipped, held, sent back or assigned. */
export function useTakeUp(project: string, onTurn: (runId: string, note: string) => void) {
  const { mutate, isPending } = useMutation({
    ...mutationOf('POST /api/v1/review/runs/{runId}/move', { project, changes: [] }),
    onError: sayRefused('Not taken back'),
  })
  return ({ runId, undo }: Postponed) => {
    if (isPending) return
    const onSuccess = () => onTurn(runId, 'The run is yours again.')
    if (undo) mutate({ runId, ...undo }, { onSuccess })
    else onSuccess()
  }
}
