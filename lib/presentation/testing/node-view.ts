import type { NodeView } from '@/lib/contracts/run-detail'

/** Makes a completed node with only an id by default. */
export function nodeView(id: string, overrides: Partial<NodeView> = {}): NodeView {
  return {
    id,
    name: null,
    type: null,
    dependencies: [],
    status: 'completed',
    error: null,
    model: null,
    provider: null,
    attributes: null,
    toolCalls: null,
    toolCallCount: null,
    files: null,
    tokens: { input: null, output: null, total: null },
    attempts: null,
    startedAt: null,
    endedAt: null,
    durationMs: null,
    failure: null,
    ...overrides,
  }
}
