import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { admit, type Breaker, type BreakerOutcome, breakerState, CLOSED, settle } from './breaker'

const rules = { rejections: 5, coolDownMs: 60_000, probeMs: 30_000 }
const following = (...outcomes: BreakerOutcome[]) =>
  outcomes.reduce((breaker, outcome, at) => settle(breaker, outcome, null, at, rules), CLOSED)
const open: Breaker = { rejections: 5, openedAt: 1000, probeAt: null }

describe('counting', () => {
  it.each<[BreakerOutcome[], string]>([
    [Array(4).fill('rejection'), 'closed'],
    [Array(5).fill('rejection'), 'open'],
    [['rejection', 'rejection', 'rejection', 'rejection', 'pass', 'rejection'], 'closed'],
    [['rejection', 'rejection', 'none', 'rejection', 'rejection', 'none', 'rejection'], 'open'],
    [Array(50).fill('none'), 'closed'],
    [['rejection', 'rejection', 'rejection', 'rejection', 'rejection', 'pass'], 'closed'],
  ])('%j leaves it %s', (outcomes, state) => {
    expect(breakerState(following(...outcomes), outcomes.length, rules)).toBe(state)
  })

  it('opens exactly when the last five judgements are rejections', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom<BreakerOutcome>('pass', 'rejection', 'none'), { maxLength: 40 }),
        (outcomes) => {
          const judged = outcomes.filter((outcome) => outcome !== 'none')
          const inARow = judged.length - 1 - judged.lastIndexOf('pass')
          expect(following(...outcomes).openedAt !== null).toBe(inARow >= 5)
        },
      ),
    )
  })
})

describe('admission', () => {
  it.each([
    [CLOSED, 0, true, null],
    [open, 1000, false, null],
    [open, 60_999, false, null],
    [open, 61_000, true, 61_000],
    [{ ...open, probeAt: 61_000 }, 90_999, false, 61_000],
    [{ ...open, probeAt: 61_000 }, 91_000, true, 91_000],
  ])('%j at %i: %s', (breaker, now, admitted, probeAt) => {
    expect(admit(breaker, now, rules)).toEqual({ admitted, next: { ...breaker, probeAt } })
  })

  it.each<[BreakerOutcome, Breaker]>([
    ['pass', CLOSED],
    ['rejection', { rejections: 6, openedAt: 70_000, probeAt: null }],
    ['none', { rejections: 5, openedAt: 1000, probeAt: null }],
  ])('after a probe that ends in %s', (outcome, next) => {
    expect(settle({ ...open, probeAt: 61_000 }, outcome, 61_000, 70_000, rules)).toEqual(next)
  })

  it('a late rejection from before the probe neither ends it nor restarts the cool-down', () => {
    const probing = { ...open, probeAt: 61_000 }
    expect(settle(probing, 'rejection', null, 62_000, rules)).toEqual({ ...probing, rejections: 6 })
    expect(settle(probing, 'rejection', 60_500, 62_000, rules)).toEqual({ ...probing, rejections: 6 })
  })
})
