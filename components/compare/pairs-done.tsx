'use client'

import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { StatePanel } from '@/components/ui/state-panel'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'
import { type ComparedSide, compareHref, runHref } from '@/lib/presentation/links'
import type { Revealed, usePairs } from './use-pairs'

type DoneProps = { project: string; a: ComparedSide; b: ComparedSide; queue: ReturnType<typeof usePairs> }

/** Shown when no pair is left for the person: why, and which side was which if no pair is left that this would give away. */
export function PairsDone(props: DoneProps) {
  return (
    <div className="grid gap-8">
      <DoneState {...props} />
      {props.queue.given && <Reveal project={props.project} given={props.queue.given} />}
    </div>
  )
}

type LeaveProps = { queue: Pick<DoneProps['queue'], 'leave' | 'answered' | 'pairs'> }

/** Ends the person's review of these pairs early, and shows which side was which. */
export function LeavePairs({ queue: { leave, answered, pairs } }: LeaveProps) {
  return (
    <ConfirmDialog
      trigger={<Button>Stop and see which was which</Button>}
      title="Stop here?"
      consequence={`You have answered ${formatCount(answered)} of ${formatCount(pairs)}. Seeing which side was which would give the others away, so you will not be asked about them again.`}
      verb="Stop and see"
      act={leave}
      done="The other pairs are left to others"
    />
  )
}

/** Why no pair is left, and what can be done now. */
function DoneState({ project, a, b, queue }: DoneProps) {
  const { answered, skipped, isSending, showSkipped } = queue
  const { title, text, mayLeave } = reasonOf(queue)
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
          {mayLeave && answered > 0 && <LeavePairs queue={queue} />}
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

function reasonOf({ answered, pairs, busy, skipped, left, given, isRevealing }: DoneProps['queue']) {
  const soFar = `You have answered ${formatCount(answered)} of ${formatCount(pairs)}`
  if (pairs === 0)
    return {
      title: 'No one was asked yet',
      text: 'Start from the comparison: Ask people which is better.',
      mayLeave: false,
    }
  if (skipped > 0)
    return {
      title: 'Only skipped pairs are left',
      text: `${soFar} and skipped ${formatCount(skipped)}.`,
      mayLeave: true,
    }
  if (busy > 0)
    return {
      title: 'Others are answering the rest',
      text: `${formatPlural(busy, 'pair is', 'pairs are')} with someone else right now. ${soFar}.`,
      mayLeave: true,
    }
  if (left > 0)
    return {
      title: 'You stopped here',
      text: `${soFar}. The others are left to others.`,
      mayLeave: false,
    }
  return {
    title: 'All pairs answered',
    text: `${formatPlural(answered, 'pair')}, without knowing whose they were. Thank you.`,
    // Which was which is shown at once, unless that failed.
    mayLeave: given === null && !isRevealing,
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
        {given.map(({ choice, first, second }) => {
          const [better, other] = choice === 'second' ? [second, first] : [first, second]
          return (
            <li key={`${first.runId} ${second.runId}`} className="py-1.5">
              {choice === 'equal' ? 'Neither of ' : ''}
              <RunLink project={project} side={better} />
              {choice === 'equal' ? ' and ' : ' over '}
              <RunLink project={project} side={other} />
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
