import { describe, expect, it } from 'vitest'
import { areNumbered, attemptName, attemptText } from './attempts'

describe('a run among the attempts of its execution', () => {
  const detail = (...attempts: number[]) => ({
    run: { attempt: 1 },
    maxAttempts: 3,
    execution: { attempts: attempts.map((attempt) => ({ attempt })) },
  })

  it.each([
    [{ ...detail(), execution: null }, 'Attempt 1 of 3'],
    [detail(1, 2), 'Attempt 1 of 3'],
    [{ ...detail(1, 5), run: { attempt: 5 } }, 'Attempt 5 of 5'],
    [detail(1, 1, 1), 'One of 3 runs sent as attempt 1'],
  ])('has a number only if no other has it: %#', (given, text) => {
    expect(attemptText(given)).toBe(text)
  })

  it('is named by a number that others have as one that it was sent with', () => {
    const { attempts } = detail(1, 1, 2).execution
    expect([1, 2].map((attempt) => attemptName(attempt, attempts))).toEqual(['Sent as attempt 1', 'Attempt 2'])
    expect([attempts, detail(1, 2).execution.attempts].map(areNumbered)).toEqual([false, true])
  })
})
