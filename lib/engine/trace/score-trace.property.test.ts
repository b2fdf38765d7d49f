import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hundredths } from '@/lib/engine/testing/arbitraries'
import { measureEfficiency, scoreTrace } from './score-trace'

const twentieth = fc.integer({ min: 0, max: 20 })

describe('scoreTrace', () => {
  it('is .40 conformance + .35 completeness + .25 efficiency, with exact bands at every tie', () => {
    fc.assert(
      fc.property(fc.boolean(), twentieth, twentieth, (contractConformance, filled, useful) => {
        const tokens = { input: 20 - useful, output: useful }
        const trace = scoreTrace({ contractConformance, completeness: filled / 20, tokens })
        const [conformance, completeness, efficiency] = [Number(contractConformance), filled / 20, useful / 20]
        expect(trace.factors).toEqual({ conformance, completeness, efficiency })
        expect(trace.qualityScore).toBeCloseTo(0.4 * conformance + 0.35 * completeness + 0.25 * efficiency, 9)
        const thousandths = 400 * conformance + 17.5 * filled + 12.5 * useful
        expect(trace.band).toBe(thousandths >= 800 ? 'good' : thousandths >= 600 ? 'review' : 'poor')
        expect(trace.action).toBe({ good: 'none', review: 'flag', poor: 'refine' }[trace.band ?? 'good'])
        expect(trace.blocked).toBe(!contractConformance)
      }),
      { numRuns: 1000 },
    )
  })

  it('never rises when an output goes missing', () => {
    const outputs = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom<unknown>(1, 0, false, 'x', ''))
    fc.assert(
      fc.property(outputs, fc.constantFrom('a', 'b', 'c', 'd'), (output, lost) => {
        const contract = { requiredOutputs: ['a', 'b', 'c', 'd'] }
        const { [lost]: _, ...rest } = output
        const score = (value: unknown) => scoreTrace({ output: value, contract }).qualityScore ?? Number.NaN
        expect(score(rest)).toBeLessThanOrEqual(score(output))
      }),
    )
  })
})

it('completeness is the share of required outputs that are present and not empty; 0 and false count', () => {
  const value = fc.constantFrom<unknown>(1, 0, false, 'x', null, '', '  ', [], {}, [0])
  const output = fc.record({ a: value, b: value, c: value, d: value })
  fc.assert(
    fc.property(output, fc.subarray(['a', 'b', 'c', 'd', 'gone'] as const), (given, requiredOutputs) => {
      const empty = ['null', '""', '"  "', '[]', '{}']
      const isThere = (name: string) => name in given && !empty.includes(JSON.stringify(Reflect.get(given, name)))
      const { factors } = scoreTrace({ output: given, contract: { requiredOutputs: [...requiredOutputs] } })
      const share = requiredOutputs.filter(isThere).length / requiredOutputs.length
      expect(factors.completeness).toBeCloseTo(requiredOutputs.length === 0 ? 1 : share, 9)
    }),
  )
})

it('efficiency is useful over all tokens, 0 with a warning without any, and not measured without counts', () => {
  const count = fc.option(fc.nat(50), { nil: undefined })
  fc.assert(
    fc.property(fc.record({ input: count, output: count, total: count, useful: count }), (tokens) => {
      const { efficiency, warnings } = measureEfficiency(tokens)
      const { input, output } = tokens
      const all = input !== undefined && output !== undefined ? input + output : tokens.total
      const useful = tokens.useful ?? output
      const isKnown = all !== undefined && all > 0 && useful !== undefined
      if (isKnown) expect(efficiency).toBeCloseTo(Math.min(1, useful / all), 9)
      else expect(efficiency).toBe(all === 0 ? 0 : null)
      if (!isKnown) expect(warnings.join()).toMatch(/no_tokens|tokens_missing/)
    }),
  )
})

it('a weight of 0 removes a factor, and the others keep their ratio', () => {
  fc.assert(
    fc.property(hundredths(1), hundredths(1), twentieth, twentieth, (one, other, filled, useful) => {
      const weights = { conformance: 0, completeness: one / 100, efficiency: other / 100 }
      const given = { completeness: filled / 20, tokens: { input: 20 - useful, output: useful }, weights }
      const expected = (one * filled + other * useful) / (20 * (one + other))
      expect(scoreTrace({ ...given, contractConformance: false }).qualityScore).toBeCloseTo(expected, 9)
    }),
  )
})
