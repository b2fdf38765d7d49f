import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Configuration } from '@/lib/contracts/configuration'
import { getDb } from '@/lib/db/client'
import { evaluateQualityGate } from '../quality/tools'
import { startFakeJudge, type Way } from '../testing/fake-judge'
import { gateInput, makeJudgedProject } from '../testing/judged-project'
import { PATIENCE } from '../testing/patience'
import { claimFlight, type InFlightLock, releaseFlight } from './answers'
import { shownAddress } from './endpoint'
import { reserveSpend } from './spend'
import { getJudge } from './status'

const judge = await startFakeJudge()
process.env.JUDGE_BASE_URL = judge.url
process.env.JUDGE_MODEL = 'fake'
process.env.JUDGE_API_KEY = 'the-key-of-the-judge'

beforeEach(() => judge.behave(4))
afterAll(() => judge.close())

// The fake reports 1000 input and 100 output tokens.
const PRICES = { input_usd_per_million: 100, output_usd_per_million: 1000 }
const CALL_USD = 0.2
// The price of 4096 output tokens.
const ESTIMATE_USD = 4.096

async function spendOf(projectId: string) {
  const [row] = await getDb().judgeSpend.findMany({ where: { projectId } })
  return row
}

const capped = (judgeConfig: Configuration['judge']) => makeJudgedProject({ ...PRICES, ...judgeConfig })

describe('the daily cap', () => {
  it('replaces reservations by the actual cost', async () => {
    const { key, project } = await capped({ daily_cap_usd: 100 })
    for (let call = 0; call < 3; call++) await evaluateQualityGate.run(key, gateInput())
    const spend = await spendOf(project.id)
    expect(spend).toMatchObject({ calls: 3, failed: 0 })
    expect(spend?.costUsd).toBeCloseTo(3 * CALL_USD, 9)
    expect(spend?.reservedUsd).toBeCloseTo(0, 9)
    const [call] = await getDb().judgeCall.findMany({ where: { projectId: project.id } })
    expect(call?.costUsd).toBeCloseTo(CALL_USD, 9)
  })

  it('leaves a task that does not fit unjudged, with a reason, and not passed', async () => {
    const { key, project } = await capped({ daily_cap_usd: 4 })
    const gate = await evaluateQualityGate.run(key, gateInput())
    expect(gate).toMatchObject({
      verdict: 'unjudged',
      unjudgedReason: 'cap_reached',
      passed: false,
      score: null,
      judged: false,
      gateError: true,
      feedback: "Not judged: today's cap of $4 leaves no room for another call.",
      deadLetterId: null,
    })
    expect(judge.requests).toEqual([])
    expect(await spendOf(project.id)).toMatchObject({ calls: 0, costUsd: 0, reservedUsd: 0 })
    expect(await getDb().judgeBreaker.count({ where: { projectId: project.id, rejections: { gt: 0 } } })).toBe(0)
  })

  it('counts calls in progress, so that concurrent calls never exceed it together', async () => {
    const { key, at } = await capped({ daily_cap_usd: 7 })
    const answerNow = judge.hold()
    const first = evaluateQualityGate.run(key, gateInput())
    await expect.poll(() => judge.requests.length, PATIENCE).toBe(1)
    const second = await evaluateQualityGate.run(at(new Date()), gateInput())
    answerNow()
    expect(second).toMatchObject({ unjudgedReason: 'cap_reached' })
    expect(await first).toMatchObject({ score: 4 })
    expect(await evaluateQualityGate.run(key, gateInput())).toMatchObject({ score: 4 })
  })

  it('resets at midnight UTC', async () => {
    const { at } = await capped({ daily_cap_usd: 5 })
    const on = (time: string) => evaluateQualityGate.run(at(new Date(time)), gateInput())
    for (let call = 0; call < 4; call++) await on('2026-03-01T12:00:00Z')
    await on('2026-03-01T23:59:59Z')
    expect(await on('2026-03-01T23:59:59Z')).toMatchObject({ unjudgedReason: 'cap_reached' })
    expect(await on('2026-03-02T00:00:00Z')).toMatchObject({ score: 4 })
  })

  it('of zero blocks every call that has a price', async () => {
    const { key } = await capped({ daily_cap_usd: 0 })
    expect(await evaluateQualityGate.run(key, gateInput())).toMatchObject({ unjudgedReason: 'cap_reached' })
    const free = await makeJudgedProject({ daily_cap_usd: 0 })
    expect(await evaluateQualityGate.run(free.key, gateInput())).toMatchObject({ score: 4 })
  })

  it.each<[Way, number]>([
    ['server error', 0],
    ['bad key', 0],
    ['hang', ESTIMATE_USD],
    ['reset', ESTIMATE_USD],
    ['garbage', 2 * CALL_USD],
  ])('charges a call that fails by %j at least $%d', async (way, atLeastUsd) => {
    const { key, project } = await capped({ daily_cap_usd: 100, retries: 0 })
    judge.behave(way)
    await evaluateQualityGate.run(key, gateInput())
    const spend = await spendOf(project.id)
    expect(spend?.reservedUsd).toBeCloseTo(0, 9)
    if (atLeastUsd === 0) expect(spend?.costUsd).toBe(0)
    else expect(spend?.costUsd).toBeGreaterThanOrEqual(atLeastUsd - 1e-9)
    const [call] = await getDb().judgeCall.findMany({ where: { projectId: project.id } })
    expect(call?.costUsd === null).toBe(atLeastUsd === ESTIMATE_USD)
  })
})

describe('a reservation', () => {
  const limits = { capUsd: 5, leaseMs: 60_000 }

  it('is granted to only as many concurrent callers as the cap has room for', async () => {
    const { at, project } = await makeJudgedProject()
    const reserve = async (name: string) => {
      const flight = await claimFlight(at(new Date()), name, 60_000)
      return flight && reserveSpend(at(new Date()), flight, 1, limits)
    }
    const granted = await Promise.all(Array.from({ length: 20 }, (_, at) => reserve(`content ${at}`)))
    expect(granted.filter((reservation) => reservation === 'cap_reached')).toHaveLength(15)
    expect(await spendOf(project.id)).toMatchObject({ reservedUsd: 5, costUsd: 0 })
  })

  it('is freed with its lock when the call was never settled', async () => {
    const { key, project } = await makeJudgedProject()
    const flight = await claimed(key, 'content')
    await reserveSpend(key, flight, 2, limits)
    await releaseFlight(key, flight)
    expect(await spendOf(project.id)).toMatchObject({ reservedUsd: 0 })
  })

  it("is refused to a caller that lost the lock, and the new holder's stays", async () => {
    const { at, project } = await makeJudgedProject()
    const [begun, later] = [at(new Date('2026-03-01T10:00:00Z')), at(new Date('2026-03-01T11:00:00Z'))]
    const late = await claimed(begun, 'content')
    await reserveSpend(begun, late, 2, limits)
    const holder = await claimed(later, 'content')
    expect(await reserveSpend(later, late, 1, limits)).toBe('lost')
    expect(await reserveSpend(later, holder, 1, limits)).toMatchObject({ usd: 1 })
    await releaseFlight(later, late)
    expect(await spendOf(project.id)).toMatchObject({ reservedUsd: 1 })
  })
})

async function claimed(ctx: Parameters<typeof claimFlight>[0], name: string): Promise<InFlightLock> {
  const flight = await claimFlight(ctx, name, 60_000)
  if (!flight) throw new Error(`${name} is taken`)
  return flight
}

describe("the judge's page", () => {
  it('matches the stored calls and contains no secret', async () => {
    const { key } = await capped({ daily_cap_usd: 50, breaker_rejections: 2 })
    const input = gateInput({ worker: 'w1' })
    judge.behave(1, 1, 'garbage')
    await evaluateQualityGate.run(key, input)
    await evaluateQualityGate.run(key, input)
    await evaluateQualityGate.run(key, gateInput({ worker: 'w2' }))
    const view = await getJudge.run(key, {})
    expect(view).toMatchObject({
      isConfigured: true,
      isEnabled: true,
      model: 'fake',
      endpoint: judge.url,
      dailyCapUsd: 50,
      hasKey: true,
      hasPrices: true,
      today: { calls: 2, failed: 0, cacheHits: 1, reservedUsd: 0 },
      last30Days: { calls: 2, failed: 0, cacheHits: 1 },
      breakers: [
        { worker: 'w1', state: 'open', rejections: 2 },
        { worker: 'w2', state: 'closed', rejections: 1 },
      ],
    })
    expect(view.today.costUsd).toBeCloseTo(2 * CALL_USD, 9)
    expect(JSON.stringify(view)).not.toContain('the-key-of-the-judge')
  })

  it('shows the address without parts that may be secret', () => {
    const address = { baseUrl: 'https://ada:pw@judge.test/v1?api-key=x', apiKey: null, model: 'm' }
    expect(shownAddress(address)).toBe('https://judge.test/v1')
  })
})
