import { expect, it } from 'vitest'
import { makeProject, runBody, takeIn } from '../testing/factories'
import { runFacets } from './facets'

it("lists only this project's chains, with their versions newest first", async () => {
  const test = await makeProject()
  await takeIn((await makeProject()).key, [runBody({ chain: 'theirs' })])
  await takeIn(test.at(new Date('2026-05-01T00:00:00Z')), [runBody({ chain: 'letters', version: '1.0.0' })])
  await takeIn(test.at(new Date('2026-05-02T00:00:00Z')), [
    runBody({ chain: 'letters', version: '0.9.9' }),
    runBody({ chain: 'answers' }),
  ])
  const { chains } = await runFacets.run(test.key, {})
  expect(chains).toEqual([
    { name: 'answers', versions: ['1.0.0'] },
    { name: 'letters', versions: ['0.9.9', '1.0.0'] },
  ])
})
