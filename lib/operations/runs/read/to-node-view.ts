import type { z } from 'zod'
import type { FailureView, NodeView } from '@/lib/contracts/run-detail'
import { nodeInput, type tokenCounts } from '@/lib/contracts/run-input'
import type { NodeRun } from '@/lib/db/generated/client'
import { toErrorView } from './to-error-view'

const { toolCalls: toolCallsSchema, files: filesSchema, tokens: tokensSchema, status } = nodeInput.shape

/** A stored node as it is shown. Whatever it did not send stays absent or null; `sentNull` = its output was sent as null. */
export function toNodeView(row: NodeRun, failure: FailureView | null, sentNull: boolean): NodeView {
  const toolCalls = toolCallsSchema.parse(row.toolCalls ?? undefined)
  return {
    id: row.nodeId,
    name: row.name,
    type: row.type,
    dependencies: row.dependencies,
    status: status.parse(row.status),
    output: row.output ?? (sentNull ? null : undefined),
    error: toErrorView(row.error),
    toolCalls: Array.isArray(toolCalls) ? toolCalls : null,
    toolCallCount: Array.isArray(toolCalls) ? toolCalls.length : (toolCalls ?? null),
    files: filesSchema.parse(row.files ?? undefined) ?? null,
    tokens: toTokensView(tokensSchema.parse(row.tokens ?? undefined)),
    attempts: row.attempts,
    startedAt: row.startedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    durationMs: row.durationMs,
    failure,
  }
}

type Tokens = z.infer<typeof tokenCounts>

/** Token counts with what was not counted as null; a total that was not told is the sum of both sides, where both were. */
export function toTokensView(tokens: Tokens | undefined) {
  const { input = null, output = null } = tokens ?? {}
  const sum = input !== null && output !== null ? input + output : null
  return { input, output, total: tokens?.total ?? sum, useful: tokens?.useful ?? null }
}
