'use client'

import { useQuery } from '@tanstack/react-query'
import { MessageSquarePlus, Search } from 'lucide-react'
import dynamic from 'next/dynamic'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useShortcuts } from '@/components/shell/shortcuts'
import { Button } from '@/components/ui/button'
import type { RunDetail } from '@/lib/contracts/run-detail'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'
import { withCause } from '@/lib/presentation/transcript/flaws'
import { prepareTranscript, type Step, type TranscriptSource } from '@/lib/presentation/transcript/prepare-transcript'
import { queryOf } from '@/lib/queries/query-of'
import { Reading, ReadingContext } from './reading'
import { SelectedWords } from './selected-words'
import { StepComments, type Thread } from './step-comments'
import { StepView } from './step-view'
import { TranscriptMap } from './transcript-map'
import { useComments } from './use-comments'

const FindInSteps = dynamic(() => import('./find-in-steps').then((module) => module.FindInSteps), { ssr: false })

/** Steps that are drawn before there is a window to measure; the others follow at once. */
const FIRST_STEPS = 12
const FIRST_ROWS = 60

/** What is read of a run; the desk's opinion of it may be kept from the reader. */
type ReadRun = TranscriptSource & {
  run: Pick<RunDetail['run'], 'id' | 'status'> & { flag?: RunDetail['run']['flag'] }
  vetoed?: boolean
}

type RunTranscriptProps = {
  project: string
  detail: ReadRun
  /** The step that the address names, or a node; where nobody keeps it the transcript does. */
  selected?: string | null
  onSelect?: (stepId: string) => void
  /** Where a step is to be found by others; without it steps have no address. */
  hrefOf?: (stepId: string) => string
  /** Whether its keys are on: j, k, n, p, / and Enter. */
  hasKeys?: boolean
  /** Above the steps, beside the search. */
  toolbar?: ReactNode
  /** Shown in place of the steps, as the graph is; the map stays. */
  instead?: ReactNode
}

/** A run as it is read: a map of it, and every step in order with what was said, called and went wrong. */
export function RunTranscript(props: RunTranscriptProps) {
  const { project, detail, hrefOf, hasKeys = true, toolbar, instead } = props
  const steps = useSteps(project, detail)
  const frame = useRef<HTMLOListElement>(null)
  const [reading] = useState(() => new Reading())
  const [own, setOwn] = useState<string | null>(null)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [isFinding, setFinding] = useState(false)
  const selected = props.selected === undefined ? own : props.selected
  const current = useMemo(() => placeOf(steps, selected), [steps, selected])
  const count = useDrawn(steps.length, current)
  const { onSelect } = props
  const { threads, openComments, ofRun, draft, comment, commentHere } = useComments(
    project,
    detail.run.id,
    steps,
    frame,
  )

  const show = useCallback(
    (place: number) => {
      const step = steps[place]
      if (!step) return
      setOwn(step.id)
      onSelect?.(step.id)
      reveal(frame.current, place)
    },
    [steps, onSelect],
  )
  const go = useCallback((id: string) => show(steps.findIndex((step) => step.id === id)), [steps, show])
  const toggle = useCallback((id: string) => setOpened((before) => toggled(before, id)), [])
  const at = () => {
    const { first, last } = reading.get()
    return current !== null && (first < 0 || (current >= first && current <= last)) ? current : null
  }
  const move = (by: 1 | -1) =>
    show(clamp((at() ?? (by > 0 ? reading.get().first - 1 : reading.get().first + 1)) + by, steps.length))
  const moveToProblem = (by: 1 | -1) => {
    const from = at() ?? (by > 0 ? -1 : steps.length)
    const flawed = steps.flatMap(({ flaws }, place) => (flaws.length > 0 ? [place] : []))
    const next = by > 0 ? flawed.find((place) => place > from) : flawed.findLast((place) => place < from)
    if (next !== undefined) show(next)
  }
  const toggleCurrent = () => {
    const step = steps[at() ?? -1]
    if (step) toggle(step.id)
  }
  useShortcuts(
    'Transcript',
    hasKeys && !instead
      ? [
          { keys: 'j', label: 'Next step', run: () => move(1) },
          { keys: 'k', label: 'Previous step', run: () => move(-1) },
          { keys: 'n', label: 'Next problem', run: () => moveToProblem(1) },
          { keys: 'p', label: 'Previous problem', run: () => moveToProblem(-1) },
          { keys: '/', label: 'Find in this run', run: () => setFinding(true) },
          { keys: 'c', label: 'Comment on the step, or on what is selected', run: () => commentHere(at()) },
          { keys: 'Enter', label: 'Open or close the step', run: toggleCurrent },
        ]
      : [],
  )
  // Chosen here, or by whatever else on the page names a step.
  useEffect(() => {
    if (current !== null) reveal(frame.current, current)
  }, [current])
  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event
    if (event.key !== 'Enter' || !(target instanceof HTMLElement) || target.dataset.step === undefined) return
    event.preventDefault()
    toggleCurrent()
  }
  const problems = steps.filter(({ flaws }) => flaws.length > 0).length
  return (
    <div className="@container">
      <div className="grid min-w-0 gap-x-6 @2xl:grid-cols-[10.5rem_minmax(0,1fr)]">
        <div className="@2xl:block hidden print:hidden">
          <div className="sticky top-16 h-[calc(100dvh-9rem)]">
            <TranscriptMap steps={steps} current={current} comments={openComments} reading={reading} onSelect={show} />
          </div>
        </div>
        <section aria-label="Transcript" className="min-w-0 max-w-180">
          <div className="sticky top-12 z-10 -mx-2 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 bg-paper px-2 py-1.5 print:hidden">
            {toolbar}
            <p className="text-ink-3 text-xs">
              {formatPlural(steps.length, 'step')}
              {problems > 0 && `, ${formatCount(problems)} with a problem`}
            </p>
            <div className="ml-auto">
              {isFinding && !instead ? (
                <FindInSteps
                  steps={steps}
                  frame={frame}
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
          {instead ?? (
            <ReadingContext value={reading}>
              <ol ref={frame} aria-label="Steps" onKeyDown={onKeyDown} className="space-y-1.5">
                {steps.slice(0, count).map((step, place) => (
                  <StepView
                    key={step.id}
                    step={step}
                    place={place}
                    isCurrent={place === current}
                    isOpen={opened.has(step.id)}
                    startsNear={place < FIRST_STEPS || (current !== null && Math.abs(place - current) < FIRST_STEPS)}
                    href={hrefOf?.(step.id) ?? null}
                    thread={threads.get(step.id) ?? SILENT}
                    project={project}
                    runId={detail.run.id}
                    onComment={comment}
                    onToggle={toggle}
                    onGo={go}
                  />
                ))}
              </ol>
              <RunComments
                project={project}
                runId={detail.run.id}
                thread={{ comments: ofRun, draft: draft?.stepId === null ? null : undefined }}
                onComment={comment}
              />
              <SelectedWords frame={frame} onComment={() => commentHere(at())} />
            </ReadingContext>
          )}
        </section>
      </div>
    </div>
  )
}

const SILENT: Thread = { comments: [], draft: undefined }

type RunCommentsProps = {
  project: string
  runId: string
  thread: Thread
  onComment: (stepId: string | null, isOfRun?: boolean) => void
}

/** What people say of the run as a whole. */
function RunComments({ project, runId, thread, onComment }: RunCommentsProps) {
  return (
    <section aria-label="About the whole run" className="mt-6 print:hidden">
      {(thread.comments.length > 0 || thread.draft !== undefined) && (
        <StepComments project={project} runId={runId} stepId={null} thread={thread} onClose={() => onComment(null)} />
      )}
      {thread.draft === undefined && (
        <Button
          size="sm"
          variant="ghost"
          icon={<MessageSquarePlus aria-hidden />}
          onClick={() => onComment(null, true)}
        >
          Comment on the whole run
        </Button>
      )}
    </section>
  )
}

/** The steps of a run, with the one that caused it to fail marked as it is known. */
function useSteps(project: string, detail: ReadRun): readonly Step[] {
  const { steps } = useMemo(() => prepareTranscript(detail), [detail])
  const { run, vetoed } = detail
  const hasGoneWrong = run.status === 'failed' || vetoed === true || (run.flag ?? null) !== null
  const { data: cause } = useQuery({
    ...queryOf('GET /api/v1/runs/{runId}/attribution', { runId: run.id }, { project }),
    enabled: hasGoneWrong && detail.nodes.length > 1,
  })
  return useMemo(() => withCause(steps, cause), [steps, cause])
}

/** How many steps are in the page: at first those that are read first, then all. */
function useDrawn(count: number, current: number | null): number {
  const [isAll, setAll] = useState(false)
  useEffect(() => setAll(true), [])
  return isAll ? count : Math.min(count, Math.max(FIRST_ROWS, (current ?? 0) + FIRST_STEPS))
}

function placeOf(steps: readonly Step[], selected: string | null): number | null {
  if (selected === null) return null
  const place = steps.findIndex(
    ({ id, nodeId, isAnswer }) => id === selected || nodeId === selected || (isAnswer && selected === '@answer'),
  )
  return place < 0 ? null : place
}

const clamp = (place: number, count: number) => Math.min(count - 1, Math.max(0, place))

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}

/** What lies over the steps at the top and bottom of the window. */
const COVERED_TOP = 96
const COVERED_BOTTOM = 72

/** Focuses a step and brings it into sight, unless all of it is. */
function reveal(frame: HTMLElement | null, place: number) {
  const step = frame?.querySelector<HTMLElement>(`[data-step="${place}"]`)
  if (!step) return
  const { top, bottom } = step.getBoundingClientRect()
  if (top < COVERED_TOP || bottom > window.innerHeight - COVERED_BOTTOM) step.scrollIntoView({ block: 'start' })
  const { activeElement } = document
  if (!step.contains(activeElement) && !activeElement?.closest('search')) step.focus({ preventScroll: true })
}
