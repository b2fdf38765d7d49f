'use client'

import { useQuery } from '@tanstack/react-query'
import { JsonView } from '@/components/ui/json-view'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { AbsoluteTime } from '@/components/ui/time'
import type { ThoughtDetail } from '@/lib/contracts/thinking/sessions'
import type { RecommendedTool } from '@/lib/contracts/thinking/think'
import { formatChange, formatScore } from '@/lib/presentation/format/number'
import { toProblem } from '@/lib/queries/problem'
import { queryOf } from '@/lib/queries/query-of'

type ThoughtDetailsProps = {
  project: string
  sessionId: string
  ordinal: number
  /** Whether the row above shows only the beginning of the thought. */
  isCut: boolean
}

/** Details of a thought, loaded when it is expanded. */
export function ThoughtDetails({ project, sessionId, ordinal, isCut }: ThoughtDetailsProps) {
  const { data, error } = useQuery(
    queryOf('GET /api/v1/thinking/{sessionId}/thoughts/{ordinal}', { sessionId, ordinal }, { project, isStill: true }),
  )
  if (data) return <WholeThought thought={data.thought} isCut={isCut} />
  if (error)
    return <Notice tone="fail">{toProblem(error, { not_found: 'This thought is no longer kept.' }).message}</Notice>
  return (
    <div role="status" aria-label="Loading the thought" className="grid gap-2 pb-2">
      <Skeleton className="h-4 w-3/4" />
      <Skeleton className="h-4 w-1/2" />
    </div>
  )
}

function WholeThought({ thought, isCut }: { thought: ThoughtDetail; isCut: boolean }) {
  const { current_step: step, suggested_revision: revision, suggested_branch: branch } = thought
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4 pb-2 text-sm">
      {isCut && <p className="whitespace-pre-wrap break-words text-base">{thought.thought}</p>}
      <section aria-label={`Step of thought ${thought.thought_number}`} className="border-t pt-3">
        <p className="text-ink-3 text-xs">
          {thought.workflow === null
            ? 'No workflow recognized'
            : `Step ${step.step_number} of ${step.step_count} of the ${thought.workflow} workflow`}
          {thought.matched_on && `, ${matchLabels[thought.matched_on]}`}
        </p>
        <p className="mt-0.5 font-medium text-base">{step.step_description}</p>
        <p className="mt-0.5 text-ink-2">Expected: {step.expected_outcome}</p>
        {step.next_step_conditions.length > 0 && (
          <p className="mt-0.5 text-ink-2">Done when: {step.next_step_conditions.join('; ')}</p>
        )}
        <ToolRecommendations tools={step.recommended_tools} unavailable={thought.unavailable_recommendations} />
      </section>
      {revision && (
        <Notice tone="review" title={`Suggested: revise thought ${revision.revises_thought}`}>
          {revision.reason}
        </Notice>
      )}
      {branch && (
        <Notice
          tone="review"
          title={`Suggested: branch ${branch.branch_id} from thought ${branch.branch_from_thought}`}
        >
          {branch.reason}
        </Notice>
      )}
      {thought.warnings.length > 0 && (
        <ul className="list-disc pl-4 text-ink-2 text-xs">
          {thought.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      {thought.client_step != null && (
        <section aria-label="The step as described by the agent">
          <h3 className="mb-1 text-ink-3 text-xs">The step as described by the agent</h3>
          <JsonView value={thought.client_step} name="current_step" />
        </section>
      )}
      <p className="text-ink-3 text-xs">
        Thought {thought.thought_number} of {thought.total_thoughts},{' '}
        {thought.next_thought_needed ? 'another one was to follow' : 'the last one needed'}.{' '}
        <AbsoluteTime iso={thought.recorded_at} />
      </p>
    </div>
  )
}

const matchLabels: Record<NonNullable<ThoughtDetail['matched_on']>, string> = {
  workflow: 'named by the agent',
  verification_target: 'found in the target',
  thought: 'found in the thought',
  revises_thought: 'taken over from the thought it revises',
  session: 'taken over from the thought before',
}

type ToolRecommendationsProps = { tools: readonly RecommendedTool[]; unavailable: readonly string[] }

/** Recommended tools of a step with the parts of their confidence, then tools that are unavailable to the agent. */
function ToolRecommendations({ tools, unavailable }: ToolRecommendationsProps) {
  return (
    <>
      {tools.length === 0 ? (
        <p className="mt-3 text-ink-2">No recommended tools.</p>
      ) : (
        <ol aria-label="Recommended tools" className="mt-3 divide-y border-y">
          {tools.map((tool) => (
            <ToolItem key={tool.tool_name} tool={tool} />
          ))}
        </ol>
      )}
      {unavailable.length > 0 && (
        <p className="mt-2 text-ink-2">
          The agent lacks:{' '}
          {unavailable.map((name, place) => (
            <span key={name}>
              {place > 0 && ', '}
              <code className="font-mono text-xs line-through">{name}</code>
            </span>
          ))}
        </p>
      )}
    </>
  )
}

function ToolItem({ tool }: { tool: RecommendedTool }) {
  const { tool_name: name, available_as: availableAs, alternatives = [], suggested_inputs: inputs } = tool
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <code className="break-all font-medium font-mono text-xs">{name}</code>
        {availableAs && <span className="break-all text-ink-3 text-xs">as {availableAs}</span>}
      </div>
      <span className="text-right font-medium">{formatScore(tool.confidence)}</span>
      <p className="text-ink-2">{tool.rationale}</p>
      {tool.factors ? <Factors {...tool.factors} /> : <p className="text-right text-ink-3 text-xs">as sent</p>}
      {alternatives.length > 0 && <p className="col-span-2 text-ink-3 text-xs">Otherwise: {alternatives.join(', ')}</p>}
      {inputs && (
        <div className="col-span-2 mt-1">
          <JsonView value={inputs} name="suggested_inputs" />
        </div>
      )}
    </li>
  )
}

/** Formats the confidence as its formula: "0.70 × 0.90 + 0.05 branch". */
function Factors({ template, availability, context, evidence }: NonNullable<RecommendedTool['factors']>) {
  const parts = [
    availability === 1 ? null : `× ${formatScore(availability)} alternative`,
    context === 0 ? null : `${formatChange(context)} context`,
    evidence === 0 ? null : `${formatChange(evidence)} evidence`,
  ].filter((part) => part !== null)
  return (
    <p className="whitespace-nowrap text-right text-ink-3 text-xs">
      {formatScore(template)} template
      {parts.map((part) => (
        <span key={part} className="block">
          {part}
        </span>
      ))}
    </p>
  )
}
