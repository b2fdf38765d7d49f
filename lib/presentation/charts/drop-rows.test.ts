import { describe, expect, it } from 'vitest'
import { formatDrift, prepareDropRows } from './prepare-drop-rows'
import { prepareScenarioTable } from './prepare-versions'

const drift = (overrides = {}) => ({
  first: { version: '1.0.0', mean: 0.9 },
  best: { version: '1.0.1', mean: 0.95 },
  dropFromBest: 0.17,
  cumulativeDrop: 0.12,
  isDrifting: true,
  versions: 4,
  ...overrides,
})

const input = {
  chain: 'notes',
  threshold: 0.05,
  delta: 0.07,
  odds: {
    method: 'mixture-4' as const,
    drop: 0.97,
    exceeds: 0.6,
    interval: [0.01, 0.12] as [number, number],
    runsToSettle: 4,
    byConformance: false,
    byScenario: false,
  },
  prior: { version: '1.0.2', n: 3, mean: 0.85 },
  current: { version: '1.0.3', n: 4, mean: 0.78 },
  paired: { scenarios: 2, drop: -0.02, interval: null },
  drift: drift(),
}

describe('the change of a version', () => {
  it('is shown on one axis with zero and the limit, worse to the left', () => {
    const model = prepareDropRows(input, 'p')
    expect(model?.rows.map(({ key, changeText, isBeyond }) => [key, changeText, isBeyond])).toEqual([
      ['all', '−0.07', true],
      ['paired', '+0.02', false],
      ['best', '−0.17', true],
      ['first', '−0.12', true],
    ])
    const [all, paired] = model?.rows ?? []
    expect(all?.intervalText).toBe('−0.12 to −0.01')
    expect(all?.bar?.from).toBeLessThan(all?.dot ?? 0)
    expect(all?.dot).toBeLessThan(model?.limit.at ?? 0)
    expect(model?.limit.at).toBeLessThan(model?.zero ?? 0)
    expect(paired).toMatchObject({ bar: null, href: '#scenarios' })
    expect(paired?.dot).toBeGreaterThan(model?.zero ?? 1)
    for (const { dot, bar } of model?.rows ?? [])
      for (const place of [dot, bar?.from ?? 0, bar?.to ?? 1]) expect(place).toBe(Math.min(1, Math.max(0, place)))
  })

  it('says what it covers if the versions were measured on different factors', () => {
    const model = prepareDropRows({ ...input, comparedOn: ['conformance'], paired: null, drift: null }, 'p')
    expect(model?.rows[0]?.basis).toBe('4 against 3 scored live runs, of conformance only, measured on both')
  })

  it('does not exceed the limit if it equals it', () => {
    const model = prepareDropRows({ ...input, delta: 0.8 - 0.75, paired: null, drift: null }, 'p')
    expect(model?.rows).toMatchObject([{ isBeyond: false, changeText: '−0.05' }])
  })

  it.each([
    [
      'drift from the best and from the first version is one row if they are the same',
      drift({ best: { version: '1.0.0', mean: 0.9 } }),
      ['all', 'paired', 'best'],
    ],
    [
      'drift is omitted if the compared version is the best',
      drift({ best: { version: '1.0.2', mean: 0.9 }, first: null }),
      ['all', 'paired'],
    ],
    [
      'drift from the best is omitted for the best version itself',
      drift({ best: { version: '1.0.3', mean: 0.9 } }),
      ['all', 'paired', 'first'],
    ],
  ])('%s', (_, given, keys) => {
    expect(prepareDropRows({ ...input, drift: given }, 'p')?.rows.map((row) => row.key)).toEqual(keys)
  })

  it('is null without another version', () => {
    expect(prepareDropRows({ ...input, delta: null, prior: null, paired: null, drift: null }, 'p')).toBeNull()
  })
})

describe('drift', () => {
  it.each([
    ['is reported since the first version', drift(), '1.0.2', '0.12 below the first version, 1.0.0: more than 0.1'],
    [
      'is reported from the best version',
      drift({ cumulativeDrop: 0.1 }),
      '1.0.2',
      '0.17 below the best version, 1.0.1',
    ],
    ['is not reported at exactly 0.10', drift({ isDrifting: false }), '1.0.2', null],
    ['is not reported if it equals the change itself', drift({ first: null }), '1.0.1', null],
  ])('%s', (_, given, prior, words) => {
    const told = formatDrift(given, prior, 0.7)
    if (words === null) expect(told).toBeNull()
    else expect(told).toContain(words)
  })
})

it('a scenario links to its live runs, and a missing mean is not zero', () => {
  const side = (version: string) => ({ version, n: 3, mean: 0.8, interval: null, dots: [] })
  const scenarios = [{ scenario: 'new one', prior: null, current: 0.123456, drop: null }]
  const { rows } = prepareScenarioTable({ scenarios, prior: side('1'), current: side('2') }, 'notes', 'p')
  expect(rows).toEqual([
    {
      key: 'new one',
      cells: ['new one', '—', '0.1235', '—'],
      href: '/p/p/runs?chain=notes&version=1%2C2&scenario=new+one&kind=live',
    },
  ])
})
