'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { RateDialog, RejectDialog } from '@/components/run/lazy-verdict-dialogs'
import { forgetUnsentVerdict } from '@/components/run/unsent-verdict'
import { VerdictButtons } from '@/components/run/verdict-buttons'
import { useShortcuts } from '@/components/shell/shortcuts'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import type { InputOf } from '@/lib/contracts/contract'
import type { giveVerdict, PersonVerdict, ReviewItem, ReviewQueue } from '@/lib/contracts/review-queue'
import { agreementWord, hasDisagreed, verdictWord } from '@/lib/presentation/labels/review'
import { toProblem } from '@/lib/queries/problem'
import { mutationOf } from '@/lib/queries/query-of'
import { reviewItemQuery, setLastVerdict } from '@/lib/queries/review-search'
import { useAutoAdvance } from './queue-filters'
import { type GivenVerdict, Reveal } from './reveal'
import type { RubricAnswers } from './rubric-answers'

type Verdict = Pick<InputOf<typeof giveVerdict>, 'verdict' | 'rating' | 'reason'>

/** Message about the last action, shown with the next run. */
export type QueueNote = {
  text: string
  /** The action was a verdict, which can be taken back. */
  isVerdict: boolean
}

type ReviewVerdictBarProps = {
  project: string
  item: ReviewItem
  isBlind: boolean
  /** My verdict that was taken back: what the dialogs start from. */
  undone: PersonVerdict | null
  form: RubricAnswers
  /** Version of the rubric that the form shows. */
  rubricVersion: number
  last: ReviewQueue['last']
  note: QueueNote | null
  /** Called when the run is done by a verdict, with a message to show with the next one. */
  onDone: (text: string | null) => void
  onTurn: (runId: string | undefined, note: string | null) => void
  onChanged: () => void
  /** Called when a verdict is sent, and when it is refused. */
  onJudged: (isJudged: boolean) => void
  /** Called when the hidden scores and verdicts are revealed or hidden again. */
  onShown: (isShown: boolean) => void
  actions: ReactNode
}

/** Sticky verdict bar. Reveals scores and other verdicts after the verdict; on disagreement, asks whether to keep it. */
export function ReviewVerdictBar(props: ReviewVerdictBarProps) {
  const { isBlind, undone, note, actions } = props
  const { chosen, given, missing, isPending, sent, open, setOpen, submit, choose, keep, undo, canUndo } =
    useVerdict(props)
  const isOpenToVerdict = given === null
  useShortcuts(
    'Review',
    isOpenToVerdict
      ? [
          { keys: 'a', label: 'Approve', run: () => choose({ verdict: 'approve' }) },
          { keys: 'r', label: 'Reject; 1 to 5 choose the reason', run: () => setOpen('reject') },
          { keys: 't', label: 'Rate from 0 to 1', run: () => setOpen('rate') },
          ...(canUndo ? [{ keys: 'u', label: 'Take my last verdict back', run: undo }] : []),
        ]
      : [{ keys: 'u', label: 'Take the verdict back', run: undo }],
  )
  const [isAsked, setAsked] = useState(false)
  useCompleteKey(() => {
    if (chosen) choose(chosen)
    else if (given) keep()
    else setAsked(true)
  })
  return (
    <section
      aria-label="Your verdict"
      className="sticky short:static bottom-14 z-10 -mx-4 mt-8 border-t bg-paper px-4 py-2.5 lg:bottom-0 lg:-mx-8 lg:px-8 max-lg:[&_kbd]:hidden"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56 text-sm" aria-live="polite">
          {given ? (
            <>
              <Reveal given={given} isPending={isPending} onKeep={keep} onRevise={(verdict) => revise(verdict)} />
              {chosen && <Chosen chosen={chosen} missing={missing} onSubmit={() => submit(chosen)} />}
            </>
          ) : chosen ? (
            <Chosen chosen={chosen} missing={missing} onSubmit={() => submit(chosen)} />
          ) : isAsked ? (
            <p className="text-review-fg">Choose a verdict first: approve, reject or rate.</p>
          ) : note ? (
            <p className="flex items-center gap-1.5 text-ink-2">
              <CircleCheck className="size-4 shrink-0 text-pass-fg" aria-hidden />
              {note.text}
              {note.isVerdict && canUndo && (
                <Button size="sm" variant="ghost" icon={<Undo2 aria-hidden />} shortcut="u" onClick={undo}>
                  Take back
                </Button>
              )}
            </p>
          ) : (
            <p className="text-ink-2">
              {isBlind ? 'Scores and other verdicts appear after you decide.' : 'Scores are on the run’s page.'}
            </p>
          )}
        </div>
        {isOpenToVerdict && (
          <>
            <div className="flex flex-wrap items-center gap-1 max-lg:order-last max-lg:w-full">{actions}</div>
            <div className="flex gap-2 lg:ml-auto max-lg:w-full max-lg:[&>button]:h-11 max-lg:[&>button]:flex-1">
              <VerdictButtons
                sent={sent}
                isPending={isPending}
                chosen={chosen?.verdict}
                onRate={() => setOpen('rate')}
                onReject={() => setOpen('reject')}
                onApprove={() => choose({ verdict: 'approve' })}
              />
            </div>
          </>
        )}
      </div>
      <RejectDialog
        key={`reject ${undone?.decisionId}`}
        runId={props.item.runId}
        startReason={undone?.verdict === 'reject' ? undone.reason : null}
        isOpen={open === 'reject'}
        isPending={isPending}
        onClose={() => setOpen(null)}
        onReject={(reason) => choose({ verdict: 'reject', reason })}
      />
      <RateDialog
        key={`rate ${undone?.decisionId}`}
        runId={props.item.runId}
        start={undone?.verdict === 'rate' ? undone : null}
        isOpen={open === 'rate'}
        isPending={isPending}
        onClose={() => setOpen(null)}
        onRate={(rating, reason) => choose({ verdict: 'rate', rating, ...(reason && { reason }) })}
      />
    </section>
  )

  function revise(verdict: 'approve' | 'reject') {
    if (verdict === 'reject') setOpen('reject')
    else choose({ verdict })
  }
}

type ChosenProps = { chosen: Verdict; missing: RubricAnswers['missing']; onSubmit: () => void }

/** A verdict that was chosen before the answers were complete. */
function Chosen({ chosen: { verdict }, missing, onSubmit }: ChosenProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-review-fg">
      {missing?.words}
      <Button size="sm" shortcut="Ctrl Enter" disabled={missing !== null} onClick={onSubmit}>
        {{ approve: 'Approve', reject: 'Reject', rate: 'Rate' }[verdict]} now
      </Button>
    </p>
  )
}

/** Submits, revises and undoes the verdict on a run. */
function useVerdict(props: ReviewVerdictBarProps) {
  const { project, item, form, rubricVersion, last, onDone, onTurn, onChanged, onJudged, onShown } = props
  const client = useQueryClient()
  const [isAuto] = useAutoAdvance()
  const [open, setOpen] = useState<'reject' | 'rate' | null>(null)
  const [chosen, setChosen] = useState<Verdict | null>(null)
  const [given, setGiven] = useState<GivenVerdict | null>(null)
  // Until the next run is there, a key would be a second verdict on this one.
  const isDone = useRef(false)
  const done = (text: string | null) => {
    isDone.current = true
    onDone(text)
  }
  const onError = (error: unknown) => {
    const { message, fields, requestId } = toProblem(error)
    const text = [...new Set(Object.values(fields))].join(' ') || message
    toast.error('Not recorded', { description: [text, requestId && `Request ${requestId}`].filter(Boolean).join(' ') })
  }
  // `changes` is empty: live events invalidate the queries, so that the next run does not wait for refetches.
  const give = useMutation({
    ...mutationOf('POST /api/v1/review/runs/{runId}/verdict', { project, changes: [] }),
    onError,
  })
  const takeBack = useMutation({
    ...mutationOf('POST /api/v1/runs/{runId}/reviews/{decisionId}/undo', { project, changes: [] }),
    onError,
  })
  const isPending = give.isPending || takeBack.isPending
  const submit = (verdict: Verdict) => {
    if (isPending || isDone.current) return
    const isRevision = given !== null
    const revises = isRevision ? { revises: given.decision.id } : {}
    onJudged(true)
    give.mutate(
      { runId: item.runId, ...verdict, answers: form.given, rubric: rubricVersion, ...revises },
      {
        onSuccess: (answer) => {
          forgetUnsentVerdict(item.runId)
          const { id: decisionId, verdict: word, decidedAt: at } = answer.decision
          setLastVerdict(client, project, { runId: item.runId, clientId: item.clientId, decisionId, verdict: word, at })
          setOpen(null)
          if (isRevision) return done(noteOf(item, answer, 'Changed'))
          if (isAuto && !hasDisagreed(answer.reveal)) return done(noteOf(item, answer))
          setGiven(answer)
          setChosen(null)
          onShown(true)
          onChanged()
        },
        onError: (error) => {
          onJudged(isRevision)
          const { code, fields } = toProblem(error)
          // The questions were changed meanwhile: shows them as they are now, with the answers that still fit.
          if (Object.keys(fields).some((field) => /^(?:rubric|answers)/.test(field))) {
            setChosen(verdict)
            void client.invalidateQueries({ queryKey: reviewItemQuery(project, item.runId).queryKey })
          }
          // Reviewed in another tab, or taken by someone else: no verdict can be given here anymore.
          if (!isRevision && code === 'conflict') onTurn(undefined, null)
        },
      },
    )
  }
  const undone = given ? { runId: item.runId, decisionId: given.decision.id } : last
  return {
    open,
    setOpen,
    chosen,
    given,
    isPending,
    /** The verdict that is being sent. */
    sent: give.isPending ? give.variables.verdict : null,
    missing: chosen ? form.missing : null,
    submit,
    /** Submits a verdict immediately, unless a required rubric answer is missing. */
    choose(verdict: Verdict) {
      setOpen(null)
      if (form.missing === null) return submit(verdict)
      setChosen(verdict)
      form.setActive(form.items.indexOf(form.missing.item))
    },
    keep() {
      // While a change of the verdict is sent, its answer goes on.
      if (!isPending && !isDone.current) done(given ? noteOf(item, given) : null)
    },
    canUndo: undone !== null,
    undo() {
      if (!undone || isPending) return
      const { runId, decisionId } = undone
      takeBack.mutate(
        { runId, decisionId },
        {
          onSuccess: () => {
            setLastVerdict(client, project, null)
            // Its answers come back into the form.
            void client.invalidateQueries({ queryKey: reviewItemQuery(project, runId).queryKey })
            setGiven(null)
            setChosen(null)
            onShown(false)
            onTurn(runId, 'Verdict taken back. The run is yours again.')
          },
        },
      )
    },
  }
}

function noteOf({ clientId }: ReviewItem, { decision, reveal }: GivenVerdict, changed?: string): string {
  const word = changed ? `${changed}: ${verdictWord(decision).toLowerCase()}` : verdictWord(decision)
  const agreed = changed ? null : agreementWord(reveal)
  return [`${word} ${clientId}.`, agreed].filter(Boolean).join(' ')
}

/** Ctrl+Enter completes, also from within a text field. */
function useCompleteKey(onComplete: () => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isComplete = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat
    if (!isComplete || event.defaultPrevented || document.querySelector('[role="dialog"]')) return
    event.preventDefault()
    onComplete()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
