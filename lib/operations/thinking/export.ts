import {
  exportThinkingSession as contract,
  type HistoryThought,
  type SessionRow,
} from '@/lib/contracts/thinking/sessions'
import type { RecommendedTool } from '@/lib/contracts/thinking/think'
import { operation } from '../operation'
import { loadSession, toHistoryThought, toSessionRow } from './store'

const NAME_MAX = 60

/** Exports the whole session as Markdown. */
export const exportThinkingSession = operation(contract, async (ctx, { sessionId }) => {
  const projectId = ctx.project.id
  const session = toSessionRow(await loadSession(ctx.db, projectId, sessionId))
  const stored = await ctx.db.thought.findMany({ where: { projectId, sessionId }, orderBy: { ordinal: 'asc' } })
  return {
    filename: filenameOf(session.target ?? session.id),
    markdown: sessionMarkdown(session, stored.map(toHistoryThought)),
  }
})

function filenameOf(title: string): string {
  const slug = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, NAME_MAX)
  return `thinking-${slug || 'session'}.md`
}

type Line = { id: string | null; from: number | null; thoughts: HistoryThought[] }

/** Formats a session as Markdown: the main line first, then each branch, with the thoughts quoted as they were sent. */
function sessionMarkdown(session: SessionRow, thoughts: readonly HistoryThought[]): string {
  const facts = [
    `- Session: ${code(session.id)}`,
    `- Workflow: ${session.workflow ?? 'not recognised'}`,
    `- State: ${session.state}, ${count(thoughts.length, 'thought')}, ${count(session.branches, 'branch', 'branches')}`,
    `- Started: ${session.createdAt} by ${session.createdBy}`,
    `- Last active: ${session.updatedAt}`,
  ]
  const parts = [
    `# ${oneLine(session.target ?? 'Thinking session')}`,
    facts.join('\n'),
    ...linesOf(thoughts).map(lineMarkdown),
  ]
  return `${parts.join('\n\n')}\n`
}

/** Returns the main line, then the branches in the order in which they began. */
function linesOf(thoughts: readonly HistoryThought[]): Line[] {
  const lines = new Map<string | null, Line>()
  for (const thought of thoughts) {
    const line = lines.get(thought.branch_id) ?? {
      id: thought.branch_id,
      from: thought.branch_from_thought,
      thoughts: [],
    }
    line.thoughts.push(thought)
    lines.set(thought.branch_id, line)
  }
  return [...lines.values()].sort((a, b) => Number(a.id !== null) - Number(b.id !== null))
}

function lineMarkdown({ id, from, thoughts }: Line): string {
  const title = id === null ? '## Main line' : `## Branch ${code(id)}, from thought ${from}`
  return [title, ...thoughts.map(thoughtMarkdown)].join('\n\n')
}

function thoughtMarkdown(thought: HistoryThought): string {
  const { current_step: step, revises_thought: revises, step_outcome: outcome } = thought
  const about = [
    revises === null ? null : `revises thought ${revises}`,
    outcome === null ? null : `outcome: ${outcome.replace('_', ' ')}`,
    thought.recorded_at,
  ].filter((part) => part !== null)
  const workflow =
    thought.workflow === null ? 'No workflow' : `${thought.workflow}, step ${step.step_number} of ${step.step_count}`
  const suggested = thought.suggested_revision?.reason ?? thought.suggested_branch?.reason
  const notes = [
    `**${workflow}**: ${oneLine(step.step_description)}. Expected: ${oneLine(step.expected_outcome)}.`,
    step.recommended_tools.map(toolMarkdown).join('\n'),
    thought.unavailable_recommendations.length > 0 &&
      `Not available to the client: ${thought.unavailable_recommendations.map(code).join(', ')}.`,
    suggested && `Suggested: ${suggested}`,
  ].filter(Boolean)
  return [
    `### Thought ${thought.thought_number} of ${thought.total_thoughts}`,
    `_${about.join('; ')}_`,
    quote(thought.thought),
    ...notes,
  ].join('\n\n')
}

function toolMarkdown({ tool_name, confidence, rationale, available_as }: RecommendedTool): string {
  const name = available_as === undefined ? code(tool_name) : `${code(tool_name)} as ${code(available_as)}`
  return `- ${name}, confidence ${confidence.toFixed(2)}: ${oneLine(rationale)}`
}

const quote = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join('\n')
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const count = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`

/** Formats text as inline code, whatever backticks it contains. */
function code(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return longest === 0 ? `${fence}${oneLine(text)}${fence}` : `${fence} ${oneLine(text)} ${fence}`
}
