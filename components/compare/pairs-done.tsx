'use client'

import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { StatePanel } from '@/components/ui/state-panel'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'
import { type ComparedSide, compareHref, runHref } from '@/lib/presentation/links'
import type { Revealed, usePairs } from './use-pairs'

type DoneProps = { project: string; a: ComparedSide; b: ComparedSide; queue: ReturnType<typeof usePairs> }

/** Shown when no pair is left for the person: why, and which side was which. */
export function PairsDone(props: DoneProps) {
  return (
    <div className="grid gap-8">
      <DoneState {...props} />
      <Reveal project={props.project} given={props.queue.given} />
    </div>
  )
}

function DoneState({ project, a, b, queue }: DoneProps) {
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

/** Which side was which, of the pairs answered since the page was opened. */
function Reveal({ project, given }: { project: string; given: readonly Revealed[] }) {
  if (given.length === 0) return null
  return (
    <Panel title="Which was which" note="Shown now that no pair is left, so that one does not give the next away.">
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
