import { describe, expect, it } from 'vitest'
import type { listChains as contract } from '@/lib/contracts/chains'
import type { InputOf } from '@/lib/contracts/contract'
import { viewedMost } from '@/lib/contracts/limits'
import { chainSorts } from '@/lib/contracts/vocabulary'
import { placeByDrop } from '@/lib/engine/regression/rank-drops'
import { byName } from '../natural-order'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { getChain } from './get'
import { listChains } from './list'
import { putVersion } from './version'

type Input = InputOf<typeof contract>

/** Complete live runs of a version, one for each score of .75 + .25 × output tokens / 100. */
const runs = (chain: string, version: string, outputs: readonly number[], day = 1) =>
  outputs.map((output) =>
    runBody({
      chain,
      version,
      startedAt: `2026-11-0${day}T10:00:00.000Z`,
      tokens: { input: 100 - output, output },
    }),
  )

const list = (test: TestProject, input: Input = {}) => listChains.run(test.key, input)

async function namesOf(test: TestProject, input: Input) {
  const names: string[] = []
  for (let cursor: string | undefined; ; ) {
    const { chains, next } = await list(test, { ...input, ...(cursor && { cursor }) })
    names.push(...chains.map(({ name }) => name))
    if (next === null) return names
    cursor = next
  }
}

async function makeChains(): Promise<TestProject> {
  const test = await makeProject()
  await ingest(test.key, [
    ...runs('calm', '1', [80, 80, 80], 1),
    ...runs('calm', '2', [82, 82, 82], 4),
    ...runs('fell far', '1', [90, 90, 90], 1),
    ...runs('fell far', '2', [10, 10, 10], 2),
    ...runs('fell', '1', [90, 90, 90], 1),
    ...runs('fell', '2', [50, 50, 50, 50], 3),
    ...runs('single', '1', [80], 5),
    ...runs('unclear', '1', [80, 80, 80], 1),
  ])
  await putVersion.run(test.key, { chain: 'never ran', version: '1' })
  return test
}

const orders: Record<(typeof chainSorts)[number], string[]> = {
  name: ['calm', 'fell', 'fell far', 'never ran', 'single', 'unclear'],
  last_run: ['single', 'calm', 'fell', 'fell far', 'unclear', 'never ran'],
  runs: ['fell', 'calm', 'fell far', 'unclear', 'single', 'never ran'],
  largest_drop: ['fell far', 'fell', 'calm', 'never ran', 'single', 'unclear'],
}

describe('the list of chains', () => {
  it.each(chainSorts)('is the same page by page as at once, by %s', async (sort) => {
    const test = await makeChains()
    expect(await namesOf(test, { sort })).toEqual(orders[sort])
    for (const limit of [1, 2, 4]) expect(await namesOf(test, { sort, limit })).toEqual(orders[sort])
  })

  it.each(chainSorts)(
    'has numbers in names by their value, without case and accents, page by page too, by %s',
    async (sort) => {
      const test = await makeProject()
      const names = ['Ärger', 'chain-2', 'Chain-3', 'chain-10', 'chain-10 b', 'Zoo', 'zoo']
      for (const chain of names.toReversed()) await putVersion.run(test.key, { chain, version: '1' })
      expect(await namesOf(test, { sort })).toEqual(names)
      expect(await namesOf(test, { sort, limit: 1 })).toEqual(names)
    },
  )

  it('counts all that match, on the first page', async () => {
    const test = await makeChains()
    const first = await list(test, { limit: 2 })
    expect(first).toMatchObject({ total: 6, drops: null, next: expect.any(String) })
    expect((await list(test, { limit: 2, cursor: first.next ?? '' })).total).toBeNull()
  })

  it('counts what is worse over all chains, not over the page', async () => {
    const test = await makeChains()
    const { chains, drops, total } = await list(test, { sort: 'largest_drop', newest: true, limit: 1 })
    expect(chains.map(({ versions }) => versions.map(({ version }) => version))).toEqual([['2']])
    expect(drops).toEqual({ compared: 3, worse: 2, confidenceCompared: 3 })
    expect(total).toBe(6)
    const { drops: ofOne } = await list(test, { sort: 'largest_drop', chain: ['calm', 'fell'] })
    expect(ofOne).toMatchObject({ compared: 2, worse: 1 })
  })

  it('is ranked by the rule as the page of each chain judges it, those with nothing to compare behind', async () => {
    const test = await makeChains()
    await ingest(test.key, [
      // Measured on different factors: compared on those that both have.
      ...runs('unlike', '1', [90, 90, 90], 1),
      ...runs('unlike', '2', [50, 50, 50], 2).map((body) => ({ ...body, tokens: undefined })),
      ...runs('few', '1', [90], 1),
      ...runs('few', '2', [10], 2),
    ])
    const names = await namesOf(test, { sort: 'largest_drop', limit: 2 })
    const judged = await Promise.all(
      names.map(async (chain) => {
        const { versions, newestVersion } = (await getChain.run(test.key, { chain })).chain
        return { chain, place: placeByDrop(versions.find(({ version }) => version === newestVersion) ?? null) }
      }),
    )
    const sorted = judged.toSorted(
      (a, b) => a.place.group - b.place.group || a.place.key - b.place.key || byName(a.chain, b.chain),
    )
    expect(names).toHaveLength(8)
    expect(names).toEqual(sorted.map(({ chain }) => chain))
  })

  it('has of each chain its highest versions, and counts all', async () => {
    const test = await makeProject()
    const versions = Array.from({ length: viewedMost.listed + 2 }, (_, place) => `1.${place}`)
    for (const version of versions) await putVersion.run(test.key, { chain: 'deep', version })
    const [chain] = (await list(test)).chains
    expect(chain?.versionCount).toBe(versions.length)
    expect(chain?.versions.map(({ version }) => version)).toEqual(versions.toReversed().slice(0, viewedMost.listed))
  })

  it('finds chains by words of their name, in any order and case', async () => {
    const test = await makeChains()
    expect(await namesOf(test, { text: 'FAR fell', sort: 'name' })).toEqual(['fell far'])
    expect(await namesOf(test, { text: 'fell', sort: 'last_run', limit: 1 })).toEqual(['fell', 'fell far'])
    expect(await list(test, { text: '100%_' })).toMatchObject({ chains: [], total: 0, next: null })
  })

  it('judges a chain in the list as it does alone', async () => {
    const test = await makeChains()
    const [row] = (await list(test, { text: 'fell far' })).chains
    expect(row?.versions.map(({ version, verdict }) => [version, verdict])).toEqual([
      ['2', 'regression'],
      ['1', 'no_baseline'],
    ])
  })

  it.each(chainSorts)('shows of the newest versions alone what it shows of them among all, by %s', async (sort) => {
    const test = await makeChains()
    const { chains } = await list(test, { sort })
    expect((await list(test, { sort, newest: true })).chains).toEqual(
      chains.map((chain) => ({
        ...chain,
        versions: chain.versions.filter(({ version }) => version === chain.newestVersion),
      })),
    )
  })

  it('rejects a cursor of another order, naming it', async () => {
    const test = await makeChains()
    const { next } = await list(test, { sort: 'runs', limit: 1 })
    const refused = { code: 'invalid_input', issues: [{ path: 'cursor' }] }
    await expect(list(test, { sort: 'name', cursor: next ?? '' })).rejects.toMatchObject(refused)
    await expect(list(test, { cursor: 'nonsense' })).rejects.toMatchObject(refused)
  })

  it('does not contain chains of another project', async () => {
    await makeChains()
    const other = await makeProject()
    for (const sort of chainSorts) expect(await list(other, { sort })).toMatchObject({ chains: [], total: 0 })
  })
})
