import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ChainRule } from '@/lib/contracts/chain-rules'
import { makeSpan } from '@/lib/ingest/testing/spans'
import { ingestSpans } from '../ingest/ingest-spans'
import { listRuns } from '../runs/list'
import { makeProject, type TestProject } from '../testing/factories'
import { getChainRules, previewChainRules, putChainRules } from './rules'

let test: TestProject

beforeEach(async () => {
  test = await makeProject()
})

const shop: ChainRule = { field: 'service', pattern: 'shop-*', chain: 'shop' }

/** Sends a trace with one root span. */
async function send(name: string, service: string, traceId = uuid().replaceAll('-', '')) {
  const span = { name, resource: { 'service.name': service }, traceId }
  await ingestSpans(test.key, [makeSpan({ id: '1', ms: [0, 5], ...span })])
  return traceId
}

const chains = async () =>
  (await listRuns.run(test.key, { limit: 50, sort: 'newest' })).runs.map(({ chain }) => chain).sort()

describe('chain rules', () => {
  it('are kept in order, and apply to traces that arrive later', async () => {
    const admin = await test.as('admin')
    await send('answer', 'shop-eu')
    const second = { field: 'chain', pattern: 'ans*', chain: 'answers' } as const
    await putChainRules.run(admin, { rules: [shop, second], expected: 0 })
    expect(await getChainRules.run(test.key, {})).toMatchObject({ rules: [shop, second], version: { number: 1 } })
    const grown = await send('answer', 'shop-us')
    await send('answer', 'desk')
    expect(await chains()).toEqual(['answer', 'answers', 'shop'])
    await putChainRules.run(admin, { rules: [], expected: 1 })
    await ingestSpans(test.key, [makeSpan({ id: '2', parent: '1', traceId: grown, ms: [1, 2] })])
    expect(await chains()).toEqual(['answer', 'answer', 'answers'])
  })

  it('can be previewed on the newest traces of the project without changing anything', async () => {
    await send('answer', 'shop-eu')
    await send('answer', 'shop-us')
    await send('answer', 'desk')
    const other = await makeProject()
    expect(await previewChainRules.run(other.key, { rules: [shop] })).toMatchObject({ traces: 0, groups: [] })
    const preview = await previewChainRules.run(test.key, { rules: [shop] })
    expect(preview).toMatchObject({
      traces: 3,
      changed: 2,
      groups: [
        { before: 'answer', after: 'shop', traces: 2, title: 'answer' },
        { before: 'answer', after: 'answer', traces: 1 },
      ],
    })
    expect(await chains()).toEqual(['answer', 'answer', 'answer'])
  })

  it('can only be changed by admins', async () => {
    for (const who of [test.key, await test.as('reviewer')])
      await expect(putChainRules.run(who, { rules: [shop], expected: 0 })).rejects.toMatchObject({ code: 'forbidden' })
  })
})
