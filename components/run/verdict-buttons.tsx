import { Check, X } from 'lucide-react'
import { Button, onFirstClick } from '@/components/ui/button'

export type VerdictWord = 'approve' | 'reject' | 'rate'

type VerdictButtonsProps = {
  /** The verdict that is being sent. */
  sent: VerdictWord | null
  isPending: boolean
  /** A verdict that was chosen and not sent yet. */
  chosen?: VerdictWord | undefined
  onRate: () => void
  onReject: () => void
  onApprove: () => void
}

/** The three verdicts with the keys that give them; the caller binds the keys. */
export function VerdictButtons({ sent, isPending, chosen, onRate, onReject, onApprove }: VerdictButtonsProps) {
  const stateOf = (verdict: VerdictWord) => ({
    pending: sent === verdict,
    // A button that is disabled loses the focus.
    disabled: isPending && sent !== verdict,
    ...(chosen !== undefined && { 'aria-pressed': chosen === verdict }),
  })
  return (
    <>
      <Button shortcut="t" {...stateOf('rate')} onClick={onRate}>
        Rate
      </Button>
      <Button icon={<X aria-hidden />} shortcut="r" {...stateOf('reject')} onClick={onReject}>
        Reject
      </Button>
      <Button
        variant="primary"
        icon={<Check aria-hidden />}
        shortcut="a"
        {...stateOf('approve')}
        onClick={onFirstClick(onApprove)}
      >
        Approve
      </Button>
    </>
  )
}
