'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { Flag, ShieldOff, Unplug } from 'lucide-react'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { memo, useCallback } from 'react'
import { AttemptLineSmall } from '@/components/charts/attempt-line'
import { LongText } from '@/components/domain-ui/long-text'
import { useMyRole } from '@/components/domain-ui/role'
import { DecisionWord, RunStatus } from '@/components/domain-ui/run-marks'
import { StatusShape } from '@/components/domain-ui/status-mark'
import { RunTranscript } from '@/components/transcript/run-transcript'
import { Badge } from '@/components/ui/badge'
import { CopyButton } from '@/components/ui/copy-button'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { RelativeTime } from '@/components/ui/time'
import type { RunDetail } from '@/lib/contracts/run-detail'
import { prepareAttemptLine } from '@/lib/presentation/charts/prepare-attempt-line'
import { formatDuration } from '@/lib/presentation/format/date'
import { formatCompact, formatCost, formatPlural } from '@/lib/presentation/format/number'
import { reasonsOf } from '@/lib/presentation/labels/reasons'
import { basisLabels } from '@/lib/presentation/labels/runs'
import { flagLabels } from '@/lib/presentation/labels/verdicts'
import { runsHref, stepHref } from '@/lib/presentation/links'
import { briefly } from '@/lib/presentation/transcript/text'
import { queryOf } from '@/lib/queries/query-of'
import { ConfidencePanel } from './confidence-panel'
import { GateVerdict } from './gate-verdict'
import { VerdictBar } from './verdict-bar'

const views = [
  { value: 'transcript', label: 'Transcript' },
  { value: 'graph', label: 'Graph' },
  { value: 'timeline', label: 'Timeline' },
] as const

const inAddress = {
  view: parseAsStringLiteral(['transcript', 'graph', 'timeline'] as const).withDefault('transcript'),
  step: parseAsString,
  /** What other pages name: a node, the first step of which is meant. */
  node: parseAsString,
}

/** One run: its map, its transcript, and what is thought of it; the verdict stays in reach below. */
export function RunScreen({ project, runId }: { project: string; runId: string }) {
  const { data: detail } = useSuspenseQuery(queryOf('GET /api/v1/runs/{runId}', { runId }, { project }))
  const [{ view, step, node }, setPlace] = useQueryStates(inAddress, { scroll: false })
  const select = useCallback((id: string | null) => void setPlace({ step: id, node: null }), [setPlace])
  const hrefOf = useCallback((id: string) => stepHref(project, runId, id), [project, runId])
  const { run } = detail
  const selected = step ?? node
  return (
    <>
      <RunHeader project={project} detail={detail} />
      <div className="grid gap-x-8 gap-y-8 lg:grid-cols-[minmax(0,1fr)_17rem] 2xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          <AnswerFirst output={detail.output} onSelect={select} />
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
                <NodeViews view={view} nodes={detail.nodes} selected={selected} onSelect={select} />
              )
            }
          />
        </div>
        <Judged project={project} detail={detail} onSelect={select} />
      </div>
      <VerdictBar
        key={run.id}
        project={project}
        runId={run.id}
        isRunning={run.status === 'running'}
        signals={detail.signals}
      />
    </>
  )
}

type JudgedProps = { project: string; detail: RunDetail; onSelect: (stepId: string) => void }

/** What is thought of a run, and why; all else that is known of it is folded below. */
const Judged = memo(function Judged({ project, detail, onSelect }: JudgedProps) {
  const { run, nodes, execution } = detail
  return (
    <div className="min-w-0 space-y-5 lg:sticky lg:top-16 lg:max-h-[calc(100dvh-8.5rem)] lg:self-start lg:overflow-y-auto lg:overscroll-contain lg:pr-1">
      <ConfidencePanel detail={detail} />
      <Reasons detail={detail} onSelect={onSelect} />
      {hasGoneWrong(detail) && nodes.length > 1 && (
        <CausePanel key={run.id} project={project} runId={run.id} nodes={nodes} onSelect={onSelect} />
      )}
      <FailuresPanel project={project} nodes={nodes} onSelect={onSelect} />
      <ChecksPanel checks={detail.checks} nodes={nodes} onSelect={onSelect} />
      <DeadLettersPanel project={project} runKey={run.clientId} deadLetters={detail.deadLetters} />
      {execution && execution.attempts.length > 1 && (
        <AttemptsPanel project={project} execution={execution} runId={run.id} />
      )}
      <RunGatesPanel project={project} gates={detail.gates} />
      <HistoryPanel decisions={detail.decisions} />
      <PredictionsPanel project={project} detail={detail} />
      <RunRecord detail={detail} />
    </div>
  )
})

/** The three things that weigh most, a line each; a line goes to its step. */
function Reasons({ detail, onSelect }: Pick<JudgedProps, 'detail' | 'onSelect'>) {
  const reasons = reasonsOf(detail)
  return (
    <Panel title="Why">
      <ul className="space-y-1.5 text-sm">
        {reasons.map(({ tone, text, stepId }) => (
          <li key={text} className="flex items-start gap-2">
            <StatusShape status={tone} className="mt-1 size-3" />
            {stepId === null ? (
              <span className="min-w-0 break-words">{text}</span>
            ) : (
              <button type="button" onClick={() => onSelect(stepId)} className="link min-w-0 break-words text-left">
                {text}
              </button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const ANSWER_MAX = 700

/** On a narrow screen the answer stands before the steps that led to it. */
function AnswerFirst({ output, onSelect }: { output: unknown; onSelect: (stepId: string) => void }) {
  if (output === undefined) return null
  const text = typeof output === 'string' ? output : briefly(output, ANSWER_MAX)
  return (
    <section aria-label="Answer" className="mb-6 border-l-2 border-l-ink-3 pl-3 lg:hidden">
      <h2 className="eyebrow mb-1">Answer</h2>
      <LongText text={text} max={ANSWER_MAX} />
      <button type="button" onClick={() => onSelect('@answer')} className="link mt-1 min-h-6 text-ink-2 text-xs">
        Go to it in the transcript
      </button>
    </section>
  )
}

// None of these is needed to read the run.
const OpenGateButton = dynamic(() =>
  import('@/components/gates/open-gate-dialog').then((module) => module.OpenGateButton),
)
const FailuresPanel = dynamic(() => import('./failures-panel').then((module) => module.FailuresPanel))
const ChecksPanel = dynamic(() => import('./checks-panel').then((module) => module.ChecksPanel))
const DeadLettersPanel = dynamic(() => import('./history-panel').then((module) => module.DeadLettersPanel))
const RunGatesPanel = dynamic(() => import('./history-panel').then((module) => module.RunGatesPanel))
const HistoryPanel = dynamic(() => import('./history-panel').then((module) => module.HistoryPanel))
const PredictionsPanel = dynamic(() => import('./predictions-panel').then((module) => module.PredictionsPanel))
const RunRecord = dynamic(() => import('./run-record').then((module) => module.RunRecord))
const NodeViews = dynamic(() => import('./node-views').then((module) => module.NodeViews))
const AttemptsPanel = dynamic(() => import('./attempts-panel').then((module) => module.AttemptsPanel))
const CausePanel = dynamic(() => import('./cause-panel').then((module) => module.CausePanel))

const DeleteRunsButton = dynamic(() =>
  import('@/components/runs/delete-runs-button').then((module) => module.DeleteRunsButton),
)

/** For admins: afterwards there is nothing here to look at. */
function DeleteRun({ project, runId }: { project: string; runId: string }) {
  const router = useRouter()
  if (useMyRole(project) !== 'admin') return null
  return <DeleteRunsButton isQuiet project={project} ids={[runId]} onDone={() => router.push(runsHref(project))} />
}

const contentRemovedTitle = (days: number | null) =>
  days === null ? 'Content removed' : `Content removed after ${formatPlural(days, 'day')}`

const hasGoneWrong = ({ run, vetoed }: RunDetail) => run.status === 'failed' || vetoed || run.flag !== null

/** Flags that the decision or the status beside them says already. */
const SAID_ELSEWHERE = ['overridden', 'escalated', 'failed']

const INCOMPLETE = 'Its end never came: it is judged by what had come'

/** Which run this is, how it went, what the desk decided on it, and why a person should look. */
const RunHeader = memo(function RunHeader({ project, detail }: { project: string; detail: RunDetail }) {
  const { run, execution, maxAttempts } = detail
  return (
    <header className="mb-6">
      <nav aria-label="Where this run stands" className="mb-1 text-ink-3 text-xs">
        <Link href={runsHref(project)} className="link">
          Runs
        </Link>
        {' / '}
        <Link href={runsHref(project, { chain: [run.chain] })} className="link">
          {run.chain}
        </Link>
      </nav>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <h1 className="flex min-w-0 items-center gap-1 break-all text-lg">
          {run.title ?? run.clientId}
          {run.title === null && <CopyButton text={run.clientId} label="Copy the run's id" />}
        </h1>
        <div className="flex flex-wrap items-center gap-2">
          <OpenGateButton project={project} subject={{ runId: run.id, clientId: run.clientId }} />
          <DeleteRun project={project} runId={run.id} />
        </div>
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm">
        <RunStatus status={run.status} />
        {run.title !== null && (
          <span className="inline-flex min-w-0 items-center gap-1 text-ink-2">
            <span className="break-all font-mono text-xs">{run.clientId}</span>
            <CopyButton text={run.clientId} label="Copy the run's id" />
          </span>
        )}
        <Link href={runsHref(project, { chain: [run.chain], version: [run.version] })} className="link">
          {run.chain}@{run.version}
        </Link>
        {run.scenario && (
          <Link href={runsHref(project, { scenario: run.scenario })} className="link text-ink-2">
            {run.scenario}
          </Link>
        )}
        <span className="inline-flex items-center gap-2">
          Attempt {run.attempt} of {Math.max(maxAttempts, run.attempt)}
          {execution && execution.attempts.length > 1 && (
            <AttemptLineSmall model={prepareAttemptLine(execution, 'small', project)} />
          )}
        </span>
        {run.kind === 'dry_run' && <Badge>Dry run</Badge>}
        {run.isIncomplete && (
          <Badge tone="review" icon={<Unplug aria-hidden />} title={INCOMPLETE}>
            Incomplete
          </Badge>
        )}
        {run.overridden && (
          <Badge
            tone="review"
            icon={<ShieldOff aria-hidden />}
            title="A verification of this run was let through although it was not satisfied"
          >
            {flagLabels.overridden}
          </Badge>
        )}
        {run.flag && !SAID_ELSEWHERE.includes(run.flag) && (
          <Badge tone="review" icon={<Flag aria-hidden />}>
            {flagLabels[run.flag]}
          </Badge>
        )}
        <span className="text-ink-2">
          <RelativeTime iso={run.occurredAt} />
          {', '}
          {run.durationMs === null ? 'no time told' : `took ${formatDuration(run.durationMs)}`}
          {run.tokens !== null && `, ${formatCompact(run.tokens)} tokens`}
          {run.costUsd !== null && `, ${formatCost(run.costUsd)}`}
        </span>
        {detail.redactions > 0 && (
          <Badge title="Replaced before it was stored, by the rules of this project">
            {formatPlural(detail.redactions, 'value')} redacted
          </Badge>
        )}
      </div>
      {detail.contentRemoved && (
        <Notice className="mt-3" title={contentRemovedTitle(detail.contentRemoved.days)}>
          What it was asked, answered and did is gone since <RelativeTime iso={detail.contentRemoved.at} />. Its scores,
          verdicts and counts stay as they were.
        </Notice>
      )}
      <RunDecision project={project} detail={detail} />
    </header>
  )
})

/** The one verdict on a run, with its reason; the scores it rests on stand below. */
function RunDecision({ project, detail }: { project: string; detail: RunDetail }) {
  const { run } = detail
  if (run.status === 'running')
    return (
      <section aria-label="What the desk decided" className="mt-3 text-sm">
        <p className="font-semibold text-base">Not decided yet</p>
        <p>This run has not ended. It is scored and decided when it does.</p>
      </section>
    )
  return (
    <section aria-label="What the desk decided" className="mt-3 text-sm">
      <GateVerdict project={project} detail={detail} />
      <DecisionWord decision={run.decision} className="font-semibold text-base" />
      <p>{run.reason}</p>
      <p className="text-ink-3 text-xs">
        Decided {basisLabels[run.basis]}
        {run.decisionKind ? `, ${run.decisionKind.replaceAll('_', ' ')}` : ''}.
      </p>
    </section>
  )
}
