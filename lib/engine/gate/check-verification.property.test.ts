import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkVerification } from '@/lib/engine/gate/check-verification'

const limits = fc.record({ maxAttempts: fc.nat(3), compilationMaxAttempts: fc.nat(4) })
const needs = fc.record({
  requiredTests: fc.subarray(['tests/a.py', 'tests/b.py']),
  requireFileChanges: fc.boolean(),
  requireCompilation: fc.boolean(),
})
const seen = fc.record({
  passed: fc.subarray(['tests/a.py', 'tests/b.py']),
  failed: fc.subarray(['tests/a.py', 'tests/b.py']),
  filesChanged: fc.subarray(['x.py']),
  compilation: fc.constantFrom(undefined, { errors: 0 }, { errors: 3 }),
})
type Seen = typeof seen extends fc.Arbitrary<infer T> ? T : never

const run = (path: string, exitCode: number) => ({ command: `pytest ${path}`, exitCode })
const toState = ({ passed, failed, ...rest }: Seen) => ({
  ...rest,
  commands: [...passed.map((path) => run(path, 0)), ...failed.map((path) => run(path, 1))],
})

/** The latest run of a test counts, and the failing ones come last here. */
function lacking(
  given: { requiredTests: string[]; requireFileChanges: boolean; requireCompilation: boolean },
  state: Seen,
) {
  const tests = given.requiredTests.filter((path) => !state.passed.includes(path) || state.failed.includes(path))
  const general = tests.length > 0 || (given.requireFileChanges && state.filesChanged.length === 0)
  return { tests, general, compilation: given.requireCompilation && state.compilation?.errors !== 0 }
}

describe('checkVerification', () => {
  it('is satisfied exactly when every listed test passed in its latest run, files changed and it compiled', () => {
    fc.assert(
      fc.property(needs, limits, seen, (given, counts, state) => {
        const answer = checkVerification({ criteria: { ...given, ...counts }, state: toState(state) })
        const { tests, general, compilation } = lacking(given, state)
        expect(answer.satisfied).toBe(!general && !compilation)
        expect(answer.missing.filter(({ category }) => category === 'tests')).toHaveLength(tests.length)
        for (const path of tests) expect(answer.missing.some(({ detail }) => detail.includes(path))).toBe(true)
        if (answer.satisfied) expect(answer).toMatchObject({ forceAllow: false, nudge: null, nudges: 0 })
      }),
      { numRuns: 300 },
    )
  })

  it('nudges each missing category up to its limit and then lets the work through unsatisfied', () => {
    fc.assert(
      fc.property(needs, limits, seen, (given, counts, state) => {
        const { general, compilation } = lacking(given, state)
        fc.pre(general || compilation)
        const wanted = {
          nudges: general ? counts.maxAttempts : 0,
          compilationNudges: compilation ? counts.compilationMaxAttempts : 0,
        }
        let counters = { nudges: 0, compilationNudges: 0 }
        for (let call = 1; call <= Math.max(wanted.nudges, wanted.compilationNudges); call += 1) {
          const answer = checkVerification({
            criteria: { ...given, ...counts },
            state: { ...toState(state), ...counters },
          })
          expect(answer).toMatchObject({ satisfied: false, forceAllow: false, nudge: expect.stringMatching(/./) })
          counters = { nudges: answer.nudges, compilationNudges: answer.compilationNudges }
          expect(counters).toEqual({
            nudges: Math.min(call, wanted.nudges),
            compilationNudges: Math.min(call, wanted.compilationNudges),
          })
        }
        const last = checkVerification({ criteria: { ...given, ...counts }, state: { ...toState(state), ...counters } })
        expect(last).toMatchObject({ satisfied: false, forceAllow: true, nudge: null, ...wanted })
      }),
      { numRuns: 300 },
    )
  })
})
