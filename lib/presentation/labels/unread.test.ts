import { expect, it } from 'vitest'
import type { NodeView, UnreadValue } from '@/lib/contracts/run-detail'
import { unreadLabel, unreadWords, withUnread } from './unread'

const value = (overrides: Partial<UnreadValue>): UnreadValue => ({
  ...{ nodeId: null, field: 'output', bytes: 61_234, movedAt: '2026-01-01T00:00:00.000Z', why: 'away' },
  ...overrides,
})
const node = { id: 'n1', name: 'Search', output: undefined, input: 'short' } as NodeView

it('replaces each unreadable text by a note, and leaves everything else unchanged', () => {
  const detail = { request: 'asked', output: undefined, nodes: [node], unread: [value({}), value({ nodeId: 'n1' })] }
  const shown = withUnread(detail)
  const words = '[61 kB kept in the payload store, which is not responding]'
  expect([shown.request, shown.output, shown.nodes[0]?.output, shown.nodes[0]?.input]).toEqual([
    'asked',
    words,
    words,
    'short',
  ])
  const whole = { ...detail, unread: [] }
  expect(withUnread(whole)).toBe(whole)
})

it('names the value, and whether the store is unavailable or lost it', () => {
  expect(unreadLabel(value({ nodeId: 'n1', field: 'toolCalls' }), [node])).toBe('Tool calls of Search, 61 kB')
  expect(unreadLabel(value({ field: 'request' }), [node])).toBe('Request, 61 kB')
  expect(unreadWords([value({})]).title).toBe('1 long value of this run cannot be read now')
  expect(unreadWords([value({ why: 'lost' }), value({})]).title).toBe('2 long values of this run cannot be read')
})
