import { expect, it } from 'vitest'
import { qualityTools } from '@/lib/contracts/quality/tools'
import { registry } from '@/lib/operations/registry'
import { makeProject } from '@/lib/operations/testing/factories'

/** Differs each time a thought is recorded. */
const isMoment = (key: string) => key === 'recorded_at'

// In the order of the tools: what one example stores another reads.
it('answers each example as the reference says', async () => {
  const { key } = await makeProject()
  for (const contract of qualityTools) {
    const operation = registry.find((candidate) => candidate.contract === contract)
    const [example] = contract.examples ?? []
    const given = await operation?.run(key, example?.body)
    expect(withoutMoments(given), contract.name).toMatchObject(withoutMoments(example?.answer) as object)
  }
})

function withoutMoments(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, part) => (isMoment(key) ? undefined : part)))
}
