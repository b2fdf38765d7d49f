'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { memo, useCallback, useMemo } from 'react'
import { RenderedPayload } from '@/components/domain-ui/payload-view'
import { AnswerMarks } from '@/components/transcript/answer-marks'
import { RunTranscript } from '@/components/transcript/run-transcript'
import { LatePart } from '@/components/ui/late-part'
import { orMissing } from '@/components/ui/missing-part'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { Skeleton } from '@/components/ui/skeleton'
import type { RunDetail } from '@/lib/contracts/run-detail'
import { withUnread } from '@/lib/presentation/labels/unread'
import { stepHref } from '@/lib/presentation/links'
import { hasCause } from '@/lib/presentation/transcript/flaws'
import { saidAfterThought } from '@/lib/presentation/transcript/parts'
import { isOfLostProject, toProblem } from '@/lib/queries/problem'
import { queryOf } from '@/lib/queries/query-of'
import { ConfidencePanel } from './confidence-panel'
import { RunHeader } from './run-header'
import { VerdictBar } from './verdict-bar'

const views = [
  { value: 'transcript', label: 'Transcript' },
  { value: 'graph', label: 'Graph' },
  { value: 'timeline', label: 'Timeline' },
] as const

const searchParsers = {
  view: parseAsStringLiteral(['transcript', 'graph', 'timeline'] as const).withDefault('transcript'),
  step: parseAsString,
  /** A node id, used by links from other pages; selects the node's first step. */
  node: parseAsString,
}

/** Page of a run: transcript with its map, confidence and reasons, and a sticky verdict bar. */
export function RunScreen({ project, runId }: { project: string; runId: string }) {
  const { data, error, refetch, isFetching } = useSuspenseQuery(
    queryOf('GET /api/v1/runs/{runId}', { runId }, { project }),
  )
  const isGone = error !== null && toProblem(error).code === 'not_found' && !isOfLostProject(error)
  const detail = useMemo(() => withUnread(data), [data])
  const [{ view, step, node }, setPlace] = useQueryStates(searchParsers, { scroll: false })
  const select = useCallback((id: string | null) => void setPlace({ step: id, node: null }), [setPlace])
  const hrefOf = useCallback((id: string) => stepHref(project, runId, id), [project, runId])
  const { run } = detail
  const selected = step ?? node
  return (
    <>
      <RunHeader project={project} detail={detail} />
      {isGone && (
        <LatePart>
          <GoneNotice />
        </LatePart>
      )}
      {detail.unread.length > 0 && <UnreadNotice detail={detail} onRetry={() => void refetch()} pending={isFetching} />}
      <AnswerFirst output={detail.output} issues={detail.issues} onSelect={select} />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_17rem] 2xl:grid-cols-[minmax(0,1fr)_20rem]">
        {/* Before the transcript, which on a narrow screen stands below it, is long, and takes its height step by step. */}
        <Assessment project={project} detail={detail} onSelect={select} />
        <div className="min-w-0 lg:col-start-1 lg:row-start-1">
          <RunTranscript
            key={run.id}
            project={project}
            detail={detail}
            selected={selected}
            onSelect={select}
            hrefOf={hrefOf}
            toolbar={
              detail.nodes.length > 0 && (
                <SegmentedControl
                  label="Show the run as"
                  value={view}
                  onChange={(chosen) => void setPlace({ view: chosen })}
                  segments={views}
                />
              )
            }
            instead={
              view === 'transcript' ? undefined : (
                <LatePart fallback={<Skeleton className="h-96 w-full" />}>
                  <NodeViews view={view} nodes={detail.nodes} selected={selected} onSelect={select} />
                </LatePart>
              )
            }
          />
        </div>
      </div>
      {!isGone && !detail.isCovered && (
        <VerdictBar
          // What ends under the reader's eyes is new to them from then on.
          key={`${run.id} ${run.status === 'running'}`}
          project={project}
          detail={detail}
        />
      )}
    </>
  )
}

type AssessmentProps = { project: string; detail: RunDetail; onSelect: (stepId: string) => void }

/** Confidence, reasons and other assessments of a run, with further details collapsed below. */
const Assessment = memo(function Assessment({ project, detail, onSelect }: AssessmentProps) {
  const { run, nodes, execution } = detail
  return (
    <div className="min-w-0 space-y-5 lg:col-start-2 lg:row-start-1 lg:sticky lg:top-16 lg:max-h-[calc(100dvh-8.5rem)] lg:self-start lg:overflow-y-auto lg:overscroll-contain lg:pr-1 lg:pl-1 lg:-ml-1">
      <ConfidencePanel detail={detail} />
      <ReasonsPanel detail={detail} onSelect={onSelect} />
      {hasCause(detail) && (
        <LatePart key={run.id}>
          <CausePanel project={project} runId={run.id} nodes={nodes} onSelect={onSelect} />
        </LatePart>
      )}
      <FailuresPanel project={project} nodes={nodes} onSelect={onSelect} />
      <ChecksPanel checks={detail.checks} all={detail.checkCount} nodes={nodes} onSelect={onSelect} />
      <DeadLettersPanel project={project} runKey={run.clientId} deadLetters={detail.deadLetters} />
      {execution && execution.attempts.length > 1 && (
        <LatePart>
          <AttemptsPanel project={project} execution={execution} runId={run.id} maxAttempts={detail.maxAttempts} />
        </LatePart>
      )}
      <RunGatesPanel project={project} detail={detail} />
      <HistoryPanel decisions={detail.decisions} />
      <PredictionsPanel project={project} detail={detail} />
      <RunRecord detail={detail} />
    </div>
  )
})

const ANSWER_MAX = 700

type AnswerFirstProps = Pick<RunDetail, 'output' | 'issues'> & { onSelect: (stepId: string) => void }

/** On narrow screens, shows the answer before the steps that led to it. */
function AnswerFirst({ output, issues, onSelect }: AnswerFirstProps) {
  const said = typeof output === 'string' ? saidAfterThought(output) : output
  if (said === undefined || (typeof said === 'string' && said.trim() === '')) return null
  return (
    <section aria-label="Answer" className="mb-6 border-l-2 border-l-ink-3 pl-3 lg:hidden">
      <h2 className="eyebrow mb-1">Answer</h2>
      <AnswerMarks issues={issues}>
        <RenderedPayload value={said} textMax={ANSWER_MAX} under="answer" />
      </AnswerMarks>
      <button type="button" onClick={() => onSelect('@answer')} className="link mt-1 min-h-6 text-ink-2 text-xs">
        Go to it in the transcript
      </button>
    </section>
  )
}

// Loaded lazily: not needed to read the run.
const GoneNotice = dynamic(orMissing(() => import('@/components/domain-ui/unread-notice'), 'GoneNotice'))
const UnreadNotice = dynamic(orMissing(() => import('@/components/domain-ui/unread-notice'), 'UnreadNotice'))
const ReasonsPanel = dynamic(orMissing(() => import('./reasons-panel'), 'ReasonsPanel'))
const FailuresPanel = dynamic(orMissing(() => import('./failures-panel'), 'FailuresPanel'))
const ChecksPanel = dynamic(orMissing(() => import('./checks-panel'), 'ChecksPanel'))
const DeadLettersPanel = dynamic(orMissing(() => import('./history-panel'), 'DeadLettersPanel'))
const RunGatesPanel = dynamic(orMissing(() => import('./history-panel'), 'RunGatesPanel'))
const HistoryPanel = dynamic(orMissing(() => import('./history-panel'), 'HistoryPanel'))
const PredictionsPanel = dynamic(orMissing(() => import('./predictions-panel'), 'PredictionsPanel'))
const RunRecord = dynamic(orMissing(() => import('./run-record'), 'RunRecord'))
const NodeViews = dynamic(orMissing(() => import('./node-views'), 'NodeViews'))
const AttemptsPanel = dynamic(orMissing(() => import('./attempts-panel'), 'AttemptsPanel'))
const CausePanel = dynamic(orMissing(() => import('./cause-panel'), 'CausePanel'))
