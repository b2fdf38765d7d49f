import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { toProblem } from '@/lib/queries/problem'

const words = {
  stale_evidence:
    'New runs changed the evidence while you were deciding. Nothing was decided: reload, look again, then decide.',
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
