import type { InputOf } from '@/lib/contracts/contract'
import { sequentialThinkingQa } from '@/lib/contracts/thinking/think'
import type { Desk } from './desk'

/** A session id that must be URL-encoded. */
export const TAILWIND_SESSION = 'tailwind / upgrade'

const tools = [
  'mcp__fs__read_file',
  'execute_command',
  'browser_navigate',
  'mcp-omnisearch:kagi_search',
  'write_to_file',
]

type Thought = Pick<InputOf<typeof sequentialThinkingQa>, 'thought' | 'thought_number'> &
  Partial<InputOf<typeof sequentialThinkingQa>>

const story: readonly Thought[] = [
  { thought_number: 1, thought: 'Which version of Tailwind is installed?', step_outcome: 'success' },
  { thought_number: 2, thought: 'The docs show two ways to configure this version.', step_outcome: 'multiple_options' },
  { thought_number: 3, thought: 'Plan the CSS-first way.' },
  { thought_number: 3, thought: 'Plan the JavaScript way.', branch_from_thought: 2, branch_id: 'alternative-1' },
  { thought_number: 4, thought: 'Build it.', step_outcome: 'failure' },
  { thought_number: 5, thought: 'Build failed due to a syntax error.', is_revision: true, revises_thought: 3 },
  { thought_number: 6, thought: 'It builds.', step_outcome: 'success', next_thought_needed: false },
]

/** Records a thinking session with a branch and a revision as {@link TAILWIND_SESSION}, using the project's key. */
export async function thinkTailwind(desk: Desk): Promise<void> {
  for (const thought of story)
    await desk.send(sequentialThinkingQa, {
      session_id: TAILWIND_SESSION,
      total_thoughts: 4,
      next_thought_needed: true,
      verification_target: 'Tailwind CSS version',
      available_client_tools: tools,
      ...thought,
    })
}
