import { AttemptLine } from '@/components/charts/attempt-line'
import { ConvergenceWord } from '@/components/charts/attempt-line-small'
import { ConfidenceBar } from '@/components/charts/confidence-bar'
import { DecisionWord } from '@/components/domain-ui/run-marks'
import { DefinitionList } from '@/components/ui/definition-list'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import type { ExecutionView } from '@/lib/contracts/executions'
import type { GateEvidence } from '@/lib/contracts/gate-evidence'
import type { RunRow } from '@/lib/contracts/runs'
import { prepareAttemptLine } from '@/lib/presentation/charts/prepare-attempt-line'
import { prepareConfidenceBar } from '@/lib/presentation/charts/prepare-confidence-bar'
import { formatPlural, formatScore, MISSING } from '@/lib/presentation/format/number'
import { runStatusLabel } from '@/lib/presentation/labels/runs'
import { decisionReason } from '@/lib/presentation/labels/verdicts'
import { runHref } from '@/lib/presentation/links'
import { qualityText } from '@/lib/presentation/quality-verdict'
import { RunExchange } from './run-exchange'

type RunEvidenceProps = { project: string; question: string; evidence: GateEvidence; run: RunRow }

/** Evidence about a run: request, output, findings and scores. */
export function RunEvidence({ project, question, evidence: { bestAttempt, execution }, run }: RunEvidenceProps) {
  const reason = decisionReason(run)
  const isAsked = [reason, run.reason].some((told) => question.includes(told))
  return (
    <>
      <Panel
        title="The run"
        note={
          <Link href={runHref(project, run.id)} className="link break-all font-mono text-xs">
            {run.clientId}
          </Link>
        }
        actions={<DecisionWord run={run} />}
      >
        {!isAsked && <p className="mb-4 text-ink-2 text-sm">{reason}</p>}
        <RunExchange project={project} runId={run.id} />
      </Panel>
      <Panel title="How it was judged">
        <ConfidenceBar model={prepareConfidenceBar(run)} />
        <DefinitionList
          className="mt-4 border-y"
          items={[
            { term: 'Quality', value: qualityText(run) },
            { term: 'Attempt', value: run.execution ? `${run.attempt} of ${run.execution}` : String(run.attempt) },
            { term: 'Status', value: runStatusLabel(run.status) },
            { term: 'Steps', value: `${formatPlural(run.nodes, 'step')}, ${run.failedNodes} failed` },
            { term: 'Scenario', value: run.scenario ?? MISSING },
            ...(bestAttempt
              ? [
                  {
                    term: 'Best attempt',
                    value: <BestAttempt project={project} best={bestAttempt} isThis={bestAttempt.runId === run.id} />,
                  },
                ]
              : []),
          ]}
        />
        {execution && execution.attempts.length > 1 && <Attempts project={project} execution={execution} />}
      </Panel>
    </>
  )
}

function Attempts({ project, execution }: { project: string; execution: ExecutionView }) {
  const model = prepareAttemptLine(execution, 'large', project)
  return (
    <div className="mt-6">
      <p className="mb-2 flex items-center justify-between gap-4 text-sm">
        <span className="font-medium">Attempts</span>
        <ConvergenceWord state={model.state} />
      </p>
      <AttemptLine model={model} narrow={prepareAttemptLine(execution, 'medium', project)} />
    </div>
  )
}

type BestAttemptProps = { project: string; best: NonNullable<GateEvidence['bestAttempt']>; isThis: boolean }

function BestAttempt({ project, best, isThis }: BestAttemptProps) {
  if (isThis) return `this one, ${formatScore(best.score)}`
  return (
    <Link href={runHref(project, best.runId)} className="link">
      Attempt {best.attempt}, {formatScore(best.score)}
    </Link>
  )
}
