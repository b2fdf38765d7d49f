import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measureUnits, type UnitNode } from './measure-node-groups'

const node = (facts: Partial<UnitNode>): UnitNode => ({ id: 'fetch', status: 'completed', dependencies: [], ...facts })
const scoreOf = (facts: Partial<UnitNode>) => measureUnits([node(facts)])[0]?.score ?? null

describe('measureUnits', () => {
  it.each<[string, Partial<UnitNode>, number | null]>([
    ['completed without other facts', {}, 1],
    ['failed without other facts', { status: 'failed' }, 0],
    ['completed with an output', { output: { rows: 3 } }, 1],
    ['completed with 0 or false', { output: false }, 1],
    ['completed with an empty output', { output: ' ' }, 0.4 / 0.75],
    ['failed with half an output', { status: 'failed', output: 'half' }, 0.35 / 0.75],
    [
      'completed with tokens, a quarter of them output',
      { tokens: { input: 75, output: 25 } },
      (0.4 + 0.25 * 0.25) / 0.65,
    ],
    ['all three factors', { output: 'text', tokens: { input: 50, output: 50 } }, 0.4 + 0.35 + 0.125],
    ['tokens that are not counted separately', { tokens: { total: 100 } }, 1],
    ['no tokens at all', { tokens: { input: 0, output: 0 } }, 1],
    ['an output of null', { output: null }, 1],
    ['skipped', { status: 'skipped' }, null],
    ['cancelled', { status: 'cancelled' }, null],
    ['still running', { status: 'running' }, null],
  ])('%s', (_, facts, expected) => {
    if (expected === null) expect(scoreOf(facts)).toBeNull()
    else expect(scoreOf(facts)).toBeCloseTo(expected, 12)
  })

  it('has no score for a cascade failure', () => {
    const nodes = [
      node({ id: 'fetch', status: 'failed' }),
      node({ id: 'write', status: 'failed', dependencies: ['fetch'] }),
    ]
    expect(measureUnits(nodes).map(({ unit, score }) => [unit, score])).toEqual([['fetch', 0]])
  })

  it('counts a unit under the name of its node', () => {
    expect(measureUnits([node({ id: 'a1', name: 'fetch' }), node({ id: 'a2', name: 'fetch' })])).toHaveLength(2)
    expect(measureUnits([node({ name: 'x'.repeat(300) })])[0]?.unit).toHaveLength(200)
  })

  it('gives a score between 0 and 1, which never falls when a failed node completes', () => {
    const count = fc.option(fc.integer({ min: 0, max: 1e6 }), { nil: undefined })
    const facts = fc.record({
      output: fc.jsonValue(),
      tokens: fc.record({ input: count, output: count, total: count, useful: count }),
    })
    fc.assert(
      fc.property(facts, (told) => {
        const [done, failed] = [scoreOf(told) ?? -1, scoreOf({ ...told, status: 'failed' }) ?? 2]
        expect(failed).toBeGreaterThanOrEqual(0)
        expect(done).toBeLessThanOrEqual(1)
        expect(done).toBeGreaterThan(failed)
      }),
    )
  })
})
