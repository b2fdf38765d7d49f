import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { getChain } from '../chains/get'
import { getGate } from '../gates/get'
import { ingest, makeProject, runBody } from '../testing/factories'
import { makeRegressedChain } from '../testing/regressed-chain'
import { listRegressions } from './list'

const full = { answer: 'yes' }
const empty = { answer: '' }

describe('regressions', () => {
  it('agree with the evidence of their gate, and name it', async () => {
    const { key, gateId } = await makeRegressedChain()
    const { regressions } = await listRegressions.run(key, {})
    const { evidence } = await getGate.run(key, { gateId })
    expect(regressions).toHaveLength(1)
    const [found] = regressions
    expect(found).toMatchObject({ chain: 'answers', version: '1.0.1', verdict: 'regression', gate: { id: gateId } })
    const { verdict, delta, threshold, probability, factors } = evidence
    expect(found).toMatchObject({ verdict, delta, threshold, probability, factors })
    for (const side of ['prior', 'current'] as const) {
      const { n, mean, version } = evidence[side] ?? { n: -1, mean: null, version: 'none' }
      expect(found?.[side]).toMatchObject({ n, mean, version })
    }
  })

  it('name how many runs were measured enough, as the chain does', async () => {
    const { key } = await makeProject()
    await ingest(key, [
      runBody({ contract: undefined, tokens: undefined }),
      runBody({ contract: undefined, tokens: undefined }),
    ])
    const [found] = (await listRegressions.run(key, {})).regressions
    const [version] = (await getChain.run(key, { chain: 'answers' })).chain.versions
    expect(found?.current.measured).toEqual({ runs: 2, enough: 0, lacks: ['tokens', 'contract'] })
    expect(found?.current.measured).toEqual(version?.measured)
  })

  it('compare scenarios, largest drop first, and pair those that both versions ran', async () => {
    const { key } = await makeProject()
    const run = (version: string, scenario: string, output: object) => runBody({ version, scenario, output })
    await ingest(key, [
      ...['a', 'b', 'gone'].map((scenario) => run('1.0.0', scenario, full)),
      ...['a', 'new'].map((scenario) => run('1.1.0', scenario, full)),
      run('1.1.0', 'b', empty),
      runBody({ version: '1.1.0', kind: 'dry_run', scenario: 'a', output: empty }),
    ])
    const [found] = (await listRegressions.run(key, {})).regressions
    expect(found?.scenarios.map(({ scenario, drop }) => [scenario, drop === null ? null : drop > 0])).toEqual([
      ['b', true],
      ['a', false],
      ['gone', null],
      ['new', null],
    ])
    expect(found?.paired).toMatchObject({ scenarios: 2 })
    expect(found?.paired?.drop).toBeCloseTo((found?.scenarios[0]?.drop ?? 0) / 2, 9)
  })

  it('of many chains come page by page, in the order of their names, and are counted', async () => {
    const { key } = await makeProject()
    await ingest(
      key,
      ['chain-10', 'chain-9', 'Chain-2'].flatMap((chain) =>
        ['1.0.0', '1.1.0'].map((version) => runBody({ chain, version })),
      ),
    )
    await getDb().chain.create({ data: { projectId: key.project.id, id: uuid(), name: 'chain-1' } })
    const { regressions: all, total, next } = await listRegressions.run(key, {})
    expect(all.map(({ chain }) => chain)).toEqual(['Chain-2', 'chain-9', 'chain-10'])
    expect([total, next]).toEqual([3, null])
    const first = await listRegressions.run(key, { limit: 2 })
    const second = await listRegressions.run(key, { limit: 2, cursor: first.next ?? '' })
    expect([...first.regressions, ...second.regressions]).toEqual(all)
    expect([first.total, second.total, second.next]).toEqual([3, null, null])
    expect(await listRegressions.run(key, { chain: 'chain-1' })).toMatchObject({ regressions: [], next: null })
  })

  it('of many chains have the odds of each chain’s own page', async () => {
    const { key } = await makeProject()
    const chains = Array.from({ length: 102 }, (_, place) => `chain-${String(place).padStart(3, '0')}`)
    const tokens = (useful: number) => ({ input: 1000 - useful, output: useful })
    await ingest(
      key,
      chains.flatMap((chain) =>
        [900, 600, 300].flatMap((useful, scenario) => [
          runBody({ chain, scenario: `s${scenario}`, tokens: tokens(useful) }),
          runBody({ chain, scenario: `s${scenario}`, tokens: tokens(useful - 100), version: '1.1.0' }),
        ]),
      ),
    )
    const { regressions } = await listRegressions.run(key, {})
    const { chain } = await getChain.run(key, { chain: 'chain-101' })
    const odds = chain.versions[0]?.odds
    expect(odds).toBeTruthy()
    expect(regressions.at(-1)).toMatchObject({ chain: 'chain-101', probability: odds })
    expect(regressions.map(({ probability }) => probability)).toEqual(chains.map(() => odds))
  })

  it('are listed for the requested version, with a warning when small drops add up', async () => {
    const { key } = await makeProject()
    const tokens = (share: number) => ({ input: 1000 - 1000 * share, output: 1000 * share })
    const bodies = [0.9, 0.75, 0.6, 0.45].flatMap((share, place) =>
      Array.from({ length: 3 }, () => runBody({ version: `1.${place}.0`, tokens: tokens(share) })),
    )
    await ingest(key, bodies)
    const [newest] = (await listRegressions.run(key, {})).regressions
    expect(newest).toMatchObject({
      version: '1.3.0',
      verdict: 'ok',
      drift: { best: { version: '1.0.0' }, isDrifting: true },
    })
    const [earlier] = (await listRegressions.run(key, { chain: 'answers', version: '1.1.0' })).regressions
    expect(earlier).toMatchObject({ version: '1.1.0', prior: { version: '1.0.0' }, drift: { isDrifting: false } })
  })

  it('distinguish too few runs from a missing baseline, and reject unknown names', async () => {
    const { key } = await makeProject()
    await ingest(key, [
      runBody({ chain: 'first' }),
      runBody({ chain: 'few' }),
      runBody({ chain: 'few', version: '2.0.0' }),
    ])
    const { regressions } = await listRegressions.run(key, {})
    expect(regressions.map(({ chain, verdict }) => [chain, verdict])).toEqual([
      ['few', 'insufficient_sample'],
      ['first', 'no_baseline'],
    ])
    expect(regressions[1]).toMatchObject({ delta: null, probability: null, prior: null, drift: null, scenarios: [] })
    await expect(listRegressions.run(key, { chain: 'none' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(listRegressions.run(key, { chain: 'few', version: '9' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(listRegressions.run(key, { version: '9' })).rejects.toMatchObject({ issues: [{ path: 'chain' }] })
  })
})
