import { expect, it } from 'vitest'
import { registry } from '@/lib/operations/registry'
import { makeProject } from '@/lib/operations/testing/factories'

/** Differs each time a thought is recorded. */
const isMoment = (key: string) => key === 'recorded_at'

it('answers each example as the reference says', async () => {
  const { key } = await makeProject()
  for (const operation of registry) {
    const { name, path, examples = [] } = operation.contract
    const [{ body, answer } = { body: {} }] = examples
    if (!path.startsWith('/api/v1/quality/')) continue
    const given = await operation.run(key, body)
    expect(withoutMoments(given), name).toMatchObject(withoutMoments(answer) as object)
  }
})

function withoutMoments(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, part) => (isMoment(key) ? undefined : part)))
}
