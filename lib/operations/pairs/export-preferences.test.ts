import { describe, expect, it } from 'vitest'
import { preference } from '@/lib/contracts/run-export'
import type { Context } from '../context'
import { ingest, makeProject, runBody } from '../testing/factories'
import { answerFor, makePairs, next, versions } from '../testing/pairs'
import { decidePair } from './answer'
import { askPairs } from './ask'
import { exportPreferences } from './export-preferences'
import { revealPairs } from './reveal'

async function preferencesOf(who: Context, input: object = {}) {
  const found = []
  for await (const line of await exportPreferences.open(who, input)) found.push(preference.parse(JSON.parse(line)))
  return found
}

describe('preferences', () => {
  it('are the pairs with a better side, which comes first', async () => {
    const { ada, key } = await makePairs(3)
    await answerFor(ada, 'other')
    const found = await preferencesOf(key)
    expect(found.map(({ scenario }) => scenario).toSorted()).toEqual(['scenario 0', 'scenario 1', 'scenario 2'])
    for (const line of found)
      expect(line).toMatchObject({
        ...{ prompt: `asked ${line.scenario}`, chosen: '{"answer":"of other"}', rejected: '{"answer":"of one"}' },
        ...{ chain: 'answers', chosen_version: '1.1.0', rejected_version: '1.0.0', verdicts: 1, agreeing: 1 },
      })
    expect(await preferencesOf(key, { valShare: 1 })).toMatchObject(found.map(() => ({ split: 'val' })))
    await expect(exportPreferences.open(key, { chain: ['nowhere'] })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('leave out ties, runs without an output, and runs that were asked different things', async () => {
    const test = await makeProject()
    const sides = {
      asked: ['same', 'other'],
      silent: ['same', 'same'],
      even: ['same', 'same'],
      plain: ['same', 'same'],
    }
    await ingest(
      test.key,
      Object.entries(sides).flatMap(([scenario, requests]) =>
        requests.map((request, at) => {
          const output = scenario === 'silent' && at === 1 ? undefined : `${scenario} ${at}`
          return runBody({ version: `1.${at}.0`, scenario, request, output })
        }),
      ),
    )
    await askPairs.run(await test.as('admin'), versions)
    const ada = await test.as('reviewer', 'Ada')
    for (let pair = await next(ada); pair; pair = await next(ada))
      await decidePair.run(ada, { pairId: pair.id, choice: pair.scenario === 'even' ? 'equal' : 'first' })
    expect(await preferencesOf(test.key)).toMatchObject([{ scenario: 'plain' }])
  })

  it('are withheld from a person who has pairs of these versions to answer, or may change an answer', async () => {
    const { ada, as, key } = await makePairs(2)
    const bo = await as('reviewer', 'Bo')
    await answerFor(ada, 'one')
    expect([await preferencesOf(ada), await preferencesOf(bo)]).toEqual([[], []])
    await revealPairs.run(ada, versions)
    expect(await preferencesOf(ada)).toHaveLength(2)
    expect(await preferencesOf(bo)).toEqual([])
    expect(await preferencesOf(key)).toHaveLength(2)
  })
})
