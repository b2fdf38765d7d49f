import { describe, expect, it } from 'vitest'
import type { ReviewQueue } from '@/lib/contracts/review-queue'
import { formatWaiting, nextText, progressText, queueText, waitingText } from './review-progress'

const queue = (doneToday: number | null, waiting: number, secondsEach: number | null = null, isExact = true) =>
  ({
    doneToday,
    waiting,
    everything: waiting,
    secondsEach,
    exact: { waiting: isExact, everything: isExact },
  }) as ReviewQueue

describe('nextText', () => {
  it('tells what was done, and what comes next at which place', () => {
    expect(nextText('Approved run-7.', 'run-8', queue(7, 23, 30))).toBe('Approved run-7. Next: run-8, 8 of 30.')
    expect(nextText('', 'run-8', queue(null, 1000, 36, false))).toBe('Next: run-8, more than 1,000 runs.')
  })

  it('tells no place that is not known', () => {
    expect(nextText('Skipped run-7.', 'run-8', undefined)).toBe('Skipped run-7. Next: run-8.')
    expect(nextText('Skipped run-7.', 'run-8', queue(7, 0))).toBe('Skipped run-7. Next: run-8.')
  })
})

describe('progressText', () => {
  it.each([
    [queue(6, 24), '7 of 30'],
    [queue(0, 24), '1 of 24'],
    [queue(6, 24, 30), '7 of 30 · about 12 min left'],
    [queue(1, 0, 30), '1 review done'],
    [queue(0, 0), 'Nothing is waiting.'],
    [queue(0, 1000), '1 of 1,000'],
    [queue(0, 1000, null, false), '1 of more than 1,000'],
    [queue(0, 1000, 36, false), '1 of more than 1,000 · over 10 h left'],
    [queue(null, 24, 30), '24 runs · about 12 min left'],
    [queue(null, 1), '1 run'],
    [queue(null, 1000, 36, false), 'More than 1,000 runs · over 10 h left'],
    [queue(null, 0), 'Nothing is waiting.'],
  ])('tells place and time left', (given, text) => {
    expect(progressText(given)).toBe(text)
  })

  it('counts a run whose verdict is given, and that is still shown, once', () => {
    expect(progressText(queue(6, 24), true)).toBe('6 of 30')
  })

  it('does not say that nothing waits where the filters leave out what does', () => {
    expect(progressText({ ...queue(null, 0), everything: 116 })).toBe('Nothing that matches is waiting.')
  })
})

describe('waitingText', () => {
  it.each([
    [queue(0, 0), 'Nothing is waiting.'],
    [queue(0, 1), '1 run waits for a reviewer.'],
    [queue(0, 57), '57 runs wait for a reviewer.'],
    [queue(0, 1000), '1,000 runs wait for a reviewer.'],
    [queue(0, 1000, null, false), 'More than 1,000 runs wait for a reviewer.'],
  ])('counts the runs for a person who reviews none', (given, text) => {
    expect(waitingText(given)).toBe(text)
  })
})

describe('queueText', () => {
  const of = (given: ReviewQueue, ...counts: number[]) =>
    queueText({ ...given, reasons: counts.map((count) => ({ reason: 'flagged', count })) }, true)

  it.each([
    [of(queue(0, 0)), 'Nothing is waiting for you.'],
    [of(queue(0, 1), 1), '1 run waits for you.'],
    [of(queue(0, 24, 30), 20, 4), '24 runs wait for you, about 12 min.'],
    [of(queue(0, 24), 20, 5), '24 runs wait for you, some for several reasons.'],
    [of(queue(0, 1), 1, 1), '1 run waits for you, for several reasons.'],
    [of(queue(0, 24, 30), 20, 5), '24 runs, some for several reasons, about 12 min.'],
    [of(queue(0, 1000, 36, false), 1000), 'More than 1,000 runs wait for you, over 10 h.'],
  ])('explains rows that add up to more: %s', (text, wanted) => {
    expect(text).toBe(wanted)
  })

  it('tells a person who reviews none what waits for others', () => {
    expect(queueText({ ...queue(0, 24), reasons: [] }, false)).toBe('24 runs wait for a reviewer.')
    expect(queueText({ ...queue(0, 0), reasons: [] }, false)).toBe('Nothing is waiting for a reviewer.')
  })

  it('marks a count that is not the whole', () => {
    expect([formatWaiting(1612, true), formatWaiting(612, false)]).toEqual(['1,612', '612+'])
    expect([formatWaiting(0, true), formatWaiting(0, false)]).toEqual(['0', ''])
  })
})
