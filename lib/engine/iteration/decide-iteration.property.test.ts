import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyzeConvergence } from '@/lib/engine/iteration/analyze-convergence'
import { hundredths } from '@/lib/engine/testing/arbitraries'
import { decideIteration } from './decide-iteration'

const score = fc.oneof(hundredths(), hundredths(48, 52), fc.constantFrom(29, 30, 49, 50, 79, 80))
const series = fc.oneof(
  fc.array(score, { minLength: 1, maxLength: 6 }),
  fc.array(hundredths(48, 51), { minLength: 3, maxLength: 6 }),
  fc.array(hundredths(0, 3), { minLength: 3, maxLength: 5 }),
  fc.array(hundredths(77, 80), { minLength: 3, maxLength: 5 }),
)
const left = fc.nat(3)

function toInput(list: readonly number[], more: number) {
  const history = list.map((value) => value / 100)
  return { qualityScore: history.at(-1) ?? 0, iteration: list.length, maxIterations: list.length + more, history }
}

/** The decision and its kind, by the four rules in order, without a blocker. */
function expected(list: readonly number[], more: number): [string, string | null] {
  const last = list.at(-1) ?? 0
  const best = Math.max(...list)
  if (last >= 80) return ['accept', null]
  if (list.length === 1 && last < 30) return ['escalate', 'fundamental']
  if (more === 0) return ['escalate', last < 50 ? 'rejected' : 'marginal']
  const { state } = analyzeConvergence({ scores: list.map((value) => value / 100) })
  const kind = { plateauing: 'plateau', degrading: 'degrading', oscillating: 'contradictory_feedback' }[state as string]
  if (!kind) return ['iterate', null]
  return [best >= 50 ? 'accept_best' : 'escalate', kind]
}

describe('decideIteration', () => {
  it('follows the four rules in order', () => {
    fc.assert(
      fc.property(series, left, (list, more) => {
        const answer = decideIteration(toInput(list, more))
        expect([answer.decision, answer.kind]).toEqual(expected(list, more))
        const best = Math.max(...list)
        expect(answer.best?.iteration).toBe(list.indexOf(best) + 1)
        expect(answer.best?.score).toBeCloseTo(best / 100, 9)
        const decidedOn = answer.decision === 'accept_best' ? best : (list.at(-1) ?? 0)
        if (answer.decision === 'accept_best') expect(answer.belowThreshold).toBe(decidedOn < 80)
        if (answer.decision === 'accept') expect(answer.belowThreshold).toBe(false)
      }),
      { numRuns: 1000 },
    )
  })

  it('never accepts a blocked attempt, and otherwise ignores blockers below .8', () => {
    fc.assert(
      fc.property(series, left, (list, more) => {
        const free = decideIteration(toInput(list, more))
        const blocked = decideIteration({ ...toInput(list, more), blockers: ['schema'] })
        expect(['accept', 'accept_best']).not.toContain(blocked.decision)
        if (free.decision === 'iterate' || free.decision === 'escalate') expect(blocked.decision).toBe(free.decision)
      }),
    )
  })

  it('never iterates without an attempt left, and always gives a reason', () => {
    fc.assert(
      fc.property(series, left, fc.subarray(['schema', 'veto']), (list, more, blockers) => {
        const { decision, kind, reason } = decideIteration({ ...toInput(list, more), blockers })
        if (more === 0) expect(decision).not.toBe('iterate')
        expect(kind === null).toBe(decision === 'accept' || decision === 'iterate')
        expect(reason).toMatch(/^[^.]+.*\.$/)
      }),
    )
  })
})
