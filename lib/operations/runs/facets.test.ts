import { expect, it } from 'vitest'
import { facetsMost } from '@/lib/contracts/limits'
import { ingest, makeProject, runBody } from '../testing/factories'
import { runFacets } from './facets'

it("lists only this project's chains, with their versions newest first", async () => {
  const test = await makeProject()
  await ingest((await makeProject()).key, [runBody({ chain: 'theirs' })])
  await ingest(test.at(new Date('2026-05-01T00:00:00Z')), [runBody({ chain: 'letters', version: '1.0.0' })])
  await ingest(test.at(new Date('2026-05-02T00:00:00Z')), [
    runBody({ chain: 'letters', version: '0.9.9' }),
    runBody({ chain: 'answers' }),
  ])
  const { chains } = await runFacets.run(test.key, {})
  expect(chains).toEqual([
    { name: 'answers', versions: ['1.0.0'] },
    { name: 'letters', versions: ['0.9.9', '1.0.0'] },
  ])
})

it('bounds chains and versions, and finds the others by the words of their names', async () => {
  const test = await makeProject()
  const numbered = (place: number) => String(place).padStart(3, '0')
  await ingest(test.key, [
    ...Array.from({ length: facetsMost.chains + 1 }, (_, place) => runBody({ chain: `letters ${numbered(place)}` })),
    ...Array.from({ length: facetsMost.versions + 1 }, (_, place) =>
      runBody({ chain: 'Versioned', version: `1.${place}.0` }),
    ),
  ])
  const found = async (input: { text?: string; chain?: string[]; version?: string }) =>
    (await runFacets.run(test.key, input)).chains
  expect(await found({})).toHaveLength(facetsMost.chains)
  expect((await found({ text: '100 LETTERS' })).map(({ name }) => name)).toEqual(['letters 100'])
  expect(await found({ text: '%' })).toEqual([])
  const [versioned] = await found({ chain: ['Versioned'] })
  expect(versioned?.versions).toHaveLength(facetsMost.versions)
  // The oldest is beyond the newest that are listed.
  expect(versioned?.versions).not.toContain('1.0.0')
  expect((await found({ chain: ['Versioned'], version: '1.0.0' }))[0]?.versions).toEqual(['1.0.0'])
})

it('lists chains and tags with the numbers in their names by value', async () => {
  const test = await makeProject()
  const names = ['step-1', 'Step-2', 'step-10']
  await ingest(
    test.key,
    names.toReversed().map((chain) => runBody({ chain, tags: [chain] })),
  )
  const { chains, tags } = await runFacets.run(test.key, {})
  expect(chains.map(({ name }) => name)).toEqual(names)
  expect(tags).toEqual(names)
})

it('bounds tags, and finds the others by words of theirs', async () => {
  const { key } = await makeProject()
  const numbers = Array.from({ length: facetsMost.tags + 2 }, (_, place) => String(place).padStart(4, '0'))
  await ingest(
    key,
    Array.from({ length: Math.ceil(numbers.length / 50) }, (_, run) =>
      runBody({ tags: numbers.slice(run * 50, run * 50 + 50).map((number) => `Case ${number}`) }),
    ),
  )
  expect((await runFacets.run(key, {})).tags).toHaveLength(facetsMost.tags)
  expect((await runFacets.run(key, { tag: '0201 case' })).tags).toEqual(['Case 0201'])
  expect((await runFacets.run(key, { tag: '%' })).tags).toEqual([])
})
