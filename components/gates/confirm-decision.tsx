import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'

export type Verdict = 'approved' | 'rejected'

type ConfirmDecisionProps = {
  /** Null = nothing asked. */
  verdict: Verdict | null
  consequence: string
  /** The decision goes against what the rule says. */
  isOverride: boolean
  isPending: boolean
  onConfirm: (verdict: Verdict) => void
  onCancel: () => void
}

/** Says what will follow, and asks for it once more. Enter confirms, Escape leaves. */
export function ConfirmDecision({
  verdict,
  consequence,
  isOverride,
  isPending,
  onConfirm,
  onCancel,
}: ConfirmDecisionProps) {
  const isApproval = verdict === 'approved'
  return (
    <Dialog
      open={verdict !== null}
      onOpenChange={(isOpen) => !isOpen && !isPending && onCancel()}
      title={isApproval ? 'Approve' : 'Reject'}
    >
      <p className="text-base">{consequence}</p>
      {isOverride && (
        <p className="mt-2 text-review-fg text-sm">This goes against the rule, and the record will show it.</p>
      )}
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={onCancel} disabled={isPending}>
          Cancel
        </Button>
        <Button
          // The dialog was asked for: the answer is the next key.
          autoFocus
          variant={isApproval ? 'primary' : 'danger'}
          pending={isPending}
          onClick={() => verdict && onConfirm(verdict)}
        >
          {isApproval ? 'Approve' : 'Reject'}
        </Button>
      </div>
    </Dialog>
  )
}
