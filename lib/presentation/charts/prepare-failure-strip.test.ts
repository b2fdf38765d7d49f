import { describe, expect, it } from 'vitest'
import type { FailureGroup } from '@/lib/contracts/failures'
import { failureStatuses } from '@/lib/contracts/vocabulary'
import { escalationSentence, prepareFailureStrip } from './prepare-failure-strip'

describe('prepareFailureStrip', () => {
  const days = { bucket: 'day', timeZone: 'UTC' } as const
  const buckets = [
    { start: '2026-11-19T00:00:00Z', end: '2026-11-20T00:00:00Z' },
    { start: '2026-11-20T00:00:00Z', end: '2026-11-21T00:00:00Z' },
  ]
  const none = { roots: 0, cascades: 0 }
  const one = { roots: 0, cascades: 1 }
  const group = {
    fingerprint: 'v1:a',
    failureClass: 'timeout' as const,
    node: 'fetch',
    otherNodes: 0,
    template: 't',
    code: null,
    roots: 100,
    cascades: 1,
    lastSeenAt: '2026-11-20T00:00:00Z',
  }

  it('keeps a single failure visible next to a hundred', () => {
    const { rows } = prepareFailureStrip(
      [
        {
          ...group,
          marks: [{ roots: 100, cascades: 0 }, one],
        },
      ],
      buckets,
      'p',
      days,
    )
    const marks = rows[0]?.marks ?? []
    expect(marks[0]?.cascadeHeight).toBe(0)
    expect(marks[1]?.cascadeHeight).toBeGreaterThanOrEqual(3)
    expect(marks[1]?.rootHeight).toBe(0)
  })

  it('names a group in two parts as its page names it', () => {
    const groups = [group, { ...group, fingerprint: 'v1:b', failureClass: 'unknown' as const, node: 'run' }]
    const { rows } = prepareFailureStrip(
      groups.map((one) => ({ ...one, marks: [] })),
      buckets,
      'p',
      days,
    )
    expect(rows.map(({ what, where }) => what + where)).toEqual(['Timed out at fetch', 'Failure of the run itself'])
  })

  it('draws a thousand groups over two centuries', () => {
    const months = Array.from({ length: 2760 }, () => ({ start: '2026-11-19T00:00:00Z', end: '2026-11-20T00:00:00Z' }))
    const marks = months.map((_, place) => (place === 0 ? one : none))
    const { rows } = prepareFailureStrip(
      Array.from({ length: 1000 }, () => ({ ...group, marks })),
      months,
      'p',
      days,
    )
    expect(rows).toHaveLength(1000)
  })

  it('keeps the place of a bucket without failures', () => {
    const { rows, places } = prepareFailureStrip([{ ...group, marks: [none, one] }], buckets, 'p', days)
    expect(rows[0]?.marks.map(({ place }) => place)).toEqual([1])
    expect(rows[0]?.marks[0]?.title).toMatch(/^Timed out at fetch, .*20 Nov.*: 1 failure, 1 inherited$/)
    expect(places).toBe(2)
  })
})

describe('the sentence on how often a kind of failure occurs', () => {
  const says = (status: FailureGroup['status'], state: 'escalating' | 'usual' | 'too_few', count = 13) =>
    escalationSentence({
      group: { status } as FailureGroup,
      escalation: { state, count, expected: 1, bound: 4, days: 14, needs: 7 },
    })

  it.each(failureStatuses)('says that it escalates if its status does: %s', (status) => {
    const isEscalating = status === 'escalating'
    expect(/: escalating\./.test(says(status, 'escalating'))).toBe(isEscalating)
    expect(/which is normal/.test(says(status, 'usual'))).toBe(!isEscalating)
    expect(says(status, 'too_few')).toMatch(/Too early to say/)
    expect(says(status, 'too_few', 0)).toBe('0 failures in the last 24 hours.')
  })

  it('says what the next check will find in a group that is open', () => {
    expect(says('ongoing', 'escalating')).toBe(
      '13 failures in the last 24 hours, more than usual: at the next check the group will count as escalating. A recent day had 1; more than 4 would be an escalation.',
    )
    expect(says('archived', 'escalating')).toMatch(/^13 failures in the last 24 hours, more than usual\. /)
    expect(says('escalating', 'usual')).toMatch(/until the next check the group counts as escalating/)
  })
})
