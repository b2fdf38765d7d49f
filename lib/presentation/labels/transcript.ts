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

/** How grave a flaw is, as a verdict's colour. */
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

/** What stands at the right of a step: when it began, how long it took, its tokens; empty where none of them was told. */
export function stepTimes({ offsetMs, durationMs, tokens, tries }: Step): string {
  return [
    tries === null || tries < 2 ? null : `${tries} tries`,
    offsetMs === null ? null : `+${formatDuration(offsetMs)}`,
    durationMs === null ? null : formatDuration(durationMs),
    tokens === null ? null : `${formatCompact(tokens)} tokens`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** A step's own name; one that is only named after its role by the role's word. */
export function stepName({ name, role }: Step): string {
  return name.toLowerCase() === roleLabels[role].toLowerCase() ? roleLabels[role] : name
}

/** A step's name as it is read out: its number, who it is, and what is wrong with it. */
export function stepTitle(step: Step, place: number): string {
  const name = stepName(step)
  const role = name === roleLabels[step.role] || step.role === 'step' ? '' : `, ${roleLabels[step.role]}`
  const flaw = step.flaws[0] ? `, ${step.flaws[0].label}` : ''
  return `Step ${place + 1}, ${name}${role}${flaw}`
}
