'use client'

import { Undo2 } from 'lucide-react'
import { useShortcuts } from '@/components/shell/shortcuts'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { StatePanel } from '@/components/ui/state-panel'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'
import { type ComparedSide, compareHref, runHref } from '@/lib/presentation/links'
import { OwnAnswers } from './own-answers'
import type { Revealed, usePairs } from './use-pairs'

type DoneProps = { project: string; a: ComparedSide; b: ComparedSide; queue: ReturnType<typeof usePairs> }

/** Shown when no pair is left for the person: why, their answers, and which side was which once they ask for it. */
export function PairsDone(props: DoneProps) {
  const { lastAnswer, undo, reveal, given } = props.queue
  useShortcuts('These pairs', [
    ...(lastAnswer ? [{ keys: 'u', label: 'Take my last answer back', run: () => undo() }] : []),
    ...(isAllAnswered(props.queue) ? [{ keys: 'r', label: 'See which was which', run: reveal }] : []),
  ])
  return (
    <div className="grid gap-8">
      <DoneState {...props} />
      <OwnAnswers queue={props.queue} />
      {given && <Reveal project={props.project} given={given} />}
    </div>
  )
}

/** Whether nothing is left to answer, and the sides were not shown yet. */
const isAllAnswered = ({ answered, pairs, left, given }: DoneProps['queue']) =>
  given === null && answered > 0 && answered + left === pairs

type LeaveProps = { queue: Pick<DoneProps['queue'], 'leave' | 'answered' | 'pairs'> }

/** Ends the person's review of these pairs early, and shows which side was which. */
export function LeavePairs({ queue: { leave, answered, pairs } }: LeaveProps) {
  return (
    <ConfirmDialog
      trigger={<Button>Stop and see which was which</Button>}
      title="Stop here?"
      consequence={`You have answered ${formatCount(answered)} of ${formatCount(pairs)}. Seeing which side was which would give the others away, so you will not be asked about them again, and your answers stay.`}
      verb="Stop and see"
      act={leave}
      done="The other pairs are left to others"
    />
  )
}

/** Why no pair is left, and what can be done now. */
function DoneState({ project, a, b, queue }: DoneProps) {
  const { answered, skipped, busy, isSending, isRevealing, showSkipped, lastAnswer, undo, reveal, retry } = queue
  const { title, text } = reasonOf(queue)
  return (
    <StatePanel
      state="empty"
      title={title}
      action={
        <>
          {skipped > 0 && (
            <Button variant="primary" pending={isSending} onClick={showSkipped}>
              Show them again
            </Button>
          )}
          {isAllAnswered(queue) && (
            <Button variant="primary" shortcut="r" pending={isRevealing} onClick={reveal}>
              See which was which
            </Button>
          )}
          {lastAnswer && (
            <Button
              icon={<Undo2 aria-hidden />}
              shortcut="u"
              aria-disabled={isSending || isRevealing}
              onClick={() => undo()}
            >
              Take the last answer back
            </Button>
          )}
          {busy > 0 && skipped === 0 && (
            <Button pending={isSending} onClick={retry}>
              Look again
            </Button>
          )}
          {busy + skipped > 0 && answered > 0 && <LeavePairs queue={queue} />}
          <Button asChild>
            <Link href={compareHref(project, a, b)}>See what people say</Link>
          </Button>
        </>
      }
    >
      {text}
    </StatePanel>
  )
}

function reasonOf({ answered, pairs, busy, skipped, left, own }: DoneProps['queue']) {
  const soFar = `You have answered ${formatCount(answered)} of ${formatCount(pairs)}`
  if (pairs === 0)
    return { title: 'No one was asked yet', text: 'Start from the comparison: Ask people which is better.' }
  if (skipped > 0)
    return { title: 'Only skipped pairs are left', text: `${soFar} and skipped ${formatCount(skipped)}.` }
  if (busy > 0)
    return {
      title: 'Others are answering the rest',
      text: `${formatPlural(busy, 'pair is', 'pairs are')} with someone else right now. ${soFar}.`,
    }
  if (left > 0) return { title: 'You stopped here', text: `${soFar}. The others are left to others.` }
  const whole = `${formatPlural(answered, 'pair')}, without knowing whose they were.`
  return {
    title: 'All pairs answered',
    text: own.length > 0 ? `${whole} Your answers stay once you see which was which.` : `${whole} Thank you.`,
  }
}

/** Which side was which, of all pairs that the person answered. */
function Reveal({ project, given }: { project: string; given: readonly Revealed[] }) {
  if (given.length === 0) return null
  return (
    <Panel
      title="Which was which"
      note="Shown now that you are done with these versions, so that one pair does not give the next away."
    >
      <ul className="divide-y border-y text-sm">
        {given.map(({ choice, scenario, first, second }) => {
          const [better, other] = choice === 'second' ? [second, first] : [first, second]
          return (
            <li key={`${first.runId} ${second.runId}`} className="wrap-anywhere py-1.5">
              {choice === 'equal' ? 'Neither of ' : ''}
              <RunLink project={project} side={better} />
              {choice === 'equal' ? ' and ' : ' over '}
              <RunLink project={project} side={other} />
              {scenario !== null && <span className="text-ink-2"> · {scenario}</span>}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

function RunLink({ project, side }: { project: string; side: Revealed['first'] }) {
  return (
    <Link href={runHref(project, side.runId)} className="link">
      {side.version}
    </Link>
  )
}
