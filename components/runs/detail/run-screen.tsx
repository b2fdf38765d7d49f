'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { parseAsString, useQueryState } from 'nuqs'
import { PayloadView } from '@/components/payload/payload-view'
import { VerdictBar } from '@/components/reviews/verdict-bar'
import { Panel } from '@/components/ui/panel'
import { runQueries } from '@/lib/queries/runs'
import { NodeExplorer } from '../nodes/node-explorer'
import { NodePanel } from '../nodes/node-panel'
import { AttemptsPanel } from './attempts-panel'
import { ChecksPanel } from './checks-panel'
import { ConfidencePanel } from './confidence-panel'
import { DeadLettersPanel } from './dead-letters-panel'
import { FactsPanel } from './facts-panel'
import { FailuresPanel } from './failures-panel'
import { FeedbackPanel } from './feedback-panel'
import { HistoryPanel } from './history-panel'
import { IssuesPanel } from './issues-panel'
import { RunErrorView } from './run-error-view'
import { RunGatesPanel } from './run-gates-panel'
import { RunHeader } from './run-header'
import { ScoresPanel } from './scores-panel'
import { SourcesPanel } from './sources-panel'

const twoColumns =
  "lg:grid-cols-2 lg:grid-rows-[auto_auto_1fr] lg:[grid-template-areas:'nodes_judged'_'payload_judged'_'facts_judged']"
const threeColumns =
  "xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)_minmax(0,5fr)] xl:grid-rows-[auto_1fr] xl:[grid-template-areas:'nodes_payload_judged'_'facts_payload_judged']"

/** One run: what it did on the left, what came out in the middle, what is thought of it on the right, the verdict below. */
export function RunScreen({ project, runId }: { project: string; runId: string }) {
  const { data: detail } = useSuspenseQuery(runQueries.detail(project, runId))
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
