import { describe, expect, it } from 'vitest'
import { attemptText, toldRun } from './attempts'

describe('a run among the attempts of its execution', () => {
  const reason = 'A score of 0.40 is below the threshold of 0.80, and 2 attempts are left.'
  const detail = (...attempts: number[]) => ({
    run: { attempt: 1, reason },
    maxAttempts: 3,
    execution: { attempts: attempts.map((attempt) => ({ attempt })) },
  })

  it.each([
    [{ ...detail(), execution: null }, 'Attempt 1 of 3', reason],
    [detail(1, 2), 'Attempt 1 of 3', reason],
    [{ ...detail(1, 5), run: { attempt: 5, reason } }, 'Attempt 5 of 5', reason],
    [detail(1, 1, 1), 'One of 3 runs sent as attempt 1', 'A score of 0.40 is below the threshold of 0.80.'],
  ])('has a number only if no other has it: %#', (given, text, told) => {
    expect(attemptText(given)).toBe(text)
    expect(toldRun(given.run, given.execution).reason).toBe(told)
  })
})
