import type { ThoughtAnswer, ThoughtInput } from '@/lib/contracts/thinking/think'
import { answerThought, type SessionSoFar } from '../answer-thought'
import type { KnownThought } from '../place-thought'

/** A thought with default content. */
export function thoughtOf(number: number, fields: Partial<ThoughtInput> = {}): ThoughtInput {
  return {
    thought: 'Need to verify the installed version',
    thought_number: number,
    total_thoughts: 4,
    next_thought_needed: true,
    ...fields,
  }
}

/** Answers thoughts one after the other as one session; throws if one is refused. */
export function thinkThrough(inputs: readonly ThoughtInput[], session: Partial<SessionSoFar> = {}): ThoughtAnswer[] {
  let thoughts: KnownThought[] = [...(session.thoughts ?? [])]
  return inputs.map((input) => {
    const maxThoughts = session.maxThoughts ?? 1000
    const { answer } = answerThought(input, {
      sessionId: 's',
      dropped: 0,
      projectWorkflows: [],
      ...session,
      maxThoughts,
      thoughts,
    })
    thoughts = [...thoughts, toKnownThought(input, answer)].slice(-maxThoughts)
    return answer
  })
}

export function lastAnswer(...inputs: readonly ThoughtInput[]): ThoughtAnswer {
  const answer = thinkThrough(inputs).at(-1)
  if (!answer) throw new Error('a session has at least one thought')
  return answer
}

/** Names and confidences of the recommended tools. */
export function toolsOf({ current_step: step }: ThoughtAnswer): [string, number][] {
  return step.recommended_tools.map(({ tool_name, confidence }) => [tool_name, confidence])
}

/** Converts an answered thought to the facts that later ones need. */
function toKnownThought(input: ThoughtInput, answer: ThoughtAnswer): KnownThought {
  const { branch, workflow, current_step: step } = answer
  return {
    number: answer.thought_number,
    branchId: branch?.branch_id ?? null,
    origin: branch && { number: branch.branch_from_thought, parentId: branch.parent_branch_id },
    workflow,
    step: step.step_number,
    outcome: input.step_outcome ?? null,
    tools: (input.current_step ?? step).recommended_tools.map((tool) => tool.tool_name),
    target: answer.verification_target,
  }
}
