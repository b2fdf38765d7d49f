import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { countUse, forgetUses } from './limits'

const useTimes = async (count: number, key: string) => {
  for (let use = 0; use < count; use++) await countUse('signInByPair', key)
}

describe('countUse', () => {
  it('allows uses up to the limit and then returns how long to wait', async () => {
    const key = uuid()
    await useTimes(10, key)
    const error = await countUse('signInByPair', key).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'rate_limited', status: 429 })
    expect(error).toHaveProperty(
      'retryAfterS',
      expect.toSatisfy((seconds: number) => seconds > 800 && seconds <= 900),
    )
  })

  it('counts each key and each limit separately', async () => {
    const key = uuid()
    await useTimes(10, key)
    await countUse('signInByPair', uuid())
    await countUse('setup', key)
  })

  it('starts over when the system clock was set back', async () => {
    const key = uuid()
    await useTimes(9, key)
    const inHours = Date.now() + 13 * 3_600_000
    const before = new Set((await getDb().rateLimit.findMany({ where: { points: 9 } })).map((row) => row.key))
    await getDb().rateLimit.updateMany({ where: { key: { in: [...before] } }, data: { expire: inHours } })
    await useTimes(10, key)
    const error = await countUse('signInByPair', key).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'rate_limited' })
    expect(error).toHaveProperty(
      'retryAfterS',
      expect.toSatisfy((seconds: number) => seconds <= 900),
    )
    // Also what this process blocks from memory.
    await expect(countUse('signInByPair', key)).rejects.toMatchObject({ code: 'rate_limited' })
  })

  it('counts concurrent uses', async () => {
    const key = uuid()
    const results = await Promise.allSettled(Array.from({ length: 25 }, () => countUse('signInByPair', key)))
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(10)
    const counts = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    const again = await Promise.allSettled(Array.from({ length: 5 }, () => countUse('signInByPair', key)))
    expect(again.every((result) => result.status === 'rejected')).toBe(true)
  })

  it('starts from zero after a success', async () => {
    const key = uuid()
    await useTimes(9, key)
    await forgetUses('signInByPair', key)
    await useTimes(10, key)
  })

  it('shares the count between instances, without readable keys', async () => {
    const key = `${uuid()}@example.test`
    await countUse('signInByPair', key)
    const rows = await getDb().rateLimit.findMany()
    expect(rows.some((row) => row.key.startsWith('signInByPair:'))).toBe(true)
    expect(JSON.stringify(rows.map((row) => row.key))).not.toContain(key)
  })
})
