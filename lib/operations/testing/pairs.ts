import type { Context } from '../context'
import { decidePair } from '../pairs/answer'
import { askPairs } from '../pairs/ask'
import { nextPair } from '../pairs/claim'
import { getPairResult } from '../pairs/outcomes'
import { ingest, makeProject, runBody } from './factories'

export const versions = { chain: 'answers', a: '1.0.0', b: '1.1.0' }

/** Creates two versions that ran the same scenarios, and asks people about their pairs. */
export async function makePairs(count = 3) {
  const test = await makeProject()
  const scenarios = Array.from({ length: count }, (_, at) => `scenario ${at}`)
  const bodies = ['1.0.0', '1.1.0'].flatMap((version) =>
    scenarios.map((scenario) =>
      runBody({
        version,
        scenario,
        request: `asked ${scenario}`,
        output: { answer: `of ${version === '1.0.0' ? 'one' : 'other'}` },
      }),
    ),
  )
  await ingest(test.key, bodies)
  const ada = await test.as('reviewer', 'Ada')
  const asked = await askPairs.run(await test.as('admin', 'Rita'), versions)
  return { ...test, ada, asked }
}

/** The next pair for a person. */
export const next = async (who: Context) => (await nextPair.run(who, versions)).pair
export const resultOf = async (who: Context, subject: object = versions) =>
  (await getPairResult.run(who, subject)).result

/** Answers all pairs in favour of one version; returns how many. */
export async function answerFor(who: Context, answer: 'one' | 'other' | 'equal'): Promise<number> {
  for (let count = 0; ; count++) {
    const pair = await next(who)
    if (!pair) return count
    const isFirst = JSON.stringify(pair.first.output).includes(`of ${answer}`)
    await decidePair.run(who, { pairId: pair.id, choice: answer === 'equal' ? 'equal' : isFirst ? 'first' : 'second' })
  }
}
