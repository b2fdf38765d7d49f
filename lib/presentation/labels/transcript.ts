import { formatDuration } from '../format/date'
import { formatCompact } from '../format/number'
import type { Flaw, Step, StepRole } from '../transcript/step'

export const roleLabels: Record<StepRole, string> = {
  system: 'System',
  user: 'User',
  assistant: 'Assistant',
  agent: 'Agent',
  tool: 'Tool',
  retrieval: 'Retrieval',
  check: 'Check',
  step: 'Step',
}

/** The severity of a flaw as a verdict's colour. */
export const flawTones: Record<Flaw['kind'], 'fail' | 'review' | 'unknown'> = {
  guilty: 'fail',
  root: 'fail',
  failed: 'fail',
  contradicted: 'fail',
  unmet: 'review',
  suggested: 'review',
  cascade: 'unknown',
  unsupported: 'review',
}

type Timed = Pick<Step, 'model' | 'offsetMs' | 'durationMs' | 'tokens' | 'tries'>

/**
 * Returns a step's model, tries, start, duration and tokens; empty if none is known. A start or a duration of less than a millisecond is left
 * out: of an instant step that begins with its run, the two say nothing.
 */
export function stepTimes({ model, offsetMs, durationMs, tokens, tries }: Timed): string {
  const start = timeOf(offsetMs)
  return [
    model,
    tries === null || tries < 2 ? null : `${tries} tries`,
    start && `+${start}`,
    timeOf(durationMs),
    tokens === null ? null : `${formatCompact(tokens)} tokens`,
  ]
    .filter(Boolean)
    .join(' · ')
}

const timeOf = (ms: number | null) => (ms === null || ms < 0.5 ? null : formatDuration(ms))

/** Returns a step's name; the role's label if it is only named after its role. */
export function stepName({ name, role }: Step): string {
  return name.toLowerCase() === roleLabels[role].toLowerCase() ? roleLabels[role] : name
}

/** Returns the accessible name of a step: number, name, role and first flaw. */
export function stepTitle(step: Step, place: number): string {
  const name = stepName(step)
  const role = name === roleLabels[step.role] || step.role === 'step' ? '' : `, ${roleLabels[step.role]}`
  const flaw = step.flaws[0] ? `, ${step.flaws[0].label}` : ''
  return `Step ${place + 1}, ${name}${role}${flaw}`
}
