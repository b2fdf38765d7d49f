import { describe, expect, it } from 'vitest'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { getChain } from './get'
import { publishVersion } from './publish'
import { putVersion } from './version'

async function pagesOf(test: TestProject, limit: number) {
  const pages: string[][] = []
  for (let cursor: string | undefined; ; ) {
    const { chain, next } = await getChain.run(test.key, { chain: 'answers', limit, ...(cursor && { cursor }) })
    pages.push(chain.versions.map(({ version }) => version))
    if (next === null) return pages
    cursor = next
  }
}

describe('a chain with many versions', () => {
  it('has each of them once, page by page, the highest first, and counts all on each', async () => {
    const test = await makeProject()
    const versions = ['1.2', '1.10', '1.9', '2.0', '0.1', '1.0-rc.1', 'main']
    for (const version of versions) await putVersion.run(test.key, { chain: 'answers', version })
    const { chain, next } = await getChain.run(test.key, { chain: 'answers' })
    const all = chain.versions.map(({ version }) => version)
    expect(all).toEqual(['2.0', '1.10', '1.9', '1.2', '1.0-rc.1', '0.1', 'main'])
    expect([chain.versionCount, next]).toEqual([7, null])
    for (const limit of [1, 2, 3, 7]) expect((await pagesOf(test, limit)).flat()).toEqual(all)
    const first = await getChain.run(test.key, { chain: 'answers', limit: 3 })
    expect(first.chain).toMatchObject({
      versionCount: 7,
      newestVersion: '2.0',
      versions: all.slice(0, 3).map((version) => ({ version })),
    })
  })

  it('has the newest one and the one before it on the first page, below however many candidates', async () => {
    const test = await makeProject()
    await ingest(test.key, [runBody({ version: '1.0.0' }), runBody({ version: '1.1.0' })])
    await publishVersion.run(test.key, { chain: 'answers', version: '1.1.0' })
    for (const version of ['2.0.0-a', '2.0.0-b', '2.0.0-c', '0.9.0'])
      await publishVersion.run(test.key, { chain: 'answers', version, candidate: true })
    expect(await pagesOf(test, 3)).toEqual([
      ['2.0.0-c', '1.1.0', '1.0.0'],
      ['2.0.0-b', '2.0.0-a', '0.9.0'],
    ])
    const { chain } = await getChain.run(test.key, { chain: 'answers', limit: 3 })
    const whole = await getChain.run(test.key, { chain: 'answers' })
    const of = (version: string) => whole.chain.versions.find((one) => one.version === version)
    expect(chain.versions).toEqual(['2.0.0-c', '1.1.0', '1.0.0'].map(of))
  })

  it('refuses a cursor that is none', async () => {
    const test = await makeProject()
    await putVersion.run(test.key, { chain: 'answers', version: '1' })
    await expect(getChain.run(test.key, { chain: 'answers', cursor: 'nonsense' })).rejects.toMatchObject({
      issues: [{ path: 'cursor' }],
    })
  })
})
