import { beforeEach, describe, expect, it } from 'vitest'
import { searchEverything } from '../search/search'
import { ingest } from '../testing/factories'
import { ago, failing, makeFailures } from '../testing/kinds-of-failure'
import { splitFailureGroup } from './merge'
import { getFailurePatterns } from './patterns'

let desk: Awaited<ReturnType<typeof makeFailures>>
beforeEach(async () => {
  desk = await makeFailures()
})

const SLOW = 'The model did not answer in time'
const FULL = 'The queue is full'

const failures = (message: string, ...steps: string[]) =>
  steps.map((id) =>
    failing(message, 1, { nodes: [{ id, type: 'llm', status: 'failed', error: { message } }], startedAt: ago(1) }),
  )

it('a kind of failure in more versions than are listed counts all of them', async () => {
  const runs = Array.from({ length: 105 }, (_, place) => failing(SLOW, 1, { version: `1.0.${place}` }))
  await ingest(desk.key, runs)
  const { versions, versionCount } = await desk.get(await desk.find(SLOW))
  expect([versions.length, versionCount]).toEqual([100, 105])
})

describe('a kind of failure with several steps', () => {
  it('is named after the one with most failures, with the number of others, everywhere', async () => {
    await ingest(desk.key, failures(SLOW, 'draft'))
    await ingest(desk.key, failures(SLOW, 'classify', 'classify', 'send'))
    const fingerprint = await desk.find(SLOW)
    const place = { fingerprint, node: 'classify', otherNodes: 2 }
    const among = (groups: readonly { fingerprint: string }[]) =>
      expect(groups.find((group) => group.fingerprint === fingerprint)).toMatchObject(place)
    among(await desk.list())
    among([(await desk.get(fingerprint)).group])
    among((await getFailurePatterns.run(desk.key, { range: '7d' })).groups)
    among((await searchEverything.run(desk.key, { text: 'model' })).failures)
  })

  it('is named after the steps of all groups merged into it, until they are split again', async () => {
    await ingest(desk.key, failures(SLOW, 'draft', 'draft'))
    await ingest(desk.key, failures(FULL, 'classify', 'classify', 'classify', 'send'))
    const [slow, full] = [await desk.find(SLOW), await desk.find(FULL)]
    const placeOf = async (group: string) => {
      const { node, otherNodes } = (await desk.get(group)).group
      return [node, otherNodes]
    }
    expect(await placeOf(slow)).toEqual(['draft', 0])
    await desk.act({ action: 'merge', groups: [slow, full], into: slow })
    expect(await placeOf(slow)).toEqual(['classify', 2])
    await splitFailureGroup.run(desk.reviewer, { group: slow, member: full })
    expect(await placeOf(slow)).toEqual(['draft', 0])
    expect(await placeOf(full)).toEqual(['classify', 1])
  })

  it('is found by the name of every step of it, in its list and by the search over everything', async () => {
    await ingest(desk.key, failures(SLOW, 'draft', 'classify'))
    const fingerprint = await desk.find(SLOW)
    for (const text of ['draft', 'classify model', 'draft classify'])
      expect(
        (await desk.list({ text })).map((group) => group.fingerprint),
        text,
      ).toEqual([fingerprint])
    const { failures: found } = await searchEverything.run(desk.key, { text: 'classify' })
    expect(found).toMatchObject([{ fingerprint }])
    await ingest(desk.key, failures(FULL, 'notify'))
    const full = await desk.find(FULL)
    await desk.act({ action: 'merge', groups: [fingerprint, full], into: fingerprint })
    expect((await desk.list({ text: 'notify' })).map((group) => group.fingerprint)).toEqual([fingerprint])
  })
})

describe('a failure whose step is sent with its type or without', () => {
  const at = (id: string, message: string, type?: string) =>
    failing(message, 1, {
      nodes: [{ id, ...(type && { type }), status: 'failed', error: { message } }],
      startedAt: ago(1),
    })
  const kindsOf = async (message: string) =>
    (await desk.list()).flatMap(({ lastMessage, roots }) => (lastMessage.includes(message) ? [roots] : []))

  it.each([
    ['first with', 'llm', undefined],
    ['first without', undefined, 'llm'],
    ['with another one', 'llm', 'agent'],
  ])('is of the kind that it met at that step, %s', async (_, first, then) => {
    await ingest(desk.key, [at('draft', SLOW, first)])
    const fingerprint = await desk.find(SLOW)
    await ingest(desk.key, [at('draft', SLOW, then), at('draft', SLOW, then)])
    expect(await kindsOf(SLOW)).toEqual([3])
    expect(await desk.find(SLOW)).toBe(fingerprint)
  })

  it('is of one kind if both arrive together', async () => {
    await ingest(desk.key, [at('draft', SLOW, 'llm'), at('draft', SLOW)])
    expect(await kindsOf(SLOW)).toEqual([2])
  })

  it('is of another kind at a step that did not fail like this', async () => {
    await ingest(desk.key, [at('draft', SLOW, 'llm')])
    await ingest(desk.key, [at('send', SLOW), at('draft', FULL)])
    expect(await kindsOf(SLOW)).toEqual([1, 1])
    expect(await kindsOf(FULL)).toEqual([1])
  })
})
