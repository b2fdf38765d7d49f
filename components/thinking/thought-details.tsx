'use client'

import { useQuery } from '@tanstack/react-query'
import { JsonView } from '@/components/ui/json-view'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { AbsoluteTime } from '@/components/ui/time'
import type { ThoughtDetail } from '@/lib/contracts/thinking/sessions'
import { toProblem } from '@/lib/queries/problem'
import { thinkingQueries } from '@/lib/queries/thinking'
import { ToolRecommendations } from './tool-recommendations'

type ThoughtDetailsProps = {
  project: string
  sessionId: string
  ordinal: number
  /** The row above shows only the beginning of the thought. */
  isCut: boolean
}

/** All of one thought, read when it is opened. */
export function ThoughtDetails({ project, sessionId, ordinal, isCut }: ThoughtDetailsProps) {
  const { data, error } = useQuery(thinkingQueries.thought(project, sessionId, ordinal))
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
            ? 'No workflow was recognised'
            : `Step ${step.step_number} of ${step.step_count} of the ${thought.workflow} workflow`}
          {thought.matched_on && `, ${matchWords[thought.matched_on]}`}
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
        <section aria-label="The step as the agent described it">
          <h3 className="mb-1 text-ink-3 text-xs">The step as the agent described it</h3>
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

const matchWords: Record<NonNullable<ThoughtDetail['matched_on']>, string> = {
  workflow: 'named by the agent',
  verification_target: 'found in the target',
  thought: 'found in the thought',
  revises_thought: 'taken over from the thought it revises',
  session: 'taken over from the thought before',
}
