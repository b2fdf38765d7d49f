'use client'

import { useRef, useState } from 'react'
import { PayloadView } from '@/components/domain-ui/payload-view'
import { useMyRole } from '@/components/domain-ui/role'
import { useShortcuts } from '@/components/shell/shortcuts'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { StatePanel } from '@/components/ui/state-panel'
import type { BlindPair } from '@/lib/contracts/pairs'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'
import { type ComparedSide, compareHref, runHref } from '@/lib/presentation/links'
import { BlindSteps } from './blind-steps'
import { type Choice, type Revealed, usePairs } from './use-pairs'
import { Value } from './value-diff'

type PairsScreenProps = { project: string; a: ComparedSide; b: ComparedSide }

/** Blind review of pairs, one at a time: which side is better, without showing which is which. */
export function PairsScreen({ project, a, b }: PairsScreenProps) {
  const role = useMyRole(project)
  const queue = usePairs(project, a, b)
  const { pair, answered, pairs, problem, retry, isLoading, revealed, sendProblem, isSending, answer, skip } = queue
  // A note belongs to its pair: one whose claim was lost must not go out with the next.
  const [written, setWritten] = useState({ pairId: '', text: '' })
  const note = pair?.id === written.pairId ? written.text : ''
  const noteField = useRef<HTMLInputElement>(null)
  const mayDecide = role === 'reviewer' || role === 'admin'
  const choose = (choice: Choice) => {
    answer(choice, note)
    noteField.current?.blur()
  }
  useShortcuts(
    'This pair',
    mayDecide && pair
      ? [
          { keys: 'a', label: 'A is better', run: () => choose('first') },
          { keys: 'b', label: 'B is better', run: () => choose('second') },
          { keys: 'e', label: 'Neither is better', run: () => choose('equal') },
          { keys: 's', label: 'Skip this pair', run: skip },
          { keys: 'n', label: 'Write a note', run: () => noteField.current?.focus() },
        ]
      : [],
  )
  return (
    <>
      <PageHeader
        title="Which is better?"
        headline={pair ? placeOf(answered, pairs, pair) : undefined}
        trail={
          <Link href={compareHref(project, a, b)} className="link">
            Comparison
          </Link>
        }
      />
      {role === 'viewer' ? (
        <StatePanel state="denied" title="Only reviewers and admins can answer">
          You are a viewer of this project. Results are shown on the comparison.
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
        <PairView key={pair.id} pair={pair} />
      ) : (
        <Done project={project} a={a} b={b} queue={queue} />
      )}
      {(pair || revealed) && mayDecide && (
        <section
          aria-label="Your answer"
          className="sticky short:static bottom-14 z-10 -mx-4 mt-8 grid gap-2 border-t bg-paper px-4 py-2.5 lg:bottom-0 lg:-mx-8 lg:px-8"
        >
          <div className="min-h-5 text-ink-2 text-sm" aria-live="polite">
            {sendProblem ? (
              <p className="text-fail-fg">{sendProblem}</p>
            ) : (
              revealed && <Reveal project={project} revealed={revealed} />
            )}
          </div>
          {pair && (
            <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
              <div className="min-w-0 flex-1 basis-64">
                <Field label="Note" required={false}>
                  {(control) => (
                    <Input
                      {...control}
                      ref={noteField}
                      value={note}
                      maxLength={10_000}
                      onChange={(event) => setWritten({ pairId: pair.id, text: event.target.value })}
                      onKeyDown={({ key, currentTarget }) => key === 'Escape' && currentTarget.blur()}
                    />
                  )}
                </Field>
              </div>
              <div className="grid w-full grid-cols-3 gap-2 sm:flex sm:w-auto">
                <Button
                  variant="ghost"
                  shortcut="s"
                  className="max-sm:order-last max-sm:col-span-3"
                  disabled={isSending}
                  onClick={skip}
                >
                  Skip
                </Button>
                <Button variant="primary" shortcut="a" disabled={isSending} onClick={() => choose('first')}>
                  A is better
                </Button>
                <Button shortcut="e" disabled={isSending} onClick={() => choose('equal')}>
                  Neither
                </Button>
                <Button variant="primary" shortcut="b" disabled={isSending} onClick={() => choose('second')}>
                  B is better
                </Button>
              </div>
            </div>
          )}
        </section>
      )}
    </>
  )
}

function placeOf(answered: number, pairs: number, { scenario }: BlindPair): string {
  const place = `${formatCount(answered + 1)} of ${formatCount(pairs)}`
  return scenario === null ? place : `${place} · scenario ${scenario}`
}

function PairView({ pair }: { pair: BlindPair }) {
  return (
    <div className="grid gap-8">
      <Panel title="Asked">
        {pair.request === undefined ? (
          <p className="text-ink-3 text-sm">No request was sent.</p>
        ) : (
          <Value value={pair.request} />
        )}
      </Panel>
      <div className="grid gap-x-8 gap-y-8 md:grid-cols-2">
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
              <BlindSteps steps={side.steps} isOpen={isShort(side.output)} />
            </Panel>
          )
        })}
      </div>
    </div>
  )
}

const SHORT = 300

/** Whether an answer is so short that its steps are expanded. */
const isShort = (output: unknown) => (JSON.stringify(output) ?? '').length < SHORT

const words: Record<Choice, string> = {
  first: 'You chose A.',
  second: 'You chose B.',
  equal: 'You chose neither.',
}

function Reveal({ project, revealed: { choice, first, second } }: { project: string; revealed: Revealed }) {
  return (
    <p>
      {words[choice]} A was{' '}
      <Link href={runHref(project, first.runId)} className="link">
        {first.version}
      </Link>
      , B was{' '}
      <Link href={runHref(project, second.runId)} className="link">
        {second.version}
      </Link>
      .
    </p>
  )
}

type DoneProps = PairsScreenProps & { queue: ReturnType<typeof usePairs> }

function Done({ project, a, b, queue }: DoneProps) {
  const { answered, pairs, busy, skipped, isSending, showSkipped } = queue
  const action = (
    <Button asChild>
      <Link href={compareHref(project, a, b)}>See what people say</Link>
    </Button>
  )
  if (pairs === 0)
    return (
      <StatePanel state="empty" title="No one was asked yet" action={action}>
        Start from the comparison: Ask people which is better.
      </StatePanel>
    )
  if (skipped > 0)
    return (
      <StatePanel
        state="empty"
        title="Only skipped pairs are left"
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button variant="primary" pending={isSending} onClick={showSkipped}>
              Show them again
            </Button>
            {action}
          </div>
        }
      >
        You have answered {formatCount(answered)} of {formatCount(pairs)} and skipped {formatCount(skipped)}.
      </StatePanel>
    )
  if (busy > 0)
    return (
      <StatePanel state="empty" title="Others are answering the rest" action={action}>
        {formatPlural(busy, 'pair')} {busy === 1 ? 'is' : 'are'} with someone else right now. You have answered{' '}
        {formatCount(answered)} of {formatCount(pairs)}.
      </StatePanel>
    )
  return (
    <StatePanel state="empty" title="All pairs answered" action={action}>
      {formatPlural(answered, 'pair')}, without knowing whose they were. Thank you.
    </StatePanel>
  )
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
