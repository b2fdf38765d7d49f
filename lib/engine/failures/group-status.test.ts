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

describe('groupStatus', () => {
  it.each<[string, Partial<GroupFacts>, string]>([
    ['seen for the first time this week', { firstSeenAt: ago(6.9) }, 'new'],
    ['seen for longer', { firstSeenAt: ago(7.1) }, 'ongoing'],
    ['regressed this week', { regressedAt: ago(1) }, 'regressed'],
    ['regressed a while ago', { regressedAt: ago(8) }, 'ongoing'],
    ['new and regressed', { firstSeenAt: ago(3), regressedAt: ago(1) }, 'regressed'],
    ['escalating', { firstSeenAt: ago(3), regressedAt: ago(1), escalatingAt: ago(0) }, 'escalating'],
    ['archived permanently', { status: 'archived', escalatingAt: ago(0) }, 'archived'],
    ['archived until tomorrow', { status: 'archived', archivedUntil: ago(-1) }, 'archived'],
    ['archived until now', { status: 'archived', archivedUntil: now }, 'ongoing'],
    [
      'archived until yesterday, and regressed before',
      { status: 'archived', archivedUntil: ago(1), regressedAt: ago(2) },
      'regressed',
    ],
    ['resolved', { status: 'resolved', regressedAt: ago(1), escalatingAt: ago(0) }, 'resolved'],
  ])('%s', (_, given, expected) => {
    expect(groupStatus({ ...facts, ...given }, now)).toBe(expected)
  })
})

describe('isRegression', () => {
  it.each<[string, boolean]>([
    ['of the versions known at the resolution', false],
    ['newer than those', true],
  ])('resolved in the next version: %s', (_, isNewer) => {
    const resolution = { at: ago(5), chainId: null, isInNext: true }
    expect(isRegression(resolution, { at: ago(4), chainId: 'a', order: 0, isNewer })).toBe(isNewer)
    expect(isRegression(resolution, { at: ago(6), chainId: 'a', order: 0, isNewer })).toBe(false)
  })

  it.each<[string, string | null, number, string, number, boolean]>([
    ['before the resolution', null, 6, 'a', 0, false],
    ['after the resolution, anywhere', null, 4, 'a', -1, true],
    ['after the resolution, in an older version', 'a', 4, 'a', -1, false],
    ['after the resolution, in that version', 'a', 4, 'a', 0, true],
    ['after the resolution, in a later version', 'a', 4, 'a', 1, true],
    ['before the resolution, in a later version', 'a', 6, 'a', 1, false],
    ['after the resolution, in another chain', 'a', 4, 'b', -1, true],
  ])('%s', (_, resolvedIn, failedAgo, chainId, order, expected) => {
    const resolution = { at: ago(5), chainId: resolvedIn, isInNext: false }
    expect(isRegression(resolution, { at: ago(failedAgo), chainId, order, isNewer: true })).toBe(expected)
  })
})
