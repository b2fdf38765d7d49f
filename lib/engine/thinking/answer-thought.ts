import type { TemplateStep } from '@/lib/contracts/thinking/templates'
import type { AnsweredStep, ThoughtAnswer, ThoughtInput } from '@/lib/contracts/thinking/think'
import { type ChosenStep, chooseStep } from './choose-step'
import { branchesOf, type KnownThought, type Place, placeThought } from './place-thought'
import { recommendTools, sortTools, type ToolEvidence } from './recommend-tools'
import { fillText, readSubject } from './subject'
import { type Workflow, workflowsOf } from './workflows'

export type SessionSoFar = {
  sessionId: string
  /** The thoughts kept, in order of arrival. */
  thoughts: readonly KnownThought[]
  /** Number of older thoughts that are no longer kept. */
  dropped: number
  /** Maximum number of thoughts the session keeps. */
  maxThoughts: number
  projectWorkflows: readonly Workflow[]
}

type Answered = { answer: ThoughtAnswer; place: Place }

/**
 * Answers one thought from the state of its session. The input is never rewritten; raised or forced fields are reported.
 * @throws {EngineInputError} on a thought that does not fit its session.
 */
export function answerThought(input: ThoughtInput, session: SessionSoFar): Answered {
  const { thoughts } = session
  const place = placeThought(input, thoughts, session.dropped)
  const chosen = chooseStep(input, place, workflowsOf(session.projectWorkflows))
  const target =
    input.verification_target ?? place.before.findLast((thought) => thought.target !== null)?.target ?? null
  const { step, unavailable, removed } = input.current_step
    ? keepStep(input.current_step, input.available_client_tools)
    : fillStep(input, chosen.step, { place, thoughts, target })
  const plan = adjustPlan(input)
  const kept = thoughts.slice(Math.max(0, thoughts.length + 1 - session.maxThoughts))
  const branches = branchesOf(kept)
  if (place.branchId !== null && place.origin) branches.set(place.branchId, place.origin)
  const answer: ThoughtAnswer = {
    session_id: session.sessionId,
    thought_number: input.thought_number,
    ...plan.fields,
    workflow: chosen.workflow,
    matched_on: chosen.matchedOn,
    current_step: { ...step, step_number: chosen.number, step_count: chosen.count },
    branches: [...branches.keys()],
    branch: toBranch(place),
    revises_thought: place.revised?.number ?? null,
    thought_history_length: kept.length + 1,
    unavailable_recommendations: unavailable,
    warnings: [
      ...plan.warnings,
      ...numberWarnings(input, place),
      ...chosen.warnings,
      ...removed.map((name) => `${name} was removed from current_step: Tavily is never recommended.`),
      ...toolWarnings(input, step),
    ],
    ...suggestNext(input, place, chosen, thoughts),
    verification_target: target,
  }
  return { answer, place }
}

type Step = {
  step: Pick<AnsweredStep, 'step_description' | 'expected_outcome' | 'recommended_tools' | 'next_step_conditions'>
  unavailable: string[]
  /** Tools of the client's own step that are never recommended. */
  removed: string[]
}

/** Keeps the step sent by the client; tools the client lacks are only listed. Tavily is removed from every answer. */
function keepStep(step: NonNullable<ThoughtInput['current_step']>, clientTools: readonly string[] | undefined): Step {
  const { allowed, barred, lacking } = sortTools(step.recommended_tools, clientTools)
  return { step: { ...step, recommended_tools: allowed }, unavailable: [...barred, ...lacking], removed: barred }
}

/** Returns the template's step for the current subject, with the tools available to the client. */
function fillStep(
  input: ThoughtInput,
  template: TemplateStep,
  { place, thoughts, target }: { place: Place; thoughts: readonly KnownThought[]; target: string | null },
): Step {
  const subject = readSubject(target, input.thought)
  const { tools, unavailable } = recommendTools(template.recommended_tools, {
    isRevision: place.revised !== null,
    isBranch: place.branchId !== null,
    subject,
    clientTools: input.available_client_tools,
    evidence: evidenceOf(thoughts),
  })
  const step = {
    step_description: fillText(template.step_description, subject),
    expected_outcome: fillText(template.expected_outcome, subject),
    recommended_tools: tools,
    next_step_conditions: template.next_step_conditions.map((condition) => fillText(condition, subject)),
  }
  return { step, unavailable, removed: [] }
}

/** Raises `total_thoughts` to at least the thought number; `needs_more_thoughts` adds one more. Reports what was changed. */
function adjustPlan({
  thought_number: number,
  total_thoughts,
  next_thought_needed,
  needs_more_thoughts,
}: ThoughtInput) {
  const isMore = needs_more_thoughts === true
  const total = Math.max(total_thoughts, isMore ? number + 1 : number)
  const isNext = next_thought_needed || isMore
  const warnings: string[] = []
  if (total !== total_thoughts) warnings.push(`total_thoughts was raised from ${total_thoughts} to ${total}.`)
  if (isNext !== next_thought_needed) warnings.push('next_thought_needed was set, since more thoughts are needed.')
  return { fields: { total_thoughts: total, next_thought_needed: isNext, adjusted: warnings.length > 0 }, warnings }
}

function numberWarnings({ thought_number: number }: ThoughtInput, { before, origin }: Place): string[] {
  const last = Math.max(origin?.number ?? 0, ...before.map((thought) => thought.number))
  if (number < last) return [`Thought ${number} came after thought ${last}.`]
  if (last === origin?.number && number > last + 1)
    return [`A branch goes on from its origin: its first thought is ${last + 1}, not ${number}.`]
  if (number === last + 2) return [`Thought ${last + 1} is missing on this line.`]
  return number > last + 2 ? [`Thoughts ${last + 1} to ${number - 1} are missing on this line.`] : []
}

function toolWarnings({ available_client_tools: available }: ThoughtInput, step: Step['step']): string[] {
  if (available === undefined || step.recommended_tools.length > 0) return []
  return available.length === 0
    ? ['available_client_tools is empty, so no tool is recommended.']
    : ['None of the tools for this step is among available_client_tools.']
}

/** The outcome of a thought's step counts as evidence for its tools. */
function evidenceOf(thoughts: readonly KnownThought[]): ToolEvidence[] {
  return thoughts
    .filter(({ outcome }) => outcome === 'success' || outcome === 'failure')
    .map(({ tools, outcome }) => ({ tools, isSuccess: outcome === 'success' }))
}

function toBranch({ branchId, origin }: Place): ThoughtAnswer['branch'] {
  if (branchId === null || origin === null) return null
  return { branch_id: branchId, branch_from_thought: origin.number, parent_branch_id: origin.parentId }
}

type Suggestions = Pick<ThoughtAnswer, 'suggested_revision' | 'suggested_branch'>

/** Suggests a revision after a failure, a branch for several options, and nothing otherwise. */
function suggestNext(
  input: ThoughtInput,
  place: Place,
  chosen: ChosenStep,
  thoughts: readonly KnownThought[],
): Suggestions {
  if (input.step_outcome === 'failure') return { suggested_revision: suggestRevision(input, place, chosen) }
  if (input.step_outcome === 'multiple_options') return { suggested_branch: suggestBranch(input, thoughts) }
  return {}
}

/**
 * Suggests to revise the latest thought at the step that the template names for a failure (default: the one before), else this thought
 * itself.
 */
function suggestRevision(input: ThoughtInput, { before }: Place, chosen: ChosenStep) {
  const next = 1 + Math.max(input.thought_number, ...before.map(({ number }) => number))
  const target = chosen.step.revise_step_on_failure ?? chosen.number - 1
  const earlier = before.findLast(({ workflow, step }) => workflow === chosen.workflow && step === target)
  const revises = earlier?.number ?? input.thought_number
  const reason = earlier
    ? `Step ${chosen.number} failed: reconsider step ${target}, thought ${revises}.`
    : `Step ${chosen.number} failed: do it again.`
  return { is_revision: true as const, revises_thought: revises, thought_number: next, reason }
}

/** Suggests a branch from this thought, with the first unused id. */
function suggestBranch(input: ThoughtInput, thoughts: readonly KnownThought[]) {
  const taken = branchesOf(thoughts)
  let n = 1
  while (taken.has(`alternative-${n}`) || input.branch_id === `alternative-${n}`) n += 1
  return {
    branch_from_thought: input.thought_number,
    branch_id: `alternative-${n}`,
    thought_number: input.thought_number + 1,
    reason: `Thought ${input.thought_number} found several options: follow one here and another on a branch.`,
  }
}
