import { exportThinkingSession as contract } from '@/lib/contracts/thinking/sessions'
import { operation } from '../operation'
import { sessionMarkdown } from './session-markdown'
import { loadSession, toSessionRow } from './session-row'
import { toHistoryThought } from './to-history-thought'

const NAME_MAX = 60

/** The whole session as Markdown. */
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
