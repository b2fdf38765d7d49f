import type { TemplateStep, ThinkingTemplate } from '@/lib/contracts/thinking/templates'
import type { MatchedOn } from '@/lib/contracts/thinking/think'
import { escapePattern } from '../escape-pattern'
import { compatibilityTemplate } from './templates/compatibility'
import { syntaxTemplate } from './templates/syntax'
import { testTemplate } from './templates/test'
import { versionTemplate } from './templates/version'

export type Workflow = ThinkingTemplate & { name: string }

/** In the order in which their keywords are searched: compatibility before version if both occur. */
export const builtInWorkflows: readonly Workflow[] = [
  { name: 'compatibility', ...compatibilityTemplate },
  { name: 'version', ...versionTemplate },
  { name: 'syntax', ...syntaxTemplate },
  { name: 'test', ...testTemplate },
]

/** The step to answer with when no workflow is recognised. */
export const unknownWorkflowStep: TemplateStep = {
  step_description: 'Find out what has to be verified[ about {target}]',
  expected_outcome: 'A target and a way to verify it',
  recommended_tools: [
    {
      tool_name: 'read_file',
      confidence: 0.8,
      rationale: 'Read the files the question is about',
      priority: 1,
      purpose: 'read',
    },
    {
      tool_name: 'search_files',
      confidence: 0.7,
      rationale: 'Find where it is used',
      priority: 2,
      purpose: 'search',
    },
  ],
  next_step_conditions: ['The target is named', 'The workflow is chosen'],
}

/** Returns the project's workflows first, each replacing the built-in one of the same name. */
export function workflowsOf(projectWorkflows: readonly Workflow[]): readonly Workflow[] {
  const own = new Set(projectWorkflows.map(({ name }) => name))
  return [...projectWorkflows, ...builtInWorkflows.filter(({ name }) => !own.has(name))]
}

type Detected = { workflow: Workflow; matchedOn: MatchedOn }
type Texts = { target?: string | undefined; thought: string }

/**
 * Detects the workflow whose keyword occurs as a whole word in `target`, else in `thought`; earlier workflows take precedence. "latest" and
 * "contest" do not match "test".
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

/** Whether `words` occur in `text` as whole words, ignoring case; letters, digits and _ are word characters. */
export function hasWords(text: string, words: string): boolean {
  const escaped = words.trim().split(/\s+/).map(escapePattern).join('\\s+')
  return new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`, 'iu').test(text)
}
