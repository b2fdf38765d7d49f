import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { toast } from '@/components/ui/toast'
import { toProblem } from '@/lib/queries/problem'

const words = {
  stale_evidence:
    'New runs changed the evidence while you were deciding. Nothing was decided: reload, look again, then decide.',
  already_decided: 'Somebody else decided first, and their decision stands.',
  deadline_passed: 'The deadline passed first. Nothing was approved.',
}

/** Tells who came too late, where the place to tell it gives way to the record of what happened instead. */
export function tellIfClosed(error: unknown): void {
  const { code, message } = toProblem(error, words)
  if (code === 'already_decided' || code === 'deadline_passed')
    toast.error('Your decision was not taken', { description: message, duration: 10_000 })
}

type DecisionProblemProps = { error: unknown; onReload: () => void }

/** Why a decision was not taken. What the server holds is fetched anew meanwhile. */
export function DecisionProblem({ error, onReload }: DecisionProblemProps) {
  const { code, message, requestId } = toProblem(error, words)
  return (
    <Notice
      tone="fail"
      title="The decision was not taken"
      className="mb-4"
      action={
        code === 'stale_evidence' && (
          <Button size="sm" onClick={onReload}>
            Reload
          </Button>
        )
      }
    >
      {message}
      {requestId && <span className="block text-ink-3 text-xs">Request {requestId}</span>}
    </Notice>
  )
}
