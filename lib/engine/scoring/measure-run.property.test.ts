import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type RunBody, runInput } from '@/lib/contracts/run-input'
import { anyDag, anyValue, shuffled } from '@/lib/engine/testing/arbitraries'
import { measureRun } from './measure-run'
import { STANDARD_WEIGHTS, scoreUnder } from './score-under'

const nodes = anyDag(5).chain(({ ids, edges }) =>
  fc.tuple(
    ...ids.map((id) =>
      fc.record({
        id: fc.constant(id),
        dependencies: fc.constant(edges.filter(([, to]) => to === id).map(([from]) => from)),
        status: fc.constantFrom('completed' as const, 'completed' as const, 'failed' as const, 'skipped' as const),
        error: fc.constantFrom('HTTP 429 Too Many Requests', 'bad json', undefined),
        tokens: fc.constantFrom(undefined, { input: 10, output: 30 }),
      }),
    ),
  ),
)
const body: fc.Arbitrary<RunBody> = fc.record({
  id: fc.constant('r'),
  chain: fc.constant('c'),
  status: fc.constantFrom('completed', 'completed', 'failed', 'cancelled', 'paused_for_approval'),
  output: fc.record({ a: anyValue, b: anyValue, c: anyValue }).map((value) => JSON.parse(JSON.stringify(value))),
  nodes,
  tokens: fc.constantFrom(undefined, { input: 40, output: 60 }, { input: 0, output: 0 }),
  contract: fc.constantFrom(
    undefined,
    { requiredOutputs: ['a', 'b'] },
    { schema: { type: 'object', properties: { a: { type: 'number' } } }, requiredOutputs: ['c'] },
  ),
  criteria: fc.constantFrom(
    undefined,
    { required_fields: ['a', 'c'], required_types: { b: 'string' } },
    { accuracy_criteria: { expected_ranges: { a: { min: 5 } } }, completeness_required: true },
  ),
})

function measure(given: RunBody) {
  const run = runInput.parse(given)
  const terms = { contract: run.contract, criteria: run.criteria, durationMs: 900, tokens: 100 }
  return { run, terms, measured: measureRun(run, terms) }
}

describe('for any run', () => {
  it('a score is the sum of its contributions, each its value times its share of the measured weight', () => {
    fc.assert(
      fc.property(body, (given) => {
        const { measured } = measure(given)
        for (const { value, breakdown } of [measured.gaff, measured.stratt]) {
          if (value === null) continue
          const sum = breakdown.factors.reduce((total, factor) => total + (factor.contribution ?? 0), 0)
          expect(sum).toBeCloseTo(value, 9)
          const counted = breakdown.factors.filter((factor) => factor.value !== null)
          const share = counted.reduce((total, factor) => total + factor.weight, 0)
          for (const { weight, value: score, contribution } of counted)
            expect(contribution).toBeCloseTo((weight * (score ?? Number.NaN)) / share, 9)
        }
      }),
    )
  })

  it('an unfinished run has no score, and a failed one can never be accepted', () => {
    fc.assert(
      fc.property(body, (given) => {
        const { measured } = measure(given)
        const isOpen = given.status === 'cancelled' || given.status === 'paused_for_approval'
        expect(measured.stratt.value === null).toBe(isOpen)
        if (isOpen) expect(measured.gaff.value).toBeNull()
        if (given.status === 'failed') {
          expect(measured.stratt.blocked).toBe(true)
          expect(measured.blockers).not.toEqual([])
        }
      }),
    )
  })

  it('the order of the nodes does not affect scores, issues, and the roles of failures', () => {
    const reordered = body.chain((given) => fc.tuple(fc.constant(given), shuffled(given.nodes ?? [])))
    fc.assert(
      fc.property(reordered, ([given, other]) => {
        const [one, two] = [given, { ...given, nodes: other }].map((each) => {
          const { gaff, stratt, issues, failures } = measure(each).measured
          const told = [...issues, ...failures].map((entry) => JSON.stringify(entry)).sort()
          return { gaff: gaff.value, stratt: stratt.value, told }
        })
        expect(two).toEqual(one)
      }),
    )
  })

  it('scoring it again with the default weights gives the same score', () => {
    const signals = { self: null, peer: null, downstream: null, human: null }
    fc.assert(
      fc.property(body, (given) => {
        const { run, terms, measured } = measure(given)
        for (const profile of ['gaff', 'stratt'] as const) {
          const weights = STANDARD_WEIGHTS[profile]
          const again = scoreUnder({ profile, weights, run, measure: terms, signals })
          expect(again.value).toBe(measured[profile].value)
        }
      }),
    )
  })
})
