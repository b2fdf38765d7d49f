import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type RunBody, runInput } from '@/lib/contracts/run-input'
import { shuffled } from '@/lib/engine/testing/arbitraries'
import { forecastVerdicts, type RunVerdict } from './forecast-verdict'
import { forecastBy, forecastParts, learnForecast } from './learn-forecast'
import { runFacts } from './run-facts'

const runOf = (id: string, body: Partial<RunBody> = {}) =>
  runInput.parse({ chain: 'c', request: `Task ${id}`, output: 'Here it is.', ...body, id })

const calls = (count: number, errors = 0): RunBody['nodes'] =>
  Array.from({ length: count }, (_, at) => ({
    id: `n${at}`,
    type: 'tool',
    name: `look_${at}`,
    ...(at < errors ? { status: 'failed' as const, error: 'broken' } : { output: 'ok' }),
  }))

/** Approved runs are short and clean, the others long and full of errors. */
const verdictsOf = (count: number, chain = 'c'): RunVerdict[] =>
  Array.from({ length: count }, (_, at) => {
    const isGood = at % 2 === 0
    const nodes = isGood ? calls(2 + (at % 3)) : calls(8 + (at % 5), 3)
    return { run: runOf(`${chain}${at}`, { chain, nodes }), approved: isGood }
  })

const clean = runOf('clean', { nodes: calls(3) })
const broken = runOf('broken', { nodes: calls(10, 4) })
const ask = (verdicts: RunVerdict[], ...apply: RunVerdict['run'][]) => forecastVerdicts({ verdicts, apply })
const chances = (verdicts: RunVerdict[], ...apply: RunVerdict['run'][]) =>
  ask(verdicts, ...apply).results.map(({ probability }) => probability ?? Number.NaN)

describe('the forecast', () => {
  it.each(['constructor', 'toString', '__proto__'])('does not depend on what chains are called: %s', (chain) => {
    const learned = (name: string) => ask(verdictsOf(12, name), runOf('x', { chain: name, nodes: calls(3) }))
    expect(learned(chain)).toEqual(learned('plain'))
    const asked = (name: string) => ask(verdictsOf(12), runOf('x', { chain: name, nodes: calls(3) }))
    expect(asked(chain)).toEqual(asked('plain'))
  })

  it('requires eight verdicts', () => {
    const none = { probability: null, interval: null, reasons: [] }
    expect(ask(verdictsOf(7), clean)).toMatchObject({ n: 7, results: [none], prequential: { scored: 0, brier: null } })
    expect(ask(verdictsOf(8), clean).results[0]?.probability).toBeGreaterThan(0)
  })

  it('follows the verdicts, is within its interval, and becomes more certain with them', () => {
    const [few, many] = [ask(verdictsOf(12), clean, broken), ask(verdictsOf(60), clean, broken)]
    const [good, bad] = many.results
    expect(good?.probability).toBeGreaterThan(0.75)
    expect(bad?.probability).toBeLessThan(0.25)
    for (const { probability, interval } of [...few.results, ...many.results]) {
      expect(interval?.[0]).toBeLessThan(probability ?? 0)
      expect(interval?.[1]).toBeGreaterThan(probability ?? 1)
    }
    const width = ({ results }: typeof few) => (results[0]?.interval?.[1] ?? 0) - (results[0]?.interval?.[0] ?? 0)
    expect(width(many)).toBeLessThan(width(few))
    expect(many.prequential).toMatchObject({ scored: 52, auroc: 1 })
    expect(many.prequential.brier).toBeLessThan(many.prequential.brierOfShare ?? 0)
  })

  it('gives its reasons by weight, highest first, with their directions', () => {
    const [good, bad] = ask(verdictsOf(40), clean, broken).results
    expect(bad?.reasons.map(({ fact }) => fact)).toContain('more errors than usual')
    for (const { reasons } of [good, bad].filter((one) => one !== undefined)) {
      expect(reasons.length).toBeLessThanOrEqual(3)
      const weights = reasons.map(({ weight }) => weight)
      expect(weights).toEqual(weights.toSorted((a, b) => b - a))
      expect(Math.min(...weights)).toBeGreaterThan(0)
    }
    expect(good?.reasons[0]?.direction).toBe('for')
    expect(bad?.reasons[0]?.direction).toBe('against')
  })

  it('does not depend on the order of the verdicts or on the other runs', () => {
    const verdicts = verdictsOf(15)
    const { results } = ask(verdicts, clean, broken)
    fc.assert(
      fc.property(shuffled(verdicts), (given) => {
        expect(ask(given, clean, broken).results).toEqual(results)
        expect(ask(given, broken).results[0]).toEqual(results[1])
      }),
      { numRuns: 20 },
    )
  })

  it('counts a run once, however often its verdict is given', () => {
    const verdicts = verdictsOf(20)
    const twice = ask([...verdicts, ...verdicts], clean)
    expect(twice.n).toBe(20)
    expect(twice.results).toEqual(ask(verdicts, clean).results)
  })

  it('is in between for two reviewers who disagree', () => {
    const verdicts = verdictsOf(20)
    const with_ = (...opinions: boolean[]) =>
      chances([...verdicts, ...opinions.map((approved) => ({ run: clean, approved }))], clean)[0] ?? 0
    expect(with_(true, false)).toBeGreaterThan(with_(false))
    expect(with_(true, false)).toBeLessThan(with_(true))
  })

  it('learns less from trials of one request than from as many requests', () => {
    const verdicts = verdictsOf(24)
    const sameTask = verdicts.map((one) => ({ ...one, run: { ...one.run, request: 'Task of the day' } }))
    const asked = { ...clean, request: 'Task of the day' }
    expect(chances(sameTask, asked)[0]).toBeLessThan(chances(verdicts, clean)[0] ?? 0)
  })

  it('remains uncertain when everyone approved', () => {
    const [chance] = chances(
      verdictsOf(30).map((one) => ({ ...one, approved: true })),
      clean,
    )
    expect(chance).toBeGreaterThan(0.8)
    expect(chance).toBeLessThan(1)
  })
})

describe('facts a run does not have', () => {
  it('count neither for nor against it', () => {
    const costly = verdictsOf(30).map(({ run, approved }) => ({
      run: { ...run, tokens: { total: approved ? 1000 : 90_000 } },
      approved,
    }))
    const facts = (run: RunVerdict['run']) => ask(costly, run).results[0]?.reasons.map(({ fact }) => fact) ?? []
    expect(facts({ ...clean, tokens: { total: 500 } }).join()).toMatch('fewer tokens')
    expect(facts(clean).join()).not.toMatch('tokens')
    const silent = runOf('silent', { request: undefined, nodes: [] })
    expect(facts(silent).join()).not.toMatch(/steps|errors|asked|tokens/)
  })
})

describe('the usual value', () => {
  it('is that of the chain, since chains differ in scale', () => {
    const long = (at: number, chain: string, length: number) => ({
      run: runOf(`${chain}-${at}`, { chain, nodes: calls(length) }),
      approved: at % 3 > 0,
    })
    const verdicts = Array.from({ length: 30 }, (_, at) => [
      long(at, 'quick', 2 + (at % 3)),
      long(at, 'thorough', 40 + (at % 3)),
    ]).flat()
    const [quick, thorough] = ask(
      verdicts,
      runOf('x', { chain: 'quick', nodes: calls(20) }),
      runOf('y', { chain: 'thorough', nodes: calls(20) }),
    ).results
    expect(quick?.reasons.map(({ fact }) => fact)).toContain('more steps and tool calls than usual')
    expect(thorough?.reasons.map(({ fact }) => fact)).toContain('fewer steps and tool calls than usual')
  })

  it('of other chains helps a chain without verdicts', () => {
    const elsewhere = [...verdictsOf(30, 'a'), ...verdictsOf(30, 'b')]
    const [good, bad] = chances(elsewhere, { ...clean, chain: 'new' }, { ...broken, chain: 'new' })
    expect(good).toBeGreaterThan((bad ?? 1) + 0.3)
  })
})

describe('the parts of a forecast', () => {
  const known = ['c', 'd'].flatMap((chain) =>
    verdictsOf(30, chain).map(({ run, approved }) => ({
      key: run.id,
      chain,
      group: run.id,
      label: Number(approved),
      facts: runFacts(run),
    })),
  )
  const { model } = learnForecast(known)

  it.each([clean, broken])('add up to its probability: $id', (run) => {
    if (!model) throw new Error('there are enough verdicts')
    const facts = { chain: 'd', facts: runFacts(run) }
    const { intercept, terms, rest, logOdds, divisor, probability } = forecastParts(model, facts)
    const forecast = forecastBy(model, facts)
    const sum = terms.reduce((total, { effect }) => total + effect, intercept + rest)
    expect(sum).toBeCloseTo(logOdds, 12)
    expect(1 / (1 + Math.exp(-sum / divisor))).toBeCloseTo(forecast.probability ?? Number.NaN, 12)
    expect(probability).toBe(forecast.probability)
    for (const { value, coefficient, effect } of terms) expect(value * coefficient).toBeCloseTo(effect, 12)
    expect(terms.length).toBeGreaterThan(1)
    expect(terms.slice(0, 3).map(({ fact, effect }) => ({ fact, weight: Math.abs(effect) }))).toEqual(
      forecast.reasons.map(({ fact, weight }) => ({ fact, weight })),
    )
  })
})
