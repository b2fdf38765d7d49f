import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { startFakeJudge, type Way } from '../testing/fake-judge'
import { makeJudgedProject } from '../testing/judged-project'
import { compareOutputs } from './compare-outputs'
import { testJudge } from './settings'
import { listJudgeCalls } from './status'

const judge = await startFakeJudge()
process.env.JUDGE_BASE_URL = judge.url
process.env.JUDGE_MODEL = 'fake'

beforeEach(() => judge.behave(4))
afterAll(() => judge.close())

const first = { better: 'first' } as const
const second = { better: 'second' } as const
const tie = { better: 'tie' } as const

describe('comparing two outputs', () => {
  it.each<[Way, Way, string, boolean]>([
    [first, second, 'a', true],
    [second, first, 'b', true],
    [tie, tie, 'tie', true],
    [first, first, 'tie', false],
    [second, second, 'tie', false],
    [tie, first, 'tie', false],
  ])('%j, then %j in swapped order: %s', async (one, other, winner, consistent) => {
    const { key } = await makeJudgedProject()
    judge.behave(one, other)
    const compared = await compareOutputs.run(key, { task: 'Answer', a: 'A', b: { text: 'B' } })
    expect(compared).toMatchObject({ winner, consistent, replies: [{ first: 'a' }, { first: 'b' }] })
    const shown = judge.requests.map(({ messages }) => JSON.parse(messages[1]?.content ?? ''))
    expect(shown).toMatchObject([
      { first: 'A', second: '{"text":"B"}' },
      { first: '{"text":"B"}', second: 'A' },
    ])
  })

  it('caches answers for the same outputs', async () => {
    const { key } = await makeJudgedProject()
    judge.behave(first, second)
    await compareOutputs.run(key, { task: 'Answer', a: 'A', b: 'B' })
    const again = await compareOutputs.run(key, { task: 'Answer', a: 'A', b: 'B' })
    expect(again).toMatchObject({ winner: 'a', replies: [{ cached: true }, { cached: true }] })
    expect(judge.requests).toHaveLength(2)
  })

  it.each<[Way, string]>([
    ['garbage', 'the judge did not say which output is better'],
    ['bad key', 'the judge answered 401'],
  ])('names no winner when the judge answers %j', async (way, reason) => {
    const { key } = await makeJudgedProject()
    judge.behave(way)
    const comparing = compareOutputs.run(key, { task: 'Answer', a: 'A', b: 'B' })
    await expect(comparing).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining(reason) })
  })

  it.each([
    [{ a: 'A', b: 'B' }, 'task'],
    [{ task: 'Answer', a: 'A' }, 'b'],
    [{ task: 'Answer', a: 'A', b: 'B', criteria: 4 }, 'criteria'],
  ])('names the invalid field of %j: %s', async (input, path) => {
    const { key } = await makeJudgedProject()
    const comparing = compareOutputs.run(key, input as Parameters<typeof compareOutputs.run>[1])
    await expect(comparing).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path }] })
  })
})

describe('testing the judge', () => {
  it('makes a real call each time, for admins only', async () => {
    const { as } = await makeJudgedProject()
    const admin = await as('admin')
    judge.behave(5)
    for (const calls of [1, 2]) {
      expect(await testJudge.run(admin, {})).toMatchObject({ score: 5, feedback: 'as seen', error: null })
      expect(judge.requests).toHaveLength(calls)
    }
    await expect(testJudge.run(await as('reviewer'), {})).rejects.toMatchObject({ code: 'forbidden' })
  })

  it.each<[Way, string]>([
    ['garbage', 'the judge gave no score'],
    ['redirect', 'redirects are not followed'],
    ['hang', 'the judge did not answer within 1 s'],
  ])('reports the failure %j', async (way, error) => {
    const { as } = await makeJudgedProject({ retries: 0 })
    judge.behave(way)
    expect(await testJudge.run(await as('admin'), {})).toMatchObject({
      score: null,
      error: expect.stringContaining(error),
    })
  })
})

describe('the list of calls', () => {
  it('is paged, newest first, and excludes other projects', async () => {
    const { as, project, key } = await makeJudgedProject()
    const admin = await as('admin')
    for (let call = 0; call < 5; call++) await testJudge.run(admin, {})
    await testJudge.run(await (await makeJudgedProject()).as('admin'), {})
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const page = await listJudgeCalls.run(key, { limit: 2, ...(cursor ? { cursor } : {}) })
      ids.push(...page.calls.map(({ id }) => id))
      cursor = page.next ?? undefined
    } while (cursor)
    const kept = await getDb().judgeCall.findMany({
      where: { projectId: project.id },
      orderBy: [{ calledAt: 'desc' }, { id: 'desc' }],
    })
    expect(ids).toEqual(kept.map(({ id }) => id))
    expect(ids).toHaveLength(5)
  })

  it('refuses a malformed cursor', async () => {
    const { key } = await makeJudgedProject()
    await expect(listJudgeCalls.run(key, { cursor: 'x' })).rejects.toMatchObject({ issues: [{ path: 'cursor' }] })
  })
})
