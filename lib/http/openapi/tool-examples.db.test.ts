import { expect, it } from 'vitest'
import { qualityTools } from '@/lib/contracts/quality/tools'
import { registry } from '@/lib/operations/registry'
import { makeProject } from '@/lib/operations/testing/factories'

/** Differs for each recorded thought. */
const isMoment = (key: string) => key === 'recorded_at'

/** Examples depend on each other: one stores what another reads, and the last one clears it. */
const ORDER = ['sequential_thinking_qa', 'get_thinking_history', 'clear_thinking_history']

it('answers each example as documented', async () => {
  const { key } = await makeProject()
  for (const contract of qualityTools.toSorted((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name))) {
    const operation = registry.find((candidate) => candidate.contract === contract)
    const [example] = contract.examples ?? []
    const given = await operation?.run(key, example?.body)
    expect(withoutMoments(given), contract.name).toMatchObject(withoutMoments(example?.answer) as object)
  }
})

function withoutMoments(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, part) => (isMoment(key) ? undefined : part)))
}
