import { describe, expect, it } from 'vitest'
import type { ThinkingSessionView, ThoughtNode } from '@/lib/contracts/thinking/sessions'
import { mergeSession, thinkingSearchParsers } from './thinking'

const view = (ordinals: number[], firstOrdinal: number | null, lastOrdinal: number): ThinkingSessionView => ({
  session: {
    id: 's',
    target: null,
    workflow: null,
    thoughts: ordinals.length,
    branches: 0,
    state: 'open',
    createdBy: 'key',
    createdAt: '2026-11-20T10:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
  },
  thoughts: ordinals.map(
    (ordinal): ThoughtNode => ({
      ordinal,
      number: ordinal,
      branchId: null,
      origin: null,
      text: '',
      isCut: false,
      revises: null,
      outcome: null,
      workflow: null,
      step: { number: 1, count: 1, description: '' },
      tools: [],
      unavailable: 0,
      suggests: null,
      recordedAt: '2026-11-20T10:00:00.000Z',
    }),
  ),
  firstOrdinal,
  lastOrdinal,
})
const ordinals = (known: ThinkingSessionView, since: ThinkingSessionView) =>
  mergeSession(known, since).thoughts.map((thought) => thought.ordinal)

describe('mergeSession', () => {
  it('appends new thoughts', () => {
    expect(ordinals(view([1, 2], 1, 2), view([3, 4], 1, 4))).toEqual([1, 2, 3, 4])
    expect(ordinals(view([1, 2], 1, 2), view([], 1, 2))).toEqual([1, 2])
  })

  it('drops thoughts that the server no longer keeps', () => {
    expect(ordinals(view([1, 2], 1, 2), view([3], 2, 3))).toEqual([2, 3])
    expect(ordinals(view([1, 2], 1, 2), view([], null, 2))).toEqual([])
    expect(ordinals(view([1, 2], 1, 2), view([3], 3, 3))).toEqual([3])
  })

  it('does not duplicate a thought', () => {
    expect(ordinals(view([1, 2, 3], 1, 3), view([3, 4], 1, 4))).toEqual([1, 2, 3, 4])
  })
})

it('a longer text in the address is cut to what a search takes', () => {
  expect(thinkingSearchParsers.text.parse('x'.repeat(300))).toHaveLength(200)
})
