import { describe, expect, it } from 'vitest'
import { gateEvidence } from '@/lib/contracts/gate-evidence'
import { prepareDropRows } from './prepare-drop-rows'
import { prepareGateOdds } from './prepare-gate-odds'

const side = (version: string, mean: number) => ({
  version,
  n: 3,
  mean,
  interval: [mean - 0.03, mean + 0.03],
  dots: [],
})

/** Evidence as frozen before the odds had a named method. */
const shrunken = {
  verdict: 'regression',
  word: 'inconclusive',
  threshold: 0.05,
  minLiveRuns: 3,
  profile: 'stratt',
  delta: 0.38,
  prior: side('1.0.0', 0.84),
  current: side('1.0.1', 0.46),
  probability: { drop: 0.97, exceeds: 0.61, interval: [0.24, 0.32], runsToSettle: 4, byConformance: true },
  factors: [],
  paired: null,
  scenarios: [],
  drift: null,
  warnings: [],
  run: null,
  execution: null,
  bestAttempt: null,
  notes: [],
}

const { word: _word, paired: _paired, scenarios: _scenarios, drift: _drift, warnings: _warnings, ...first } = shrunken
const { byConformance: _, ...firstOdds } = shrunken.probability

describe('earlier frozen evidence', () => {
  it.each([
    ['before methods had names', shrunken, true],
    ['before conformance was separated', { ...first, probability: firstOdds }, false],
  ])('%s is read with the method of its time', (_when, frozen, byConformance) => {
    const evidence = gateEvidence.parse(frozen)
    expect(evidence.probability).toEqual({
      ...shrunken.probability,
      method: 'shrunken-1',
      byConformance,
      byScenario: false,
    })
    const { sentences } = prepareGateOdds(evidence)
    expect(sentences).toContain('The true drop lies between 0.24 and 0.32 with 90% probability.')
    expect(sentences).toContain('About 4 more runs of each version would settle it.')
    const rows = prepareDropRows({ ...evidence, chain: 'answers', odds: evidence.probability }, 'p')?.rows
    expect(rows?.[0]).toMatchObject({ key: 'all', intervalText: '−0.32 to −0.24' })
  })

  it('is distinguished from current evidence', () => {
    const evidence = gateEvidence.parse({
      ...shrunken,
      probability: { ...shrunken.probability, exceeds: 0.99, method: 'mixture-2' },
    })
    expect(prepareGateOdds(evidence).sentences).toContain(
      'From these runs alone, the change is between −0.32 and −0.24 (90% interval); the chances also weigh how versions usually change.',
    )
  })

  it('is rejected with an unknown method', () => {
    const probability = { ...shrunken.probability, method: 'guess-9' }
    expect(gateEvidence.safeParse({ ...shrunken, probability }).success).toBe(false)
  })
})
