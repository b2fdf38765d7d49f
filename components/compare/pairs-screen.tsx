'use client'

import { clsx } from 'clsx'
import { Undo2 } from 'lucide-react'
import dynamic from 'next/dynamic'
import { use, useId, useRef } from 'react'
import { PayloadView } from '@/components/domain-ui/payload-view'
import { useMay, useMyRole } from '@/components/domain-ui/role'
import { useFirstPress } from '@/components/shell/first-press'
import { useShortcuts } from '@/components/shell/shortcuts'
import { useUnsentText } from '@/components/ui/browser-storage'
import { Button, onFirstClick } from '@/components/ui/button'
import { DraftKept } from '@/components/ui/draft-kept'
import { Input } from '@/components/ui/input'
import { LatePart } from '@/components/ui/late-part'
import { orMissing } from '@/components/ui/missing-part'
import { Notice } from '@/components/ui/notice'
import { ReadOnly } from '@/components/ui/offline'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { StatePanel } from '@/components/ui/state-panel'
import type { BlindPair } from '@/lib/contracts/pairs'
import { formatCount } from '@/lib/presentation/format/number'
import { type ComparedSide, compareHref } from '@/lib/presentation/links'
import { type Choice, unsentNote, usePairs } from './use-pairs'

// Below the answers.
const BlindSteps = dynamic(orMissing(() => import('./blind-steps'), 'BlindSteps'))
const OwnAnswers = dynamic(orMissing(() => import('./own-answers'), 'OwnAnswers'))
const PairDifferences = dynamic(orMissing(() => import('./pair-differences'), 'PairDifferences'))
const LeavePairs = dynamic(orMissing(() => import('./pairs-done'), 'LeavePairs'))
const PairsDone = dynamic(orMissing(() => import('./pairs-done'), 'PairsDone'))

type PairsScreenProps = { project: string; a: ComparedSide; b: ComparedSide }

/** Blind review of pairs, one at a time: which side is better, without showing which is which. */
export function PairsScreen({ project, a, b }: PairsScreenProps) {
  const role = useMyRole(project)
  const isOff = use(ReadOnly)
  const queue = usePairs(project, a, b)
  const { pair, answered, pairs, problem, retry, isLoading, sendProblem, isSending } = queue
  const mayDecide = useMay(project, 'reviewer')
  return (
    <>
      <PageHeader
        title="Which is better?"
        headline={pair ? placeOf(answered, pairs, pair) : undefined}
        trail={[{ label: 'Comparison', href: compareHref(project, a, b) }]}
        actions={
          pair &&
          answered > 0 && (
            <LatePart>
              <LeavePairs queue={queue} />
            </LatePart>
          )
        }
      />
      {role === 'viewer' ? (
        <StatePanel state="denied" title="Only reviewers and admins can answer">
          You are a viewer of this project. Results are shown on the comparison.
        </StatePanel>
      ) : isOff ? (
        <StatePanel state="denied" title="Nothing is reviewed before the deletion">
          What was decided can still be read in the runs.
        </StatePanel>
      ) : problem ? (
        <StatePanel
          state="error"
          title="The next pair could not be loaded"
          requestId={problem.requestId}
          action={<Button onClick={retry}>Try again</Button>}
        >
          {problem.message}
        </StatePanel>
      ) : isLoading ? (
        <PairSkeleton />
      ) : pair ? (
        <>
          <PairView key={pair.id} pair={pair} isLeaving={isSending} />
          {queue.own.length > 0 && (
            <LatePart>
              <div className="mt-8">
                <OwnAnswers queue={queue} isFolded />
              </div>
            </LatePart>
          )}
        </>
      ) : (
        <LatePart fallback={<PairSkeleton />}>
          <PairsDone project={project} a={a} b={b} queue={queue} />
        </LatePart>
      )}
      {(pair || sendProblem) && mayDecide && <AnswerBar queue={queue} />}
    </>
  )
}

function placeOf(answered: number, pairs: number, { scenario }: BlindPair): string {
  const place = `${formatCount(answered + 1)} of ${formatCount(pairs)}`
  return scenario === null ? place : `${place} · scenario ${scenario}`
}

type PairViewProps = {
  pair: BlindPair
  /** It was answered or skipped, and the next one is on its way. */
  isLeaving: boolean
}

function PairView({ pair, isLeaving }: PairViewProps) {
  return (
    <div className={clsx('grid gap-8', isLeaving && 'opacity-60')} aria-busy={isLeaving}>
      <Panel title="Asked">
        <PayloadView title="Request" name="input" value={pair.request} missing="No request was sent." />
      </Panel>
      <LatePart>
        <PairDifferences a={pair.first.output} b={pair.second.output} />
      </LatePart>
      <div className="grid gap-8 md:grid-cols-2">
        {([pair.first, pair.second] as const).map((side, place) => {
          const name = place === 0 ? 'A' : 'B'
          return (
            <Panel key={name} title={name}>
              {side.error && (
                <Notice tone="review" title="It ended with an error" className="mb-4">
                  {side.error}
                </Notice>
              )}
              <PayloadView title="Answer" of={name} name="output" value={side.output} missing="No answer." />
              <LatePart>
                <BlindSteps steps={side.steps} isOpen={isShort(pair.first.output) && isShort(pair.second.output)} />
              </LatePart>
            </Panel>
          )
        })}
      </div>
    </div>
  )
}

const SHORT = 300

/** Whether an answer is so short that its steps are expanded: of both sides or of none, since what is shown first weighs more. */
const isShort = (output: unknown) => (JSON.stringify(output) ?? '').length < SHORT

/** Sticky bar for the answer to a pair, with a note; what was answered before can be taken back. */
function AnswerBar({ queue }: { queue: ReturnType<typeof usePairs> }) {
  const { pair, sendProblem, isSending, answer, skip, undo, lastAnswer } = queue
  // A note belongs to its pair: one whose claim was lost must not go out with the next.
  const [note, setNote, clearKept] = useUnsentText(unsentNote(pair?.id))
  const noteField = useRef<HTMLInputElement>(null)
  const noteId = useId()
  const choose = (choice: Choice) => {
    answer(choice, note)
    noteField.current?.blur()
  }
  const onFirstPress = useFirstPress(pair?.id)
  useShortcuts(
    'This pair',
    pair
      ? [
          { keys: 'a', label: 'A is better', run: onFirstPress(() => choose('first')) },
          { keys: 'b', label: 'B is better', run: onFirstPress(() => choose('second')) },
          { keys: 'e', label: 'Neither is better', run: onFirstPress(() => choose('equal')) },
          { keys: 's', label: 'Skip this pair', run: onFirstPress(skip) },
          ...(lastAnswer ? [{ keys: 'u', label: 'Take my last answer back', run: () => undo() }] : []),
          { keys: 'n', label: 'Write a note', run: () => noteField.current?.focus() },
        ]
      : [],
  )
  return (
    <section
      aria-label="Your answer"
      className="sticky bottom-14 z-10 -mx-4 mt-8 grid gap-2 border-t bg-paper px-4 py-2.5 lg:bottom-0 lg:-mx-8 lg:px-8"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2 text-sm sm:min-h-7">
        <div aria-live="polite">
          {sendProblem ? <p className="text-fail-fg">{sendProblem}</p> : <LastAnswer queue={queue} />}
        </div>
        {pair && lastAnswer && (
          <Button size="sm" variant="ghost" icon={<Undo2 aria-hidden />} shortcut="u" onClick={() => undo()}>
            Take back
          </Button>
        )}
      </div>
      {pair && (
        <div className="grid grid-cols-3 items-center gap-2 sm:flex">
          <div className="col-span-3 flex min-w-0 flex-1 items-center gap-2">
            <div className="flex min-w-0 flex-1 items-center gap-2">
              <label htmlFor={noteId} className="text-sm">
                Note
              </label>
              <Input
                id={noteId}
                ref={noteField}
                value={note}
                maxLength={10_000}
                placeholder="optional"
                className="max-w-xl"
                onChange={(event) => setNote(event.target.value)}
                onKeyDown={({ key, currentTarget }) => key === 'Escape' && currentTarget.blur()}
              />
              {clearKept && <DraftKept onClear={clearKept} />}
            </div>
            <Button variant="ghost" shortcut="s" disabled={isSending} onClick={onFirstClick(skip)}>
              Skip
            </Button>
          </div>
          <Button
            variant="primary"
            shortcut="a"
            className="max-sm:h-11"
            disabled={isSending}
            onClick={onFirstClick(() => choose('first'))}
          >
            A is better
          </Button>
          <Button
            shortcut="e"
            className="max-sm:h-11"
            disabled={isSending}
            onClick={onFirstClick(() => choose('equal'))}
          >
            Neither
          </Button>
          <Button
            variant="primary"
            shortcut="b"
            className="max-sm:h-11"
            disabled={isSending}
            onClick={onFirstClick(() => choose('second'))}
          >
            B is better
          </Button>
        </div>
      )}
    </section>
  )
}

const words: Record<Choice, string> = { first: 'A', second: 'B', equal: 'neither' }

type LastAnswerProps = { queue: Pick<ReturnType<typeof usePairs>, 'said' | 'lastAnswer' | 'isSending'> }

/** What was answered or taken back just now, or else the last answer that can be taken back. */
function LastAnswer({ queue: { said, lastAnswer, isSending } }: LastAnswerProps) {
  if (said?.isUndone) return <p>Taken back. You had chosen {words[said.choice]}.</p>
  if (said) return <p>You chose {words[said.choice]}.</p>
  if (lastAnswer) return !isSending && <p>Your last answer: {words[lastAnswer.choice]}.</p>
  return <p className="max-sm:hidden">Which was which is shown after the last pair.</p>
}

function PairSkeleton() {
  return (
    <div role="status" aria-label="Loading a pair" className="grid gap-8">
      <Skeleton className="h-20 w-full" />
      <div className="grid gap-8 md:grid-cols-2">
        <Skeleton className="h-64 w-full" />
        <Skeleton className="h-64 w-full" />
      </div>
    </div>
  )
}
