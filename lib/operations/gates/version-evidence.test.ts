import { describe, expect, it } from 'vitest'
import type { RunBody } from '@/lib/contracts/run-input'
import { detectRegression } from '@/lib/engine/regression/detect-regression'
import { getChain } from '../chains/get'
import { updateChain } from '../chains/update'
import { configure } from '../testing/configure'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { see } from '../testing/regressed-chain'
import { listGates } from './list'
import { openGate } from './open'

const full = { answer: 'yes' }
const contract = {
  requiredOutputs: ['answer'],
  schema: { type: 'object', required: ['answer'], properties: { answer: { type: 'string' } } },
}
const broken = { output: { answer: 7 }, contract }
const kept = { output: full, contract }
const share = (efficiency: number) => {
  const output = Math.round(1000 * efficiency)
  return { tokens: { input: 1000 - output, output } }
}

/** One run for each body. */
const version = (name: string, ...bodies: Partial<RunBody>[]) =>
  bodies.map((body) => runBody({ version: name, ...body }))
const three = (body: Partial<RunBody>) => [body, body, body]

/** The evidence of the gate that opened automatically, or else of one opened manually. */
async function evidenceOf(test: TestProject, name: string) {
  const { gates } = await listGates.run(test.key, { state: ['pending'] })
  const pending = gates.find((gate) => gate.version === name)
  const question = 'Keep it?'
  const gate = pending ?? (await openGate.run(test.key, { chain: 'answers', version: name, question })).gate
  return (await see(test.key, gate.id)).evidence
}

describe('the evidence about a version', () => {
  it("separates contract violations from the other factors, and matches the chain's page", async () => {
    const test = await makeProject()
    await ingest(test.key, version('1.0.0', ...three(kept)))
    await ingest(test.key, version('1.1.0', kept, kept, broken))
    const evidence = await evidenceOf(test, '1.1.0')
    expect(evidence).toMatchObject({
      verdict: 'regression',
      word: 'inconclusive',
      probability: { byConformance: true },
    })
    expect(evidence.probability?.exceeds).toBeLessThan(0.7)
    expect(evidence.factors[0]).toMatchObject({ name: 'conformance', prior: 1, priorRuns: 3, currentRuns: 3 })
    expect(evidence.factors[0]?.currentInterval?.[0]).toBeCloseTo(0.2077, 3)
    expect(evidence.factors[1]?.currentInterval).toBeNull()
    const { chain } = await getChain.run(test.key, { chain: 'answers' })
    const [newest] = chain.versions
    expect(newest).toMatchObject({ verdict: evidence.verdict, word: evidence.word, delta: evidence.delta })
    expect(newest?.odds).toEqual(evidence.probability)
  })

  it('is the same at the opening of the gate, down to the odds', async () => {
    const test = await makeProject()
    const scenarios = (bodies: Partial<RunBody>[]) => bodies.map((body, place) => ({ ...body, scenario: `s${place}` }))
    await ingest(test.key, version('1.0.0', ...scenarios(three(kept))))
    await ingest(test.key, version('1.1.0', ...scenarios([kept, broken, broken])))
    await evidenceOf(test, '1.1.0')
    const { gates } = await listGates.run(test.key, { state: ['pending'] })
    const { evidence, opening } = await see(test.key, gates[0]?.id ?? '')
    const { verdict, word, delta, probability } = evidence
    expect(opening).toMatchObject({ verdict, word, delta, probability })
    expect(probability).toMatchObject({ byConformance: true })
  })

  it('is certain once enough runs broke the contract', async () => {
    const test = await makeProject()
    await ingest(test.key, version('1.0.0', ...Array.from({ length: 20 }, () => kept)))
    await ingest(test.key, version('1.1.0', ...Array.from({ length: 20 }, (_, run) => (run < 12 ? broken : kept))))
    expect(await evidenceOf(test, '1.1.0')).toMatchObject({ word: 'regressed', probability: { runsToSettle: 0 } })
  })

  it("removes variance between scenarios that both ran, matching the tool and the chain's page", async () => {
    const test = await makeProject()
    const efficiencies = Array.from({ length: 12 }, (_, place) => 0.3 + 0.05 * place)
    const of = (name: string, less: number) =>
      version(name, ...efficiencies.map((value, place) => ({ scenario: `s${place}`, ...share(value - less) })))
    await ingest(test.key, of('1.0.0', 0))
    await ingest(test.key, [...of('1.1.0', 0.2), ...version('1.1.0', share(0.5))])
    const { probability } = await evidenceOf(test, '1.1.0')
    const run = (value: number, scenario?: string) => ({ score: 0.75 + 0.25 * value, conformance: true, scenario })
    const { evidence } = detectRegression({
      prior: efficiencies.map((value, place) => run(value, `s${place}`)),
      current: [...efficiencies.map((value, place) => run(value - 0.2, `s${place}`)), run(0.5)],
    })
    expect(probability).toMatchObject({ byScenario: true })
    expect(probability?.exceeds).toBeCloseTo(evidence.pDropExceedsThreshold ?? -1, 6)
    expect(probability?.interval[1]).toBeCloseTo(evidence.interval?.[1] ?? -1, 6)
    const { chain } = await getChain.run(test.key, { chain: 'answers' })
    expect(chain.versions[0]?.odds).toEqual(probability)
  })

  it('pairs live runs by scenario, each scenario once, and ignores dry runs', async () => {
    const test = await makeProject()
    const of = (scenario: string, efficiency: number) => ({ scenario, ...share(efficiency) })
    await ingest(test.key, version('1.0.0', of('a', 0.8), of('a', 0.4), of('b', 0.8), of('gone', 0.1)))
    await ingest(test.key, version('1.1.0', of('a', 0.4), of('b', 0.4), of('new', 0.9)))
    await ingest(test.key, version('1.1.0', { ...of('a', 0), kind: 'dry_run', output: { answer: '' } }))
    const evidence = await evidenceOf(test, '1.1.0')
    // a: (.8 + .4)/2 - .4 = .2, b: .4, each times the weight of efficiency, .25.
    expect(evidence.paired).toMatchObject({ scenarios: 2 })
    expect(evidence.paired?.drop).toBeCloseTo((0.2 + 0.4) / 2 / 4, 9)
    expect(evidence.scenarios.map(({ scenario, drop }) => [scenario, drop === null])).toEqual([
      ['b', false],
      ['a', false],
      ['gone', true],
      ['new', true],
    ])
    expect(evidence.warnings).toEqual([
      { kind: 'scenarios', text: '2 of 4 scenarios were run by both versions; the others compare different work.' },
    ])
    expect(evidence.notes).toContain('1.1.0: 1 dry run is left out; only live runs are compared.')
    expect(evidence.current.n).toBe(3)
  })

  it('warns about small drops that add up, against the first and the best version', async () => {
    const test = await makeProject()
    for (const [place, efficiency] of [0.9, 0.75, 0.6, 0.45].entries())
      await ingest(test.key, version(`1.${place}.0`, ...three(share(efficiency))))
    await ingest(test.key, version('1.0.1', share(1)))
    const evidence = await evidenceOf(test, '1.3.0')
    expect(evidence).toMatchObject({ verdict: 'ok', drift: { isDrifting: true, versions: 4 } })
    expect(evidence.drift?.first?.version).toBe('1.0.0')
    // 1.0.1 has a single run, so it cannot be the best.
    expect(evidence.drift?.best.version).toBe('1.0.0')
    expect(evidence.drift?.cumulativeDrop).toBeCloseTo(0.45 / 4, 9)
    const { chain } = await getChain.run(test.key, { chain: 'answers' })
    expect(chain.drift).toEqual(evidence.drift)
  })

  it('warns when the scores were made differently', async () => {
    const test = await makeProject()
    const judged = (by: string) => (value: number) => ({ signals: [{ evaluator: 'peer' as const, value, by }] })
    await ingest(test.key, version('1.0.0', ...three(share(0.9))))
    await updateChain.run(await test.as('admin'), { chain: 'answers', profile: 'confidence' })
    await ingest(test.key, version('1.1.0', ...[0.9, 0.8, 0.7].map(judged('one'))))
    await ingest(test.key, version('1.2.0', ...[0.7, 0.9, 0.8].map(judged('other'))))
    const kinds = async (name: string) => (await evidenceOf(test, name)).warnings.map((warning) => warning.kind)
    expect(await kinds('1.1.0')).toEqual(['profile', 'weights'])
    expect(await kinds('1.2.0')).toEqual(['judge', 'copied'])
  })

  const untold = { output: full, tokens: undefined }

  it('compares on common factors, so that tokens measured on one version neither cause nor hide a drop', async () => {
    const test = await makeProject()
    await ingest(test.key, version('1.0.0', ...three(untold)))
    await ingest(test.key, version('1.1.0', ...three(share(0.1))))
    const evidence = await evidenceOf(test, '1.1.0')
    expect(evidence.prior?.mean).toBe(1)
    expect(evidence.current).toMatchObject({ mean: 1, n: 3 })
    expect(evidence.current.dots.map(({ score }) => score)).toEqual([1, 1, 1])
    expect(evidence).toMatchObject({ verdict: 'ok', delta: 0 })
    expect(evidence.warnings).toContainEqual({
      kind: 'measured_differently',
      text: '1.0.0 was measured on conformance and completeness, 1.1.0 on conformance, completeness and efficiency: the change is of conformance and completeness alone.',
    })
    const half = { ...untold, contract: { requiredOutputs: ['answer', 'source'] } }
    await ingest(test.key, version('1.2.0', ...three(half)))
    const { gates } = await listGates.run(test.key, { state: ['pending'] })
    const opened = gates.find((gate) => gate.kind === 'regression')
    expect(opened).toMatchObject({ version: '1.2.0', priorVersion: '1.1.0' })
    expect(opened?.question).toContain('by conformance and completeness, which both versions were measured on,')
    const { chain } = await getChain.run(test.key, { chain: 'answers' })
    const [newest] = chain.versions
    expect(newest).toMatchObject({ verdict: 'regression', comparedOn: ['conformance', 'completeness'] })
    expect(newest?.delta).toBeCloseTo(1 - (0.4 + 0.35 / 2) / 0.75, 9)
  })

  it('is insufficient when the versions share no weighted factor', async () => {
    const test = await makeProject()
    const weights = { conformance: 0, completeness: 0.5, efficiency: 0.5 }
    await configure(test, { stratt_weights: weights })
    await ingest(test.key, version('1.0.0', ...three({ ...share(0.9), contract: undefined })))
    await ingest(test.key, version('1.1.0', ...three({ ...untold, output: { answer: '' } })))
    const evidence = await evidenceOf(test, '1.1.0')
    expect(evidence).toMatchObject({ verdict: 'insufficient_sample', delta: null, probability: null })
    expect(evidence.warnings.map(({ kind }) => kind)).toContain('measured_differently')
  })

  it('reports no_baseline when there is no version to compare with', async () => {
    const test = await makeProject()
    await ingest(test.key, version('1.0.0', ...three(kept)))
    expect(await evidenceOf(test, '1.0.0')).toMatchObject({
      verdict: 'no_baseline',
      word: 'no_baseline',
      probability: null,
      paired: null,
      drift: null,
      scenarios: [],
      factors: [],
      warnings: [],
    })
  })
})
