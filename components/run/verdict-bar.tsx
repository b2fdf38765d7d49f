'use client'

import { useMutation } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Undo2 } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useMay, useMyRole } from '@/components/domain-ui/role'
import { useRunActions, useSeenDigest } from '@/components/domain-ui/run-actions'
import { useShortcuts } from '@/components/shell/shortcuts'
import { Button } from '@/components/ui/button'
import { LatePart } from '@/components/ui/late-part'
import { Link } from '@/components/ui/link'
import { orMissing } from '@/components/ui/missing-part'
import { WaitsForConnection } from '@/components/ui/offline'
import { showRefusal } from '@/components/ui/say-refused'
import { isDecidedByPerson } from '@/lib/contracts/evaluators'
import type { RunDetail, SignalView } from '@/lib/contracts/run-detail'
import { capital } from '@/lib/presentation/format/text'
import { waitingGateOf } from '@/lib/presentation/labels/gates'
import { areOpposed, humanWord, isRejection } from '@/lib/presentation/labels/verdicts'
import { gateHref } from '@/lib/presentation/links'
import { toProblem } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'
import { currentReview, DecisionChange, gateVerdict, unretractedReviews } from './current-review'
import { RateDialog, RejectDialog } from './lazy-verdict-dialogs'
import { VerdictButtons, type VerdictWord } from './verdict-buttons'

const AfterVerdict = dynamic(orMissing(() => import('./after-verdict'), 'AfterVerdict'))

type VerdictBarProps = { project: string; detail: RunDetail }

/** Sticky bar for a person's verdict on a run: approve, reject with a reason, rate, and undo. */
export function VerdictBar({ project, detail }: VerdictBarProps) {
  const { run, signals, ownReview: own } = detail
  const { id: runId, decision } = run
  const isRunning = run.status === 'running'
  const gateId = waitingGateOf(detail)?.id ?? null
  const role = useMyRole(project)
  const [open, setOpen] = useState<'reject' | 'rate' | null>(null)
  const { current, undone, isPending, sent, lastResult, submit, undo } = useVerdict(project, detail)
  const throughGate = gateVerdict(signals)
  const decided = current ?? throughGate
  const mayDecide = useMay(project, 'reviewer') && !isRunning
  const wasDecided = signals.some(({ origin }) => isDecidedByPerson(origin))
  const close = () => setOpen(null)
  const closeAnd = (then: () => void) => {
    close()
    then()
  }
  const approve = () => submit({ verdict: 'approve' })
  useShortcuts(
    'This run',
    mayDecide
      ? [
          { keys: 'a', label: 'Approve', run: approve },
          { keys: 'r', label: 'Reject; 1 to 5 choose the reason', run: () => setOpen('reject') },
          { keys: 't', label: 'Rate from 0 to 1', run: () => setOpen('rate') },
          { keys: 'u', label: 'Take the verdict back', run: undo },
        ]
      : [],
  )
  return (
    <section
      aria-label="Your verdict"
      className="sticky bottom-14 z-10 -mx-4 mt-8 -mb-14 short:mb-0 flex flex-wrap items-center gap-x-4 gap-y-2 border-t bg-paper lg:max-xl:gap-x-2 px-4 py-2.5 lg:bottom-0 lg:-mx-8 lg:-mb-16 lg:px-8 max-lg:[&_kbd]:hidden print:hidden"
    >
      <div className={clsx('min-w-0 flex-1 basis-56 text-sm', decided && 'max-xl:basis-full')} aria-live="polite">
        <CurrentVerdict signals={signals} throughGate={throughGate} mayDecide={mayDecide} isOwn={own !== null} />
        {gateId && !decided && (
          <p className="text-ink-2 text-xs">
            A verdict here does not decide{' '}
            <Link href={gateHref(project, gateId)} className="link">
              its gate
            </Link>
            , which still waits.
          </p>
        )}
        {lastResult && <DecisionChange before={lastResult.before} after={lastResult.after} />}
      </div>
      {wasDecided && role !== null && (
        <LatePart>
          <AfterVerdict
            project={project}
            runId={runId}
            isDecided={decided !== null}
            isRefused={
              !(decision === 'accept' || decision === 'accept_best') ||
              unretractedReviews(signals).some(({ value }) => isRejection(value))
            }
            mayDecide={mayDecide}
            gateId={gateId}
          />
        </LatePart>
      )}
      <WaitsForConnection isPending={isPending} />
      {mayDecide ? (
        <div className="flex flex-wrap gap-2 lg:ml-auto max-lg:w-full max-lg:gap-1.5 max-lg:[&>button]:h-11 max-lg:[&>button]:flex-1 max-lg:[&>button]:px-1.5">
          {own && (
            <Button variant="ghost" icon={<Undo2 aria-hidden />} shortcut="u" aria-disabled={isPending} onClick={undo}>
              Take back
            </Button>
          )}
          <VerdictButtons
            sent={sent}
            isPending={isPending}
            onRate={() => setOpen('rate')}
            onReject={() => setOpen('reject')}
            onApprove={approve}
          />
        </div>
      ) : (
        (isRunning || role === 'viewer') && (
          <p className="text-ink-2 text-sm">
            {isRunning
              ? 'You can review it when it has ended.'
              : 'You are a viewer of this project. Reviewers and admins give verdicts.'}
          </p>
        )
      )}
      <RejectDialog
        key={`reject ${undone?.decisionId}`}
        runId={runId}
        startReason={undone?.value === 0 ? undone.reason : null}
        isOpen={open === 'reject'}
        isPending={isPending}
        onClose={close}
        onReject={(reason, onTaken) => submit({ verdict: 'reject', reason }, () => closeAnd(onTaken))}
      />
      <RateDialog
        key={`rate ${undone?.decisionId}`}
        runId={runId}
        start={undone && undone.value > 0 && undone.value < 1 ? undone : null}
        isOpen={open === 'rate'}
        isPending={isPending}
        onClose={close}
        onRate={(rating, reason, onTaken) => submit({ verdict: 'rate', rating, reason }, () => closeAnd(onTaken))}
      />
    </section>
  )
}

type CurrentVerdictProps = {
  signals: readonly SignalView[]
  throughGate: SignalView | null
  mayDecide: boolean
  /** Whether one of the verdicts is the user's. */
  isOwn: boolean
}

/** Verdicts in force, one per person, with a note if two of them disagree. */
function CurrentVerdict({ signals, throughGate, mayDecide, isOwn }: CurrentVerdictProps) {
  const reviews = unretractedReviews(signals)
  if (reviews.length === 0 && !throughGate) return <p className="text-ink-2">No one has reviewed this run yet.</p>
  const verdicts = (throughGate && reviews.length === 0 ? [throughGate] : reviews).map(
    (review) => `${humanWord(review.value)} by ${review.by ?? 'someone'}`,
  )
  const whatNext = () => {
    if (areOpposed(reviews)) return ': the first one counts until a third person settles it.'
    if (reviews.length === 0) return ' through a gate. A verdict given here counts in its place.'
    if (!mayDecide) return '.'
    return isOwn ? '. Another verdict of yours replaces it.' : '. Yours will be kept beside it.'
  }
  return (
    <p>
      <span className="font-medium">{capital(verdicts.join(', '))}</span>
      {whatNext()}
    </p>
  )
}

type Verdict = { verdict: VerdictWord; rating?: number; reason?: string }

/** Submits and undoes a verdict on a run. Sends the id of the review on screen, so that a concurrent change is a conflict. */
function useVerdict(project: string, { run: { id: runId }, evidenceDigest, signals, ownReview: own }: RunDetail) {
  const current = currentReview(signals)
  const { mutationKey, isUnderWay } = useRunActions(runId)
  const [undone, setUndone] = useState<typeof own>(null)
  const [seen, rereads] = useSeenDigest(evidenceDigest)
  const onError = (error: unknown) => {
    const problem = toProblem(error, { not_found: 'This run no longer exists.' })
    if (problem.code === 'stale_evidence') rereads()
    showRefusal('Not recorded', problem)
  }
  const review = useMutation({
    ...mutationOf('POST /api/v1/runs/{runId}/reviews', { project }),
    mutationKey,
    onError,
  })
  const undoing = useMutation({
    ...mutationOf('POST /api/v1/runs/{runId}/reviews/{decisionId}/undo', { project }),
    mutationKey,
    onError,
  })
  const isPending = review.isPending || undoing.isPending
  const isUndoLatest = undoing.submittedAt > review.submittedAt
  return {
    current,
    /** The user's verdict that was taken back here: what the dialogs start from. */
    undone,
    isPending,
    /** The verdict that is being sent. */
    sent: review.isPending ? review.variables.verdict : null,
    /** Result of the latest submit or undo, with the run's state before and after. */
    lastResult: isPending ? undefined : isUndoLatest ? undoing.data : review.data,
    submit(verdict: Verdict, onSuccess?: () => void) {
      // What they have approved already need not be approved once more.
      const isGiven = verdict.verdict === 'approve' && own?.value === 1 && own.reason === null
      if (isUnderWay() || isGiven) return
      review.mutate(
        { runId, ...verdict, evidenceDigest: seen, ...(current && { replaces: current.decisionId }) },
        { onSuccess },
      )
    },
    undo() {
      if (own && !isUnderWay())
        undoing.mutate({ runId, decisionId: own.decisionId }, { onSuccess: () => setUndone(own) })
    },
  }
}
