import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideDependent } from '@/lib/engine/gate/decide-dependent'
import { shuffled } from '@/lib/engine/testing/arbitraries'

/** Tenths of the dependencies that must have completed. */
const tenths = { timeout: 3, 'rate-limit': 3, error: 5, quality: 7, hollow: 7, cascade: 8 }
type Mode = keyof typeof tenths
const modes: Mode[] = ['timeout', 'rate-limit', 'error', 'quality', 'hollow', 'cascade']

const mode = fc.constantFrom(undefined, ...modes)
const outcome = fc.oneof(fc.constant<'completed'>('completed'), fc.record({ mode }))
const outcomes = fc.array(outcome, { maxLength: 12 })
type Outcome = typeof outcome extends fc.Arbitrary<infer T> ? T : never

const toDependencies = (list: readonly Outcome[]) =>
  list.map((one, index) =>
    one === 'completed'
      ? { id: `${index}`, status: one }
      : { id: `${index}`, status: 'failed' as const, failureMode: one.mode },
  )

describe('decideDependent', () => {
  it('runs from the threshold of the failure modes, with doubtful results taking precedence', () => {
    fc.assert(
      fc.property(outcomes, (list) => {
        const failed = list.flatMap((one) => (one === 'completed' ? [] : [one.mode ?? 'error']))
        const tainted = failed.filter((one) => one === 'quality' || one === 'hollow' || one === 'cascade')
        const needed = Math.max(0, ...(tainted.length > 0 ? tainted : failed).map((one) => tenths[one]))
        const completed = list.length - failed.length
        const answer = decideDependent({ dependencies: toDependencies(list) })
        expect(answer.threshold).toBeCloseTo(needed / 10, 9)
        expect(answer.ratio).toBeCloseTo(list.length === 0 ? 1 : completed / list.length, 9)
        expect(answer.run).toBe(completed * 10 >= needed * list.length)
        expect(answer.reason === 'No dependency failed.').toBe(failed.length === 0)
      }),
      { numRuns: 500 },
    )
  })

  it('prefers a configured threshold', () => {
    fc.assert(
      fc.property(outcomes, fc.nat(10), (list, configured) => {
        const { run, threshold } = decideDependent({ dependencies: toDependencies(list), threshold: configured / 10 })
        const completed = list.filter((one) => one === 'completed').length
        expect(threshold).toBe(configured / 10)
        expect(run).toBe(list.length === 0 || completed * 10 >= configured * list.length)
      }),
    )
  })

  it('does not depend on the order, and one more completed dependency never prevents a run', () => {
    const reordered = outcomes.chain((list) => fc.tuple(fc.constant(list), shuffled(list)))
    fc.assert(
      fc.property(reordered, ([list, other]) => {
        const { run } = decideDependent({ dependencies: toDependencies(list) })
        expect(decideDependent({ dependencies: toDependencies(other) }).run).toBe(run)
        if (run) expect(decideDependent({ dependencies: toDependencies([...list, 'completed']) }).run).toBe(true)
      }),
    )
  })
})
