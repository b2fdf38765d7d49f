import { describe, expect, it } from 'vitest'
import type { ReviewQueue } from '@/lib/contracts/review-queue'
import { progressText, waitingText } from './review-progress'

const queue = (doneToday: number, waiting: number, secondsEach: number | null = null) =>
  ({ doneToday, waiting, secondsEach }) as ReviewQueue

describe('progressText', () => {
  it.each([
    [queue(6, 24), '7 of 30'],
    [queue(6, 24, 30), '7 of 30 · about 12 min left'],
    [queue(1, 0, 30), '1 review done'],
    [queue(0, 0), 'Nothing is waiting.'],
    [queue(0, 1000), '1 of more than 1,000'],
  ])('tells place and time left', (given, text) => {
    expect(progressText(given)).toBe(text)
  })
})

describe('waitingText', () => {
  it.each([
    [queue(0, 0), 'Nothing is waiting.'],
    [queue(0, 1), '1 run waits for a reviewer.'],
    [queue(0, 57), '57 runs wait for a reviewer.'],
    [queue(0, 1000), 'More than 1,000 runs wait for a reviewer.'],
  ])('counts the runs for a person who reviews none', (given, text) => {
    expect(waitingText(given)).toBe(text)
  })
})
