import { describe, expect, it } from 'vitest'
import { type GroupFacts, groupStatus, isRegression } from './group-status'

const now = new Date('2026-03-20T12:00:00Z')
const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
const facts: GroupFacts = {
  status: 'open',
  firstSeenAt: ago(30),
  archivedUntil: null,
  regressedAt: null,
  escalatingAt: null,
}

describe('the status of a group', () => {
  it.each<[string, Partial<GroupFacts>, string]>([
    ['seen for the first time this week', { firstSeenAt: ago(6.9) }, 'new'],
    ['seen for longer', { firstSeenAt: ago(7.1) }, 'ongoing'],
    ['came back this week', { regressedAt: ago(1) }, 'regressed'],
    ['came back a while ago', { regressedAt: ago(8) }, 'ongoing'],
    ['new and back at once', { firstSeenAt: ago(3), regressedAt: ago(1) }, 'regressed'],
    ['more than usual', { firstSeenAt: ago(3), regressedAt: ago(1), escalatingAt: ago(0) }, 'escalating'],
    ['archived for good', { status: 'archived', escalatingAt: ago(0) }, 'archived'],
    ['archived until tomorrow', { status: 'archived', archivedUntil: ago(-1) }, 'archived'],
    ['archived until now', { status: 'archived', archivedUntil: now }, 'ongoing'],
    [
      'archived until yesterday, and back before',
      { status: 'archived', archivedUntil: ago(1), regressedAt: ago(2) },
      'regressed',
    ],
    ['resolved', { status: 'resolved', regressedAt: ago(1), escalatingAt: ago(0) }, 'resolved'],
  ])('%s', (_, given, expected) => {
    expect(groupStatus({ ...facts, ...given }, now)).toBe(expected)
  })
})

describe('a failure of a resolved group', () => {
  it.each<[string, string | null, number, string, number, boolean]>([
    ['before it was resolved', null, 6, 'a', 0, false],
    ['after it, anywhere', null, 4, 'a', -1, true],
    ['after it, in an older version', 'a', 4, 'a', -1, false],
    ['after it, in that version', 'a', 4, 'a', 0, true],
    ['after it, in a later version', 'a', 4, 'a', 1, true],
    ['before it, in a later version', 'a', 6, 'a', 1, false],
    ['after it, in another chain', 'a', 4, 'b', -1, true],
  ])('%s', (_, resolvedIn, failedAgo, chainId, order, expected) => {
    expect(isRegression({ at: ago(5), chainId: resolvedIn }, { at: ago(failedAgo), chainId, order })).toBe(expected)
  })
})
