import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { evaluateQualityGate } from '../quality/tools'
import type { TestProject } from '../testing/factories'
import { startFakeJudge, type Way } from '../testing/fake-judge'
import { gateInput, makeJudgedProject } from '../testing/judged-project'
import { resetBreaker } from './settings'
import { getJudge } from './status'

const judge = await startFakeJudge()
process.env.JUDGE_BASE_URL = judge.url
process.env.JUDGE_MODEL = 'fake'

const START = Date.parse('2026-03-01T10:00:00Z')
const COOL_DOWN_S = 60

beforeEach(() => judge.behave(4))
afterAll(() => judge.close())

const makeProject = () => makeJudgedProject({ cool_down_seconds: COOL_DOWN_S, retries: 0 })

/** Evaluates tasks of one worker at that many seconds after the start, one for each of the judge's ways. */
async function evaluateAll({ at }: TestProject, seconds: number, ways: readonly Way[], worker = 'w') {
  const verdicts: string[] = []
  for (const way of ways) {
    judge.behave(way)
    const ctx = at(new Date(START + seconds * 1000))
    verdicts.push((await evaluateQualityGate.run(ctx, gateInput({ worker }))).verdict)
  }
  return verdicts
}

const five: Way[] = [2, 1, 2, 1, 2]

describe('a breaker', () => {
  it('opens at the fifth rejection in a row, for that worker only', async () => {
    const test = await makeProject()
    expect(await evaluateAll(test, 0, [...five, 5])).toEqual([...Array(5).fill('rejected'), 'unjudged'])
    expect(judge.requests).toEqual([])
    expect(await evaluateAll(test, 1, [5], 'another')).toEqual(['passed'])
  })

  it.each<[string, Way[]]>([
    ['resets its count at a pass', [2, 2, 2, 2, 5, 2, 2, 2, 2]],
    ['does not count gate errors', [2, 2, 'garbage', 'server error', 2, 2, 'refusal', 'bad key']],
  ])('%s', async (_, ways) => {
    const test = await makeProject()
    await evaluateAll(test, 0, ways)
    expect(await evaluateAll(test, 1, [5])).toEqual(['passed'])
  })

  it('does not count tasks that never reached the judge', async () => {
    const test = await makeProject()
    const rejected = gateInput({ worker: 'w', task: { type: 'implement' }, result: { output: 'x', toolCalls: 0 } })
    for (let times = 0; times < 6; times++) await evaluateQualityGate.run(test.at(new Date(START)), rejected)
    expect(await evaluateAll(test, 1, [2, 2, 2, 2, 5])).toEqual([...Array(4).fill('rejected'), 'passed'])
  })

  it('counts only scores below the effective threshold, which is lower for a foundation task', async () => {
    const test = await makeProject()
    judge.behave(2)
    for (let times = 0; times < 6; times++) {
      const input = gateInput({ worker: 'w', task: { type: 'analysis', dependents: 3 } })
      const gate = await evaluateQualityGate.run(test.at(new Date(START)), input)
      expect(gate).toMatchObject({ verdict: 'passed', effectiveThreshold: 2, foundation: true, extraRetries: 1 })
    }
  })

  it('counts a rejection from the cache', async () => {
    const test = await makeProject()
    const input = gateInput({ worker: 'w' })
    judge.behave(1)
    const verdicts: string[] = []
    for (let times = 0; times < 6; times++)
      verdicts.push((await evaluateQualityGate.run(test.at(new Date(START)), input)).verdict)
    expect(verdicts).toEqual([...Array(5).fill('rejected'), 'unjudged'])
  })

  it('still applies the pre-flight checks while open, and passes nothing else', async () => {
    const test = await makeProject()
    await evaluateAll(test, 0, five)
    const ctx = test.at(new Date(START + 1000))
    const idle = gateInput({ worker: 'w', task: { type: 'implement' }, result: { output: 'x', toolCalls: 0 } })
    expect(await evaluateQualityGate.run(ctx, idle)).toMatchObject({
      score: 0,
      preFlightReject: true,
      verdict: 'rejected',
    })
    expect(await evaluateQualityGate.run(ctx, gateInput({ worker: 'w' }))).toMatchObject({
      score: null,
      passed: false,
      judged: false,
      gateError: true,
      verdict: 'unjudged',
      unjudgedReason: 'breaker_open',
      deadLetterId: null,
    })
  })
})

describe('a breaker after its cool-down', () => {
  it.each<[Way, string[]]>([
    [5, ['passed', 'passed']],
    [1, ['rejected', 'unjudged']],
    ['garbage', ['gate_error', 'passed']],
  ])('gets a probe with %j, which leads to %j', async (way, verdicts) => {
    const test = await makeProject()
    await evaluateAll(test, 0, five)
    expect(await evaluateAll(test, COOL_DOWN_S - 1, [5])).toEqual(['unjudged'])
    expect(await evaluateAll(test, COOL_DOWN_S, [way, 5])).toEqual(verdicts)
  })

  it('starts another cool-down when the probe is rejected', async () => {
    const test = await makeProject()
    await evaluateAll(test, 0, five)
    await evaluateAll(test, COOL_DOWN_S, [1])
    expect(await evaluateAll(test, 2 * COOL_DOWN_S - 1, [5])).toEqual(['unjudged'])
    expect(await evaluateAll(test, 2 * COOL_DOWN_S, [5])).toEqual(['passed'])
  })

  it('admits exactly one probe across instances', async () => {
    const test = await makeProject()
    await evaluateAll(test, 0, five)
    judge.behave(5)
    const answerNow = judge.hold()
    const instance = () => test.at(new Date(START + COOL_DOWN_S * 1000))
    let asked = 8
    const asking = Array.from({ length: asked }, () =>
      evaluateQualityGate.run(instance(), gateInput({ worker: 'w' })).finally(() => {
        if (--asked === 1) answerNow()
      }),
    )
    const verdicts = (await Promise.all(asking)).map(({ verdict }) => verdict)
    expect(verdicts.toSorted()).toEqual(['passed', ...Array(7).fill('unjudged')])
    expect(judge.requests).toHaveLength(1)
  })

  it('admits another probe when the first never returned', async () => {
    const test = await makeProject()
    await evaluateAll(test, 0, five)
    const probeAt = new Date(START + COOL_DOWN_S * 1000)
    await getDb().judgeBreaker.updateMany({ where: { projectId: test.project.id }, data: { probeAt } })
    expect(await evaluateAll(test, COOL_DOWN_S + 1, [5])).toEqual(['unjudged'])
    expect(await evaluateAll(test, COOL_DOWN_S + 3600, [5])).toEqual(['passed'])
  })
})

describe('closing a breaker manually', () => {
  it('is for admins and audited', async () => {
    const test = await makeProject()
    await evaluateAll(test, 0, five)
    expect((await getJudge.run(test.at(new Date(START)), {})).breakers).toMatchObject([{ worker: 'w', state: 'open' }])
    await expect(resetBreaker.run(await test.as('reviewer'), { worker: 'w' })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(resetBreaker.run(await test.as('admin'), { worker: 'x' })).rejects.toMatchObject({ code: 'not_found' })
    await resetBreaker.run(await test.as('admin', 'Ada'), { worker: 'w' })
    expect(await evaluateAll(test, 1, [5])).toEqual(['passed'])
    const events = await getDb().auditEvent.findMany({ where: { projectId: test.project.id } })
    expect(events).toMatchObject([
      { actor: 'Ada', action: 'judge.resetBreaker', subject: 'breaker:w', before: { rejections: 5 } },
    ])
  })
})
