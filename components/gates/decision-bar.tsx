'use client'

import { useMutation } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useShortcuts } from '@/components/shell/shortcuts'
import type { UnsentText } from '@/components/ui/browser-storage'
import { Button } from '@/components/ui/button'
import { lazyComponent, useLazyOverlay } from '@/components/ui/lazy-component'
import { Notice } from '@/components/ui/notice'
import { SignInAgain } from '@/components/ui/problem-notice'
import { toast } from '@/components/ui/toast'
import type { GateDetail, GateRunReview } from '@/lib/contracts/gates'
import { approversOf, runReviewText, whyNotDecide } from '@/lib/presentation/labels/gates'
import { gateMove } from '@/lib/queries/gates'
import { toProblem } from '@/lib/queries/problem'
import type { Verdict } from './decide-dialog'

/** What confirms a decision. */
const dialog = lazyComponent(() => import('./decide-dialog'))

type Consequences = NonNullable<GateDetail['consequences']>

type DecisionBarProps = {
  project: string
  detail: GateDetail
  consequences: Consequences
  isStale: boolean
  /** The reason. */
  unsent: UnsentText
  onReload: () => void
  /** Called when the person is asked to confirm a decision, and when they no longer are. */
  onDeciding: (isDeciding: boolean) => void
  onDecided: () => void
}

/** Sticky bar with approve and reject, each with its consequence. */
export function DecisionBar(props: DecisionBarProps) {
  const { project, detail, consequences, isStale, unsent, onReload, onDeciding, onDecided } = props
  const [reason, setReason] = unsent
  const { gate, evidence, mayDecide } = detail
  const [requested, setRequested] = useState<Verdict | null>(null)
  const close = () => {
    setRequested(null)
    onDeciding(false)
  }
  const decide = useDecision({ project, detail, onDecided, onVoted: () => setReason(''), onSettled: close })
  const isRegression = evidence.verdict === 'regression'
  const approval = approvalConsequence(detail, consequences)
  const ask = (verdict: Verdict) => {
    if (isStale || decide.isPending) return
    setReason((text) => (text.trim() === '' ? startReason(verdict, detail.runReview) : text))
    setRequested(verdict)
    onDeciding(true)
  }
  const cancel = () => {
    // Nobody typed it: it must not stand in the other dialog, or be kept as unsent.
    if (requested) setReason((text) => (text === startReason(requested, detail.runReview) ? '' : text))
    close()
  }
  const dialogs = useLazyOverlay(dialog, requested !== null, cancel)
  useShortcuts(
    'This gate',
    mayDecide.allowed
      ? [
          { keys: 'a', label: 'Approve', run: () => ask('approved') },
          { keys: 'r', label: 'Reject', run: () => ask('rejected') },
        ]
      : [],
  )
  return (
    <section
      aria-label="Your decision"
      className="sticky bottom-14 z-10 -mx-4 grid gap-2 border-t bg-paper px-4 py-3 lg:bottom-0 print:hidden max-lg:[&_kbd]:hidden"
    >
      {!mayDecide.allowed && (
        <p role="note" className="text-ink-2 text-sm">
          <span className="font-medium text-ink">
            {detail.hasVoted ? 'Your approval is on record.' : 'You cannot decide this gate.'}
          </span>{' '}
          {whyNotDecide(detail)}
        </p>
      )}
      {detail.runReview && (
        <Notice tone="review" title={`${runReviewText(detail.runReview)}. The gate itself still waits.`}>
          {detail.runReview.reason}
        </Notice>
      )}
      {decide.error && <DecisionProblem error={decide.error} onReload={onReload} />}
      {mayDecide.allowed && (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-x-6 sm:gap-x-24">
          <Choice
            label="Reject"
            shortcut="r"
            variant="danger"
            icon={<X aria-hidden />}
            consequence={consequences.reject}
            disabled={isStale}
            onClick={() => ask('rejected')}
          />
          <Choice
            label="Approve"
            shortcut="a"
            variant="primary"
            icon={<Check aria-hidden />}
            consequence={approval}
            disabled={isStale}
            onClick={() => ask('approved')}
          />
        </div>
      )}
      {dialogs && (
        <dialogs.DecideDialog
          verdict={requested}
          gate={gate}
          consequence={requested === 'approved' ? approval : consequences.reject}
          isOverride={requested === 'approved' ? isRegression : evidence.verdict === 'ok'}
          needsReason={requested === 'rejected' || isRegression}
          unsent={unsent}
          isStale={isStale}
          isPending={decide.isPending}
          onConfirm={(verdict) => {
            // From here on the answer says who was first.
            onDeciding(false)
            decide.confirm(verdict, reason.trim())
          }}
          onCancel={cancel}
        />
      )}
    </section>
  )
}

/** What a person said who gave the same verdict on the run itself, so that one key and a confirmation close the gate likewise. */
function startReason(verdict: Verdict, review: GateRunReview | null): string {
  if (review?.value !== (verdict === 'approved' ? 1 : 0)) return ''
  const { by, reason } = review
  return `As ${by} said on the run’s page${reason ? `: ${reason}` : '.'}`
}

type ChoiceProps = Pick<ComponentProps<typeof Button>, 'shortcut' | 'variant' | 'icon' | 'disabled' | 'onClick'> & {
  label: string
  consequence: string
}

/** Button of a verdict with its consequence. */
function Choice({ label, consequence, ...button }: ChoiceProps) {
  return (
    <div className="grid content-start justify-items-start gap-1">
      <Button size="lg" className="max-sm:w-full" {...button}>
        {label}
      </Button>
      <p className="text-ink-2 text-xs sm:text-sm">{consequence}</p>
    </div>
  )
}

/** Describes what approving does; if the quorum needs more approvals, that it takes effect with the last one. */
function approvalConsequence({ gate, ...detail }: GateDetail, consequences: Consequences): string {
  const missing = gate.quorum - approversOf(detail).length - 1
  if (detail.isCovered && gate.quorum > 1)
    return `Yours counts. With the last of ${gate.quorum} approvals: ${consequences.approve}`
  if (missing <= 0) return consequences.approve
  return `Yours counts, and ${missing} more ${missing === 1 ? 'is' : 'are'} needed. With the last one: ${consequences.approve}`
}

type DecisionInput = {
  project: string
  detail: GateDetail
  onDecided: () => void
  /** Called when the approval is recorded, and more are needed. */
  onVoted: () => void
  onSettled: () => void
}

/** Submits a decision with the digest of the evidence on screen, and a reason if there is one. */
function useDecision({ project, detail, onDecided, onVoted, onSettled }: DecisionInput) {
  const options = gateMove('POST /api/v1/gates/{gateId}/decision', project)
  const { mutate, isPending, error } = useMutation({
    ...options,
    onError: (problem) => {
      onSettled()
      showToastIfClosed(problem)
    },
    onSuccess: (...given) => {
      const [after] = given
      onSettled()
      if (after.gate.state === 'pending') {
        onVoted()
        toast.success('Your approval is on record', { description: after.mayDecide.why })
      } else onDecided()
      options.onSuccess?.(...given)
    },
  })
  const { gate, evidenceDigest } = detail
  return {
    isPending,
    error,
    confirm: (verdict: Verdict, reason: string) =>
      mutate({ gateId: gate.id, verdict, evidenceDigest, ...(reason && { reason }) }),
  }
}

const messages = {
  stale_evidence: 'New runs changed the evidence while you were deciding. Nothing was decided. Reload and look again.',
  already_decided: 'Someone else decided first, and their decision stands.',
  deadline_passed: 'The deadline passed first. Nothing was approved.',
}

/** Shows a toast if the gate is already closed, because the decision bar is then replaced by the record. */
function showToastIfClosed(error: unknown): void {
  const { code, message } = toProblem(error, messages)
  if (code === 'already_decided' || code === 'deadline_passed')
    toast.error('Your decision was not saved', { description: message, duration: 10_000 })
}

type DecisionProblemProps = { error: unknown; onReload: () => void }

/** Explains why a decision was rejected; the current state is being refetched. */
function DecisionProblem({ error, onReload }: DecisionProblemProps) {
  const { code, message, requestId } = toProblem(error, messages)
  return (
    <Notice
      tone="fail"
      title="The decision was not saved"
      action={
        code === 'unauthorized' ? (
          <SignInAgain />
        ) : (
          code === 'stale_evidence' && (
            <Button size="sm" onClick={onReload}>
              Reload
            </Button>
          )
        )
      }
    >
      {message}
      {requestId && <span className="block text-ink-3 text-xs">Request {requestId}</span>}
    </Notice>
  )
}
