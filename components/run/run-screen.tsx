'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Flag, ShieldOff } from 'lucide-react'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { parseAsString, useQueryState } from 'nuqs'
import { AttemptLineSmall } from '@/components/charts/attempt-line'
import { PayloadView } from '@/components/domain-ui/payload-view'
import { DecisionWord, RunStatus } from '@/components/domain-ui/run-marks'
import { OpenGateButton } from '@/components/gates/open-gate-dialog'
import { Badge } from '@/components/ui/badge'
import { CopyButton } from '@/components/ui/copy-button'
import { Panel } from '@/components/ui/panel'
import { RelativeTime } from '@/components/ui/time'
import type { RunDetail } from '@/lib/contracts/run-detail'
import { prepareAttemptLine } from '@/lib/presentation/charts/prepare-attempt-line'
import { formatDuration } from '@/lib/presentation/format/date'
import { formatCompact, formatCost } from '@/lib/presentation/format/number'
import { basisLabels } from '@/lib/presentation/labels/runs'
import { flagLabels } from '@/lib/presentation/labels/verdicts'
import { runsHref } from '@/lib/presentation/links'
import { queryOf } from '@/lib/queries/query-of'
import { ChecksPanel, IssuesPanel } from './checks-panel'
import { ConfidencePanel } from './confidence-panel'
import { FactsPanel, SourcesPanel } from './facts-panel'
import { FailuresPanel, RunErrorView } from './failures-panel'
import { GateVerdict } from './gate-verdict'
import { DeadLettersPanel, FeedbackPanel, HistoryPanel, RunGatesPanel } from './history-panel'
import { NodeExplorer } from './node-explorer'
import { NodePanel } from './node-panel'
import { PredictionsPanel } from './predictions-panel'
import { ScoresPanel } from './scores-panel'
import { VerdictBar } from './verdict-bar'

const twoColumns =
  "lg:grid-cols-2 lg:grid-rows-[auto_auto_1fr] lg:[grid-template-areas:'nodes_judged'_'payload_judged'_'facts_judged']"
const threeColumns =
  "xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_minmax(0,5fr)] xl:grid-rows-[auto_1fr] xl:[grid-template-areas:'nodes_payload_judged'_'facts_payload_judged']"

/** One run: what it did on the left, what came out in the middle, what is thought of it on the right, the verdict below. */
export function RunScreen({ project, runId }: { project: string; runId: string }) {
  const { data: detail } = useSuspenseQuery(queryOf('GET /api/v1/runs/{runId}', { runId }, { project }))
  const [nodeId, selectNode] = useQueryState('node', parseAsString.withOptions({ scroll: false }))
  const node = detail.nodes.find((candidate) => candidate.id === nodeId)
  const select = (id: string | null) => void selectNode(id)
  const { run, execution } = detail
  return (
    <>
      <RunHeader project={project} detail={detail} />
      <div className={clsx('grid gap-x-8 gap-y-6', twoColumns, threeColumns)}>
        <div className="min-w-0 space-y-6 lg:[grid-area:nodes]">
          <NodeExplorer nodes={detail.nodes} selected={node?.id ?? null} onSelect={select} />
          <FailuresPanel project={project} nodes={detail.nodes} onSelect={select} />
          {hasGoneWrong(detail) && detail.nodes.length > 1 && (
            <CausePanel key={run.id} project={project} runId={run.id} nodes={detail.nodes} onSelect={select} />
          )}
          <ChecksPanel checks={detail.checks} nodes={detail.nodes} onSelect={select} />
          <DeadLettersPanel project={project} runKey={run.clientId} deadLetters={detail.deadLetters} />
          {execution && execution.attempts.length > 1 && (
            <AttemptsPanel project={project} execution={execution} runId={run.id} />
          )}
        </div>
        <div className="min-w-0 space-y-6 lg:[grid-area:payload]">
          {node && <NodePanel key={node.id} node={node} onClose={() => select(null)} />}
          <Panel title={node ? 'The run itself' : undefined}>
            <div className="space-y-6">
              {detail.error && <RunErrorView error={detail.error} />}
              <PayloadView title="Output" name="output" value={detail.output} missing="This run sent no output." />
              <PayloadView
                title="Request"
                name="request"
                value={detail.request}
                missing="This run did not say what it was asked."
              />
            </div>
          </Panel>
          <IssuesPanel issues={detail.issues} hasContract={detail.contract !== undefined} />
          <FeedbackPanel feedback={detail.feedback} />
          <SourcesPanel sources={detail.sources} />
        </div>
        <div className="min-w-0 space-y-6 lg:[grid-area:judged]">
          <ConfidencePanel detail={detail} />
          <PredictionsPanel project={project} detail={detail} />
          <ScoresPanel run={run} scores={detail.scores} />
          <RunGatesPanel project={project} gates={detail.gates} />
          <HistoryPanel decisions={detail.decisions} />
        </div>
        <div className="min-w-0 lg:[grid-area:facts]">
          <FactsPanel detail={detail} />
        </div>
      </div>
      <VerdictBar key={run.id} project={project} runId={run.id} signals={detail.signals} />
    </>
  )
}

// Most runs show neither.
const AttemptsPanel = dynamic(() => import('./attempts-panel').then((module) => module.AttemptsPanel))
const CausePanel = dynamic(() => import('./cause-panel').then((module) => module.CausePanel))

const hasGoneWrong = ({ run, vetoed }: RunDetail) => run.status === 'failed' || vetoed || run.flag !== null

/** Flags that the decision or the status beside them says already. */
const SAID_ELSEWHERE = ['overridden', 'escalated', 'failed']

/** Which run this is, how it went, what the desk decided on it, and why a person should look. */
function RunHeader({ project, detail }: { project: string; detail: RunDetail }) {
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
          {run.clientId}
          <CopyButton text={run.clientId} label="Copy the run's id" />
        </h1>
        <OpenGateButton project={project} subject={{ runId: run.id, clientId: run.clientId }} />
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm">
        <RunStatus status={run.status} />
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
      </div>
      <RunDecision project={project} detail={detail} />
    </header>
  )
}

/** The one verdict on a run, with its reason; the scores it rests on stand below. */
function RunDecision({ project, detail }: { project: string; detail: RunDetail }) {
  const { run } = detail
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
