import Link from 'next/link'
import { AttemptLine, ConvergenceWord } from '@/components/pieces/attempt-line'
import { ConfidenceBar } from '@/components/pieces/confidence-bar'
import { DecisionWord } from '@/components/pieces/decision-word'
import { DefinitionList } from '@/components/ui/definition-list'
import { Panel } from '@/components/ui/panel'
import { prepareAttemptLine } from '@/lib/charts/prepare-attempt-line'
import { prepareConfidenceBar } from '@/lib/charts/prepare-confidence-bar'
import { runHref } from '@/lib/charts/runs-href'
import type { ExecutionView } from '@/lib/contracts/executions'
import type { GateEvidence } from '@/lib/contracts/gates'
import type { RunRow } from '@/lib/contracts/runs'
import { formatPlural, formatScore, MISSING } from '@/lib/format/number'
import { runStatusLabel } from '@/lib/format/run-labels'

type RunEvidenceProps = { project: string; evidence: GateEvidence; run: RunRow }

/** The run in question, as it stood. */
export function RunEvidence({ project, evidence: { bestAttempt, execution }, run }: RunEvidenceProps) {
  const href = runHref(project, run.id)
  return (
    <Panel
      title="The run"
      note={
        <Link href={href} className="break-all font-mono text-xs hover:underline">
          {run.clientId}
        </Link>
      }
      actions={<DecisionWord decision={run.decision} reason={run.reason} />}
    >
      <p className="mb-4 text-ink-2 text-sm">{run.reason}</p>
      <ConfidenceBar model={prepareConfidenceBar(run)} />
      <DefinitionList
        className="mt-4 border-y"
        items={[
          { term: 'Quality', value: formatScore(run.quality) },
          { term: 'Attempt', value: run.execution ? `${run.attempt} of ${run.execution}` : String(run.attempt) },
          { term: 'Status', value: runStatusLabel(run.status) },
          { term: 'Nodes', value: `${formatPlural(run.nodes, 'node')}, ${run.failedNodes} failed` },
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
    <Link href={runHref(project, best.runId)} className="text-accent-fg hover:underline">
      Attempt {best.attempt}, {formatScore(best.score)}
    </Link>
  )
}
