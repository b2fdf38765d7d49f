import { describe, expect, it } from 'vitest'
import type { VersionDetail } from '@/lib/contracts/versions'
import { prepareTrialProgress } from './prepare-trial-progress'
import { prepareVersionChanges, summariseChanges } from './prepare-versions'

const version = (overrides: Partial<VersionDetail> = {}): VersionDetail => ({
  chain: 'answers',
  version: '1.0.0',
  state: 'live',
  served: true,
  publishedAt: '2026-11-20T00:00:00.000Z',
  publishedBy: 'Ada',
  hasContract: false,
  hasCriteria: false,
  gate: null,
  liveRuns: 0,
  runs: 0,
  quality: { n: 0, mean: null, interval: null },
  measured: { runs: 0, enough: 0, lacks: [] },
  confidence: null,
  verdict: 'no_baseline',
  word: 'no_baseline',
  delta: null,
  comparedWith: null,
  comparedOn: null,
  odds: null,
  confidenceFall: null,
  profile: 'stratt',
  regressionThreshold: 0.05,
  minLiveRuns: 3,
  contract: null,
  criteria: null,
  graph: null,
  scenarios: [],
  executor: null,
  author: null,
  notes: null,
  events: [],
  eventCount: 0,
  gates: [],
  gateCount: 0,
  shareGood: { runs: 0, verdicts: 0, needed: 5, automatedMean: null, found: null },
  ...overrides,
})
const node = (id: string, dependencies: string[] = []) => ({ id, dependencies })

describe('the changes between two versions', () => {
  it('list each differing value, and the side that lacks it', () => {
    const before = version({ contract: { requiredOutputs: ['a'], strict: true } })
    const after = version({ contract: { requiredOutputs: ['a', 'b'] }, criteria: { quality_threshold: 0.9 } })
    const sections = prepareVersionChanges(before, after)
    expect(sections.map(({ title, changes }) => [title, changes])).toEqual([
      [
        'Contract',
        [
          { path: 'requiredOutputs', from: [], to: ['"b"'], kept: 1 },
          { path: 'strict', from: ['true'], to: null, kept: null },
        ],
      ],
      ['Criteria', [{ path: 'quality_threshold', from: null, to: ['0.9'], kept: null }]],
    ])
    expect(summariseChanges(sections)).toBe('2 changes in contract, 1 change in criteria.')
  })

  it('show the differing part of long texts with some context', () => {
    const text = (word: string) => `${'a'.repeat(500)} ${word} ${'z'.repeat(500)}`
    const scenario = (word: string) => version({ scenarios: [{ name: 'one', request: text(word) }] })
    const [section] = prepareVersionChanges(scenario('old'), scenario('new'))
    const [change] = section?.changes ?? []
    expect(change?.from?.[0]).toMatch(/^"… a{59} old z{59} …"$/)
    expect(change?.to?.[0]).toMatch(/^"… a{59} new z{59} …"$/)
  })

  it.each([
    ['an admin sees both addresses', 'https://a.test/one', 'https://a.test/two', ['"https://a.test/two"']],
    ['others see that the address differs', null, null, ['"a.test, mark 2"']],
  ])('of an executor: %s', (_, before, after, to) => {
    const executor = (url: string | null, addressMark: string) =>
      version({ executor: { kind: 'http', host: 'a.test', url, addressMark, headers: [], timeoutSeconds: 60 } })
    const [section] = prepareVersionChanges(executor(before, '1'), executor(after, '2'))
    expect(section?.changes.map(({ path, to: shown }) => [path, shown])).toEqual([['url', to]])
  })

  it('ignore the order of steps and scenarios', () => {
    const one = version({
      graph: { nodes: [node('a'), node('b', ['a'])] },
      scenarios: [{ name: 'x', request: 1 }, { name: 'y' }],
    })
    const other = version({
      graph: { nodes: [node('b', ['a']), node('a')] },
      scenarios: [{ name: 'y' }, { name: 'x', request: 1 }],
    })
    const sections = prepareVersionChanges(one, other)
    expect(sections.map(({ title }) => title)).toEqual(['Graph', 'Scenarios'])
    expect(summariseChanges(sections)).toBe('No published changes.')
  })
})

it.each([
  [{ queued: 0, running: 0, done: 0, failed: 0, cancelled: 0 }, null],
  [
    { queued: 1, running: 1, done: 1, failed: 0, cancelled: 0 },
    { words: '1 of 3 live runs', share: 1 / 3, isUnderWay: true },
  ],
  [
    { queued: 0, running: 0, done: 2, failed: 1, cancelled: 0 },
    { words: '3 of 3 live runs, 1 failed', share: 1, isUnderWay: false },
  ],
  [
    { queued: 0, running: 0, done: 1, failed: 0, cancelled: 2 },
    { words: '1 of 3 live runs, 2 cancelled', share: 1 / 3, isUnderWay: false },
  ],
])('tells how far %j is', (counts, expected) => {
  expect(prepareTrialProgress(counts, 'live run')).toEqual(expected)
})
