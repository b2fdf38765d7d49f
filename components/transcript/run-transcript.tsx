'use client'

import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import dynamic from 'next/dynamic'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import type { RunDetail } from '@/lib/contracts/run-detail'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'
import { withCause } from '@/lib/presentation/transcript/flaws'
import { prepareTranscript, type TranscriptSource } from '@/lib/presentation/transcript/prepare-transcript'
import type { Step } from '@/lib/presentation/transcript/step'
import { queryOf } from '@/lib/queries/query-of'
import { Reading, ReadingContext } from './reading'
import { SelectedWords } from './selected-words'
import type { Thread } from './step-comments'
import { StepView } from './step-view'
import { TranscriptMap } from './transcript-map'
import { useComments } from './use-comments'
import { useStepKeys } from './use-step-keys'

const RunComments = dynamic(() => import('./step-comments').then((module) => module.RunComments))
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
  /** Shows what the run did and nothing of what was found about it, for who judges it unswayed. */
  isBlind?: boolean
  /** Above the steps, beside the search. */
  toolbar?: ReactNode
  /** Shown in place of the steps, as the graph is; the map stays. */
  instead?: ReactNode
}

/** A run as it is read: a map of it, and every step in order with what was said, called and went wrong. */
export function RunTranscript(props: RunTranscriptProps) {
  const { project, detail, hrefOf, hasKeys = true, isBlind = false, toolbar, instead } = props
  const steps = useSteps(project, detail, isBlind)
  const frame = useRef<HTMLOListElement>(null)
  const [reading] = useState(() => new Reading())
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [isFinding, setFinding] = useState(false)
  // Hundreds of steps are hidden behind the graph, not thrown away: coming back to them is at once.
  const [wasShown, setShown] = useState(!instead)
  if (!instead && !wasShown) setShown(true)
  const { onSelect } = props
  const [selected, select] = useSelected(props.selected ?? null, onSelect)
  const current = useMemo(() => placeOf(steps, selected), [steps, selected])
  const count = useDrawn(steps.length, current)
  const { threads, openComments, ofRun, covered, draft, comment, commentHere } = useComments(
    project,
    detail.run.id,
    steps,
    frame,
    isBlind,
  )

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
                  covered={covered}
                  onComment={comment}
                />
                <SelectedWords frame={frame} onComment={() => commentHere(current)} />
              </ReadingContext>
            </div>
          )}
        </section>
      </div>
    </div>
  )
}

const SILENT: Thread = { comments: [], draft: undefined }

/** The steps of a run, with the one that caused it to fail marked as it is known. */
function useSteps(project: string, detail: ReadRun, isBlind: boolean): readonly Step[] {
  const { steps } = useMemo(() => prepareTranscript(detail), [detail])
  const { run, vetoed } = detail
  const hasGoneWrong = run.status === 'failed' || vetoed === true || (run.flag ?? null) !== null
  const { data: cause } = useQuery({
    ...queryOf('GET /api/v1/runs/{runId}/attribution', { runId: run.id }, { project }),
    enabled: hasGoneWrong && !isBlind && detail.nodes.length > 1,
  })
  return useMemo(() => withCause(steps, isBlind ? undefined : cause), [steps, cause, isBlind])
}

/** The address follows once the reader rests on a step. */
const REST_MS = 250

/** The step one is at: kept here, told to whoever keeps the address, and taken from there when it changes. */
function useSelected(named: string | null, onSelect: ((stepId: string) => void) | undefined) {
  const [selected, setSelected] = useState(named)
  const [known, setKnown] = useState(named)
  // What was told and has not come back yet: the address follows late, and may leave some out.
  const [told, setTold] = useState<readonly string[]>([])
  if (named !== known) {
    setKnown(named)
    const echo = named === null ? -1 : told.indexOf(named)
    if (echo < 0) setSelected(named)
    else setTold(told.slice(echo + 1))
  }
  const tell = useEffectEvent((stepId: string) => {
    setTold([...told, stepId])
    onSelect?.(stepId)
  })
  useEffect(() => {
    if (selected === null || selected === (told.at(-1) ?? known)) return
    const timer = setTimeout(() => tell(selected), REST_MS)
    return () => clearTimeout(timer)
  }, [selected, told, known])
  return [selected, setSelected] as const
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
