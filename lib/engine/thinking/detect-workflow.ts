import type { MatchedOn } from '@/lib/contracts/thinking/sequential-thinking-qa'
import type { Workflow } from './workflows'

export type Detected = { workflow: Workflow; matchedOn: MatchedOn }
type Texts = { target?: string | undefined; thought: string }

/**
 * The workflow that `target`, else `thought` names by a whole word of one of them, in their order. "latest" and
 * "contest" are no test.
 */
export function detectWorkflow({ target, thought }: Texts, workflows: readonly Workflow[]): Detected | null {
  const inTarget = target === undefined ? undefined : findNamed(target, workflows)
  if (inTarget) return { workflow: inTarget, matchedOn: 'verification_target' }
  const inThought = findNamed(thought, workflows)
  return inThought ? { workflow: inThought, matchedOn: 'thought' } : null
}

function findNamed(text: string, workflows: readonly Workflow[]): Workflow | undefined {
  return workflows.find(({ keywords }) => keywords.some((keyword) => hasWords(text, keyword)))
}

/** Whether `words` stand in `text` by themselves, in any case; letters, digits and _ make a word longer. */
export function hasWords(text: string, words: string): boolean {
  const escaped = words
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&'))
    .join('\\s+')
  return new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`, 'iu').test(text)
}
