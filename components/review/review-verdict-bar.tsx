'use client'

import { clsx } from 'clsx'
import { CircleCheck, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { RateDialog, RejectDialog } from '@/components/run/lazy-verdict-dialogs'
import { VerdictButtons } from '@/components/run/verdict-buttons'
import { useFirstPress } from '@/components/shell/first-press'
import { useShortcuts } from '@/components/shell/shortcuts'
import { Button, onFirstClick } from '@/components/ui/button'
import { useModifierKey } from '@/components/ui/modifier-key'
import { WaitsForConnection } from '@/components/ui/offline'
import type { PersonVerdict } from '@/lib/contracts/blind-reviews'
import { Reveal } from './reveal'
import type { RubricAnswers } from './rubric-answers'
import { type ReviewVerdictOptions, useReviewVerdict, type Verdict } from './use-review-verdict'
import { type QueueNote, useTakeUp } from './use-take-up'

type ReviewVerdictBarProps = ReviewVerdictOptions & {
  isBlind: boolean
  /** My verdict that was taken back: what the dialogs start from. */
  undone: PersonVerdict | null
  note: QueueNote | null
  actions: ReactNode
}

/** Sticky verdict bar. Reveals scores and other verdicts after the verdict; on disagreement, asks whether to keep it. */
export function ReviewVerdictBar(props: ReviewVerdictBarProps) {
  const { isBlind, undone, note, actions } = props
  const review = useReviewVerdict(props)
  const { chosen, given, elsewhere, isPending, sent, open, setOpen, choose, keep, undo, canUndo } = review
  const isOpenToVerdict = given === null && elsewhere === null
  const takeUp = useTakeUp(props.project, props.onTurn)
  // After a run was put off, what is undone is that, not the verdict before it.
  const postponed = note?.postponed ?? null
  const back = postponed ? () => takeUp(postponed) : undo
  const onFirstPress = useFirstPress(props.item.runId)
  useShortcuts(
    'Review',
    isOpenToVerdict
      ? [
          { keys: 'a', label: 'Approve', run: onFirstPress(() => choose({ verdict: 'approve' })) },
          { keys: 'r', label: 'Reject; 1 to 5 choose the reason', run: () => setOpen('reject') },
          { keys: 't', label: 'Rate from 0 to 1', run: () => setOpen('rate') },
          ...(postponed || canUndo
            ? [{ keys: 'u', label: postponed ? 'Take the last run up again' : 'Take my last verdict back', run: back }]
            : []),
        ]
      : [
          { keys: 'u', label: 'Take the verdict back', run: undo },
          ...(elsewhere ? [{ keys: 'a', label: 'Next run', run: keep }] : []),
        ],
  )
  const revise = (verdict: 'approve' | 'reject') => {
    if (verdict === 'reject') setOpen('reject')
    else choose({ verdict })
  }
  const [isAsked, setAsked] = useState(false)
  useCompleteKey(() => {
    if (chosen) choose(chosen)
    else if (!isOpenToVerdict) keep()
    else setAsked(true)
  })
  return (
    <section
      aria-label="Your verdict"
      className="sticky bottom-14 z-10 -mx-4 mt-8 border-t bg-paper px-4 py-2.5 lg:bottom-0 lg:-mx-8 lg:px-8 max-lg:[&_kbd]:hidden"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {/* What was done has a line of its own where it would be a narrow column: the buttons stay where they are. */}
        <div
          className={clsx('min-w-0 flex-1 text-sm', note && !given ? 'basis-full min-[88rem]:basis-56' : 'basis-56')}
          aria-live="polite"
        >
          <BarMessage
            review={review}
            item={props.item}
            isBlind={isBlind}
            note={note}
            isAsked={isAsked}
            onRevise={revise}
            onBack={back}
          />
        </div>
        <WaitsForConnection isPending={isPending} />
        {elsewhere && (
          <div className="flex gap-2 lg:ml-auto max-lg:w-full max-lg:[&>button]:h-11 max-lg:[&>button]:flex-1">
            <Button icon={<Undo2 aria-hidden />} shortcut="u" disabled={isPending} onClick={undo}>
              Take back
            </Button>
            <Button variant="primary" shortcut="a" onClick={onFirstClick(keep)}>
              Next run
            </Button>
          </div>
        )}
        {isOpenToVerdict && (
          <>
            <div className="flex flex-wrap items-center gap-1 max-lg:order-last max-lg:w-full">{actions}</div>
            <div className="flex flex-wrap gap-2 lg:ml-auto max-lg:w-full max-lg:[&>button]:h-11 max-lg:[&>button]:flex-1">
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
}

type BarMessageProps = Pick<ReviewVerdictBarProps, 'item' | 'isBlind' | 'note'> & {
  review: ReturnType<typeof useReviewVerdict>
  /** Whether the review was to be completed before a verdict was chosen. */
  isAsked: boolean
  onRevise: (verdict: 'approve' | 'reject') => void
  /** Takes back what was done last. */
  onBack: () => void
}

/** What the bar says beside the buttons: what a verdict revealed, what it still needs, or what was done last. */
function BarMessage({ review, item, isBlind, note, isAsked, onRevise, onBack }: BarMessageProps) {
  const { chosen, given, elsewhere, missing, isPending, submit, keep, canUndo } = review
  if (given)
    return (
      <>
        <Reveal given={given} isPending={isPending} onKeep={keep} onRevise={onRevise} />
        {chosen && <Chosen chosen={chosen} missing={missing} onSubmit={() => submit(chosen)} />}
      </>
    )
  if (elsewhere)
    return (
      <p>
        <span className="font-medium">You {pastWords[elsewhere.verdict] ?? 'judged'} this run in another window.</span>{' '}
        To judge it again, take that verdict back.
      </p>
    )
  if (chosen) return <Chosen chosen={chosen} missing={missing} onSubmit={() => submit(chosen)} />
  if (isAsked && !note?.isVerdict)
    return <p className="text-review-fg">Choose a verdict first: approve, reject or rate.</p>
  if (note)
    return (
      <p className="flex items-center gap-1.5 text-ink-2">
        <CircleCheck className="size-4 shrink-0 text-pass-fg" aria-hidden />
        {note.text}
        {(note.postponed || (note.isVerdict && canUndo)) && (
          <Button size="sm" variant="ghost" icon={<Undo2 aria-hidden />} shortcut="u" onClick={onBack}>
            Take back
          </Button>
        )}
      </p>
    )
  return <p className="text-ink-2">{whenRevealed(item, isBlind)}</p>
}

function whenRevealed({ reasons }: ReviewVerdictBarProps['item'], isBlind: boolean): string {
  if (!isBlind) return 'Scores are on the run’s page.'
  return `Scores and ${reasons.includes('disputed') ? 'names' : 'other verdicts'} appear after you decide.`
}

const pastWords: Readonly<Record<string, string>> = { approve: 'approved', reject: 'rejected', rate: 'rated' }

type ChosenProps = { chosen: Verdict; missing: RubricAnswers['missing']; onSubmit: () => void }

/** A verdict that was chosen before the answers were complete. */
function Chosen({ chosen: { verdict }, missing, onSubmit }: ChosenProps) {
  const modifier = useModifierKey()
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-review-fg">
      {missing?.words}
      <Button size="sm" shortcut={`${modifier} Enter`} disabled={missing !== null} onClick={onSubmit}>
        {{ approve: 'Approve', reject: 'Reject', rate: 'Rate' }[verdict]} now
      </Button>
    </p>
  )
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
