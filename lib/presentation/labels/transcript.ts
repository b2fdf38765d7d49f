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

/** Returns a step's model, start, duration and tokens; empty if none is known. */
export function stepTimes({ model, offsetMs, durationMs, tokens, tries }: Step): string {
  return [
    model,
    tries === null || tries < 2 ? null : `${tries} tries`,
    offsetMs === null ? null : `+${formatDuration(offsetMs)}`,
    durationMs === null ? null : formatDuration(durationMs),
    tokens === null ? null : `${formatCompact(tokens)} tokens`,
  ]
    .filter(Boolean)
    .join(' · ')
}

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
