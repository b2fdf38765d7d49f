import type { TemplateStep, ThinkingTemplate } from '@/lib/contracts/thinking/templates'
import { compatibilityTemplate } from './templates/compatibility'
import { syntaxTemplate } from './templates/syntax'
import { testTemplate } from './templates/test'
import { versionTemplate } from './templates/version'

export type Workflow = ThinkingTemplate & { name: string }

/** In the order in which their words are looked for: compatibility before version where both occur. */
export const builtInWorkflows: readonly Workflow[] = [
  { name: 'compatibility', ...compatibilityTemplate },
  { name: 'version', ...versionTemplate },
  { name: 'syntax', ...syntaxTemplate },
  { name: 'test', ...testTemplate },
]

/** What to do where no workflow is recognised. */
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

/** The project's workflows first, each in place of a built-in one of its name. */
export function workflowsOf(projectWorkflows: readonly Workflow[]): readonly Workflow[] {
  const own = new Set(projectWorkflows.map(({ name }) => name))
  return [...projectWorkflows, ...builtInWorkflows.filter(({ name }) => !own.has(name))]
}
