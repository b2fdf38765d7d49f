import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EngineInputError } from '@/lib/engine/input-error'
import { bandOf } from './band'
import { scoreTrace, type TraceInput } from './score-trace'

const tokens = (input: number, output: number) => ({ input, output })

describe('bands', () => {
  it.each([
    [1, 'good', 'none'],
    [0.8, 'good', 'none'],
    [0.4 + 0.35 + 0.05, 'good', 'none'],
    [0.795, 'review', 'flag'],
    [0.35 + 0.25, 'review', 'flag'],
    [0.5999, 'poor', 'refine'],
    [0, 'poor', 'refine'],
  ])('%d is %s, action %s', (score, band, action) => {
    expect(bandOf(score)).toEqual({ band, action })
  })
})

describe('score', () => {
  it.each<[TraceInput, number, string, boolean]>([
    [{ contractConformance: true, completeness: 1, tokens: tokens(600, 400) }, 0.85, 'good', false],
    [{ contractConformance: false, completeness: 1, tokens: tokens(0, 1000) }, 0.6, 'review', true],
    [{ contractConformance: true, completeness: 0.5, tokens: tokens(800, 200) }, 0.625, 'review', false],
    [{ contractConformance: true, completeness: 0.75, tokens: tokens(700, 300) }, 0.7375, 'review', false],
    [{ contractConformance: false, completeness: 0.5, tokens: tokens(700, 300) }, 0.25, 'poor', true],
    [{ contractConformance: true, completeness: 0, tokens: tokens(1000, 0) }, 0.4, 'poor', false],
    [
      { contractConformance: true, completeness: 1, tokens: { ...tokens(4200, 1850), total: 6050 } },
      0.75 + 0.25 * (1850 / 6050),
      'good',
      false,
    ],
  ])('of %j is %d', (input, quality, band, blocked) => {
    const score = scoreTrace(input)
    expect(score.qualityScore).toBeCloseTo(quality, 12)
    expect(score).toMatchObject({ band, blocked })
  })

  it('divides other weights by their sum', () => {
    const input = { contractConformance: true, completeness: 0.5, tokens: tokens(0, 10) }
    expect(
      scoreTrace({ ...input, weights: { conformance: 1, completeness: 1, efficiency: 0 } }).qualityScore,
    ).toBeCloseTo(0.75, 12)
  })

  it.each<TraceInput>([
    { completeness: 1.1 },
    { weights: { conformance: -1 } },
    { weights: { conformance: 0, completeness: 0, efficiency: 0 } },
    { tokens: { input: -1 } },
    { tokens: { output: Number.NaN } },
    { efficiencyReference: 0 },
    { efficiencyReference: 1.1 },
  ])('rejects %j', (input) => {
    expect(() => scoreTrace(input)).toThrow(EngineInputError)
  })
})

describe('efficiency', () => {
  it.each([
    [{ input: 0, output: 0 }, 0, ['no_tokens']],
    [{ output: 50, total: 200 }, 0.25, []],
    [{ input: 50, output: 50, total: 500 }, 0.5, ['token_total_differs']],
    [{ input: 50, output: 50, useful: 20 }, 0.2, []],
    [{ input: 50, output: 50, useful: 200 }, 1, ['useful_exceeds_total']],
  ])('of %j is %d with warnings %j', (counts, efficiency, warnings) => {
    const score = scoreTrace({ contractConformance: true, tokens: counts })
    expect(score.factors.efficiency).toBeCloseTo(efficiency, 12)
    expect(score.warnings).toEqual(warnings)
  })

  it.each([undefined, {}, { input: 100 }, { output: 100 }, { total: 100 }])('of %j is not measured', (counts) => {
    const score = scoreTrace({ contractConformance: true, completeness: 0.5, tokens: counts })
    expect(score.factors.efficiency).toBeNull()
    expect(score.warnings).toEqual(['tokens_missing'])
    expect(score.coverage).toBeCloseTo(0.75, 12)
    expect(score.qualityScore).toBeCloseTo((0.4 + 0.35 * 0.5) / 0.75, 12)
    expect(score.breakdown[2]).toMatchObject({ score: null, contribution: null, weight: 0.25 })
  })

  it.each([
    [0.2, 1],
    [0.4, 0.5],
    [0.1, 1],
    [1, 0.2],
  ])('with a reference of %d is %d', (efficiencyReference, efficiency) => {
    const score = scoreTrace({ contractConformance: true, tokens: tokens(800, 200), efficiencyReference })
    expect(score.factors.efficiency).toBeCloseTo(efficiency, 12)
  })
})

describe('completeness', () => {
  it('is the share of required outputs that are present and not empty', () => {
    const output = { a: 0, b: false, c: '', d: '  ', e: [], f: {}, g: null, h: { i: 'x' } }
    const requiredOutputs = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h.i', 'absent', 'absent']
    const score = scoreTrace({ output, contract: { requiredOutputs } })
    expect(score.factors.completeness).toBeCloseTo(3 / 9, 12)
    expect(score.missingOutputs).toEqual(['c', 'd', 'e', 'f', 'g', 'absent'])
  })

  it('is 1 when nothing is required, and 0 when everything is missing', () => {
    expect(scoreTrace({ output: {}, contract: {} }).factors.completeness).toBe(1)
    expect(scoreTrace({ contract: { requiredOutputs: ['a'] } }).factors.completeness).toBe(0)
  })

  it('is not measured without a contract, unless the caller gives it', () => {
    expect(scoreTrace({ output: { a: 1 } }).factors.completeness).toBeNull()
    expect(scoreTrace({ output: { a: 1 }, completeness: 0.5 }).factors.completeness).toBe(0.5)
  })
})

describe('coverage', () => {
  it.each<[string, TraceInput, number, string | null]>([
    ['everything', { contractConformance: true, completeness: 1, tokens: tokens(0, 1) }, 1, 'good'],
    ['all but tokens', { contractConformance: true, completeness: 1 }, 0.75, 'good'],
    ['all but a contract', { output: 1, tokens: tokens(0, 1) }, 0.65, 'good'],
    ['only completion', { output: 1 }, 0.4, null],
    ['only failure', { contractConformance: false }, 0.4, null],
  ])('for %s', (_what, input, coverage, band) => {
    const score = scoreTrace(input)
    expect(score.coverage).toBeCloseTo(coverage, 12)
    expect(score.band).toBe(band)
    expect(score.action).toBe('none')
  })

  it.each<[string, TraceInput, number]>([
    ['nothing', {}, 0],
    ['tokens alone', { tokens: tokens(0, 1) }, 0.25],
    ['a contract that requires nothing', { contract: {} }, 0.35],
  ])('leaves out conformance where neither a contract nor an output says anything: %s', (_what, input, coverage) => {
    const score = scoreTrace(input)
    expect(score).toMatchObject({ factors: { conformance: null }, band: null, action: 'none', blocked: false })
    expect(score.coverage).toBeCloseTo(coverage, 12)
    expect(score.qualityScore).toBe(coverage === 0 ? null : 1)
    expect(scoreTrace({ ...input, isCompleted: true }).factors.conformance).toBe(1)
  })

  it('is 0 without a score when all weight is on unmeasured factors', () => {
    const weights = { conformance: 0, completeness: 0, efficiency: 1 }
    expect(scoreTrace({ output: 1, weights })).toMatchObject({ qualityScore: null, coverage: 0, band: null })
  })
})

describe('contract', () => {
  const schema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }

  it.each<[string, TraceInput, boolean, string[]]>([
    ['nothing declared', { output: { x: 1 } }, true, ['no_contract']],
    ['an output that matches its schema', { output: { n: 1, more: 2 }, contract: { schema } }, true, []],
    ['an output that violates its schema', { output: { n: 'x' }, contract: { schema } }, false, []],
    ['a missing output', { contract: { schema } }, false, []],
    [
      'additional outputs under a strict contract',
      { output: { n: 1, more: 2 }, contract: { schema, strict: true } },
      false,
      [],
    ],
    [
      'outputs that any part of the schema declares under a strict contract',
      {
        output: { a: 1, b: 1, c: 1, 'x-d': 1 },
        contract: {
          schema: {
            $ref: '#/$defs/base',
            allOf: [{ properties: { b: {} } }],
            properties: { c: {} },
            patternProperties: { '^x-': {} },
            $defs: { base: { properties: { a: {} } } },
          },
          strict: true,
        },
      },
      true,
      [],
    ],
    [
      'declared outputs under a strict contract',
      { output: { n: 1, x: { y: 1 } }, contract: { schema, requiredOutputs: ['x.y'], strict: true } },
      true,
      [],
    ],
    [
      'outputs of any name under a strict contract whose schema describes them',
      { output: { x: 1 }, contract: { schema: { additionalProperties: { type: 'number' } }, strict: true } },
      true,
      [],
    ],
    [
      'outputs that no branch of a strict contract declares',
      {
        output: { c: 1 },
        contract: {
          schema: { anyOf: [{ properties: { a: {} } }, true], properties: { b: { $ref: '#' } } },
          strict: true,
        },
      },
      false,
      [],
    ],
    ['a given verdict', { contractConformance: true, output: {}, contract: { schema } }, true, []],
  ])('%s', (_name, input, conforms, warnings) => {
    const score = scoreTrace({ tokens: tokens(1, 1), ...input })
    expect(score.factors.conformance).toBe(conforms ? 1 : 0)
    expect(score.blocked).toBe(!conforms)
    expect(score.warnings).toEqual(warnings)
  })

  it.each<[string, TraceInput, number, string | null]>([
    ['all else measured', { tokens: tokens(1, 1) }, (0.35 + 0.25 * 0.5) / 0.6, 'review'],
    ['only completeness measured', {}, 1, null],
  ])('of an unusable schema is not measured, and never passes: %s', (_name, input, quality, band) => {
    const contract = { schema: { type: 'nonsense' }, requiredOutputs: ['n'] }
    const score = scoreTrace({ output: { n: 1 }, contract, ...input })
    expect(score.factors.conformance).toBeNull()
    expect(score.qualityScore).toBeCloseTo(quality, 12)
    const message = expect.stringMatching(/^the schema of its contract cannot be used: ./)
    expect(score).toMatchObject({ band, blocked: true, contractErrors: [{ code: 'schema_error', path: '$', message }] })
    expect(score.warnings).toContain('schema_error')
  })

  it('reports the violations', () => {
    const score = scoreTrace({ output: { n: 'x' }, contract: { schema } })
    expect(score.contractErrors).toMatchObject([{ path: '$.n' }])
  })
})

describe('any score', () => {
  const weight = fc.double({ min: 0, max: 5, noNaN: true })
  const input = fc.record({
    contractConformance: fc.boolean(),
    completeness: fc.double({ min: 0, max: 1, noNaN: true }),
    tokens: fc.record({ input: fc.nat(9999), output: fc.nat(9999) }),
    weights: fc.record({
      conformance: weight,
      completeness: weight,
      efficiency: fc.double({ min: 0.01, max: 5, noNaN: true }),
    }),
  })

  it('is within 0 to 1 and is the sum of its contributions', () => {
    fc.assert(
      fc.property(input, (given) => {
        const { qualityScore, breakdown } = scoreTrace(given)
        expect(qualityScore).toBeGreaterThanOrEqual(0)
        expect(qualityScore).toBeLessThanOrEqual(1)
        expect(breakdown.reduce((sum, { contribution }) => sum + (contribution ?? 0), 0)).toBeCloseTo(
          qualityScore ?? 0,
          9,
        )
      }),
    )
  })

  it('never rises when the contract is broken', () => {
    fc.assert(
      fc.property(input, (given) => {
        const kept = scoreTrace({ ...given, contractConformance: true }).qualityScore ?? 0
        expect(scoreTrace({ ...given, contractConformance: false }).qualityScore).toBeLessThanOrEqual(kept + 1e-12)
      }),
    )
  })
})
