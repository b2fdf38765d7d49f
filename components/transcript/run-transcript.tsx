'use client'

import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  startTransition,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Button } from '@/components/ui/button'
import { lazyComponent, useLazyOverlay } from '@/components/ui/lazy-component'
import type { RunDetail } from '@/lib/contracts/run-detail'
import { formatPlural } from '@/lib/presentation/format/number'
import { hasCause, isPrintedWhole, withCause } from '@/lib/presentation/transcript/flaws'
import { prepareTranscript, type TranscriptSource } from '@/lib/presentation/transcript/prepare-transcript'
import type { Step } from '@/lib/presentation/transcript/step'
import { causeQuery } from '@/lib/queries/run-parts'
import { Reading, ReadingContext, usePrinting } from './reading'
import { SelectionCommentButton } from './selected-text'
import { RunComments } from './step-comments'
import { StepView } from './step-view'
import { TranscriptMap } from './transcript-map'
import { EMPTY_THREAD, useComments } from './use-comments'
import { useStepKeys } from './use-step-keys'

const findInSteps = lazyComponent(() => import('./find-in-steps'))

/** Steps rendered in full before the viewport can be measured. */
const FIRST_STEPS = 12
const FIRST_ROWS = 60

/** Run data for the transcript; assessments are optional, because blind reviewers do not get them. */
type ReadRun = TranscriptSource & {
  run: Pick<RunDetail['run'], 'id' | 'status'> & { flag?: RunDetail['run']['flag'] }
  vetoed?: boolean
}

type RunTranscriptProps = {
  project: string
  detail: ReadRun
  /** Step or node id from the URL; without `onSelect` the transcript keeps the selection itself. */
  selected?: string | null
  onSelect?: (stepId: string) => void
  /** Returns the permalink of a step; without it steps have none. */
  hrefOf?: (stepId: string) => string
  /** Whether the shortcuts are active: j, k, n, p, /, c and Enter. */
  hasKeys?: boolean
  /** Hides assessments and other people's comments, for blind review. */
  isBlind?: boolean
  /** Shown above the steps, beside the search. */
  toolbar?: ReactNode
  /** Replaces the steps, such as with the graph; the map stays visible. */
  instead?: ReactNode
}

/** Transcript of a run: all steps in order, with a map, search, comments and shortcuts. */
export function RunTranscript(props: RunTranscriptProps) {
  const { project, detail, hrefOf, hasKeys = true, isBlind = false, toolbar, instead } = props
  const steps = useSteps(project, detail, isBlind)
  const frame = useRef<HTMLOListElement>(null)
  const [reading] = useState(() => new Reading())
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [isFinding, setFinding] = useState(false)
  const find = useLazyOverlay(findInSteps, isFinding && !instead, () => setFinding(false))
  // The steps stay mounted while the graph is shown, so that switching back is instant even with hundreds of them.
  const [wasShown, setShown] = useState(!instead)
  if (!instead && !wasShown) setShown(true)
  const { onSelect } = props
  const [selected, select] = useSelected(props.selected ?? null, onSelect)
  const current = useMemo(() => placeOf(steps, selected), [steps, selected])
  // The map follows when the step is in sight.
  const shownInMap = useDeferredValue(current)
  const count = useDrawn(steps.length, current)
  const comments = useComments(project, detail.run.id, steps, frame, isBlind)
  const { threads, openComments, comment, closeComment, commentHere } = comments

  const { show, go, toggle, toggleCurrent } = useStepKeys({
    steps,
    frame,
    reading,
    current,
    isShown: !instead,
    hasKeys,
    onShow: (step) => select(step.id),
    onToggle: setOpened,
    onFind: () => setFinding(true),
    onComment: commentHere,
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event
    if (event.key !== 'Enter' || !(target instanceof HTMLElement) || target.dataset.step === undefined) return
    event.preventDefault()
    toggleCurrent()
  }
  const isPrinting = usePrinting()
  const problems = steps.filter(({ flaws }) => flaws.length > 0).length
  return (
    <div className="@container">
      <div className="grid min-w-0 gap-x-6 @2xl:grid-cols-[10.5rem_minmax(0,1fr)] print:block">
        <div className="@2xl:block hidden print:hidden">
          <div className="sticky top-16 h-[calc(100dvh-9rem)]">
            <TranscriptMap
              steps={steps}
              count={count}
              current={shownInMap}
              comments={openComments}
              reading={reading}
              onSelect={show}
            />
          </div>
        </div>
        <section aria-label="Transcript" className="min-w-0 max-w-180 print:max-w-none">
          <h2 className="sr-only">Transcript</h2>
          <div className="transcript-bar sticky">
            {/* On a phone the search takes the whole line. */}
            <div className={clsx('flex min-w-0 items-center gap-x-3', isFinding && !instead && 'max-sm:hidden')}>
              {toolbar}
              {/* The search tells its own count, and needs the room. */}
              {!find && (
                <p className="truncate text-ink-3 text-xs max-[22rem]:hidden">
                  {formatPlural(steps.length, 'entry', 'entries')}
                  {problems > 0 && <span className="max-sm:hidden">, {formatPlural(problems, 'problem')}</span>}
                </p>
              )}
            </div>
            <div className={clsx('ml-auto', isFinding && !instead && 'max-sm:w-full')}>
              {find ? (
                <find.FindInSteps
                  steps={steps}
                  frame={frame}
                  reading={reading}
                  onShow={(place) => {
                    const step = steps[place]
                    if (step) setOpened((before) => new Set(before).add(step.id))
                    show(place)
                  }}
                  onClose={() => setFinding(false)}
                />
              ) : (
                !instead && (
                  <Button
                    size="sm"
                    variant="ghost"
                    className="-mr-2.5"
                    icon={<Search aria-hidden />}
                    shortcut="/"
                    onClick={() => setFinding(true)}
                  >
                    Find
                  </Button>
                )
              )}
            </div>
          </div>
          {instead}
          {wasShown && (
            <div hidden={Boolean(instead)}>
              <ReadingContext value={reading}>
                {isPrinting && steps.some((step) => !isPrintedWhole(step)) && (
                  <p className="mb-2 text-ink-2 text-sm">
                    {formatPlural(steps.length, 'entry', 'entries')}. Printed whole: the request, the answer, those with
                    a problem or a comment, and those expanded before printing. Of the others the page has the rest.
                  </p>
                )}
                <ol ref={frame} aria-label="Steps" onKeyDown={onKeyDown} className="space-y-1.5">
                  {steps.slice(0, count).map((step, place) => (
                    <StepView
                      key={step.id}
                      step={step}
                      place={place}
                      isCurrent={place === current}
                      isOpen={opened.has(step.id)}
                      isPrinting={isPrinting}
                      startsNear={place < FIRST_STEPS || (current !== null && Math.abs(place - current) < FIRST_STEPS)}
                      href={hrefOf?.(step.id) ?? null}
                      thread={threads.get(step.id) ?? EMPTY_THREAD}
                      project={project}
                      runId={detail.run.id}
                      onComment={comment}
                      onCommentClose={closeComment}
                      onToggle={toggle}
                      onGo={go}
                    />
                  ))}
                </ol>
                <RunComments project={project} runId={detail.run.id} comments={comments} />
                <SelectionCommentButton frame={frame} onComment={() => commentHere(current)} />
              </ReadingContext>
            </div>
          )}
        </section>
      </div>
    </div>
  )
}

/** Returns the steps of a run, with the attributed or suggested cause of a failure marked. */
function useSteps(project: string, detail: ReadRun, isBlind: boolean): readonly Step[] {
  const { steps } = useMemo(() => prepareTranscript(detail), [detail])
  const { data: cause } = useQuery({
    ...causeQuery(project, detail.run.id),
    enabled: hasCause(detail) && !isBlind,
  })
  return useMemo(() => withCause(steps, isBlind ? undefined : cause), [steps, cause, isBlind])
}

/** Delay before the URL follows the selected step. */
const REST_MS = 250

/** State of the selected step: updated immediately, reported to `onSelect` after a delay, and reset when `named` changes from outside. */
function useSelected(named: string | null, onSelect: ((stepId: string) => void) | undefined) {
  const [selected, setSelected] = useState(named)
  const [known, setKnown] = useState(named)
  // Reported ids that have not come back as `named` yet. The URL updates late and may skip some.
  const [reported, setReported] = useState<readonly string[]>([])
  if (named !== known) {
    setKnown(named)
    const echo = named === null ? -1 : reported.indexOf(named)
    if (echo < 0) setSelected(named)
    else setReported(reported.slice(echo + 1))
  }
  const report = useEffectEvent((stepId: string) => {
    setReported([...reported, stepId])
    onSelect?.(stepId)
  })
  useEffect(() => {
    if (selected === null || selected === (reported.at(-1) ?? known)) return
    const timer = setTimeout(() => report(selected), REST_MS)
    return () => clearTimeout(timer)
  }, [selected, reported, known])
  return [selected, setSelected] as const
}

/** Returns how many steps to render: on the server and first render only the first ones, up to a bit past the current step, then all. */
function useDrawn(count: number, current: number | null): number {
  const [isAll, setAll] = useState(false)
  useEffect(() => startTransition(() => setAll(true)), [])
  return isAll ? count : Math.min(count, Math.max(FIRST_ROWS, (current ?? 0) + FIRST_STEPS))
}

function placeOf(steps: readonly Step[], selected: string | null): number | null {
  if (selected === null) return null
  const place = steps.findIndex(
    ({ id, nodeId, isAnswer }) => id === selected || nodeId === selected || (isAnswer && selected === '@answer'),
  )
  return place < 0 ? null : place
}
