import type { TemplateStep } from '@/lib/contracts/thinking/templates'
import type { MatchedOn, ThoughtInput } from '@/lib/contracts/thinking/think'
import { EngineInputError } from '../input-error'
import type { KnownThought, Place } from './place-thought'
import { detectWorkflow, unknownWorkflowStep, type Workflow } from './workflows'

export type ChosenStep = {
  workflow: string | null
  matchedOn: MatchedOn | null
  step: TemplateStep
  /** From 1. */
  number: number
  count: number
  warnings: string[]
}

/**
 * Chooses the step to answer a thought with. A revision gets the step of the thought it revises; any other the first incomplete step of its
 * workflow on its line, or the last one again when all are complete.
 * @throws {EngineInputError} on an unknown `workflow`.
 */
export function chooseStep(
  input: ThoughtInput,
  { before, revised }: Place,
  workflows: readonly Workflow[],
): ChosenStep {
  const named = findNamed(input.workflow, workflows)
  const ofRevised = revised && workflows.find(({ name }) => name === revised.workflow)
  if (revised && ofRevised) {
    const warnings =
      named && named !== ofRevised ? [`A revision keeps the workflow of what it revises: ${ofRevised.name}.`] : []
    return toStep(ofRevised, revised.step, 'revises_thought', warnings)
  }
  const found = named
    ? { workflow: named, matchedOn: 'workflow' as const }
    : (detectWorkflow({ target: input.verification_target, thought: input.thought }, workflows) ??
      inherit(before, workflows))
  if (!found) return unknownStep(workflows)
  const completed = completedSteps(before, found.workflow.name)
  const isDone = completed >= found.workflow.steps.length
  const warnings = isDone
    ? [`All steps of the ${found.workflow.name} workflow are done; this is the last one again.`]
    : []
  return toStep(found.workflow, completed + 1, found.matchedOn, warnings)
}

function findNamed(name: string | undefined, workflows: readonly Workflow[]): Workflow | null {
  if (name === undefined) return null
  const named = workflows.find((workflow) => workflow.name === name)
  if (named) return named
  const known = workflows.map((workflow) => workflow.name).join(', ')
  throw new EngineInputError([{ path: 'workflow', message: `is not known here; known are ${known}` }])
}

/** Without a recognised workflow, the line's current one continues. */
function inherit(before: readonly KnownThought[], workflows: readonly Workflow[]) {
  const last = before.findLast(({ workflow }) => workflow !== null)
  const workflow = last && workflows.find(({ name }) => name === last.workflow)
  return workflow ? { workflow, matchedOn: 'session' as const } : null
}

/**
 * Returns how many steps of a workflow are completed on a line. Steps are done in order, so a thought at step k implies that the earlier
 * ones are complete; step k itself is open if it failed or was inconclusive.
 */
function completedSteps(before: readonly KnownThought[], workflow: string): number {
  const completed = before
    .filter((thought) => thought.workflow === workflow)
    .map(({ step, outcome }) => (outcome === 'failure' || outcome === 'inconclusive' ? step - 1 : step))
  return Math.max(0, ...completed)
}

function toStep(workflow: Workflow, number: number, matchedOn: MatchedOn, warnings: string[]): ChosenStep {
  const count = workflow.steps.length
  const place = Math.min(number, count)
  const step = workflow.steps[place - 1] ?? unknownWorkflowStep
  return { workflow: workflow.name, matchedOn, step, number: place, count, warnings }
}

function unknownStep(workflows: readonly Workflow[]): ChosenStep {
  const names = workflows.map(({ name }) => name).join(', ')
  return {
    workflow: null,
    matchedOn: null,
    step: unknownWorkflowStep,
    number: 1,
    count: 1,
    warnings: [`No workflow was recognised. Name one in workflow or verification_target: ${names}.`],
  }
}
