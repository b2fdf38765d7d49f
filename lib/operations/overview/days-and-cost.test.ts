import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '@/lib/contracts/durations'
import { getDb } from '@/lib/db/client'
import { getFailureGroup } from '../failures/get'
import { getFailurePatterns } from '../failures/patterns'
import { searchFailures } from '../failures/search'
import { listRuns } from '../runs/list'
import { ingest, makeProject, runBody } from '../testing/factories'
import { getOverview } from './get'
import { getSpend } from './spend'

const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

describe('the overview', () => {
  it.each(['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati'])(
    'shows runs at both ends of the accepted times in %s',
    async (timeZone) => {
      const { project, key } = await makeProject()
      await getDb().project.update({ where: { id: project.id }, data: { timeZone } })
      const failed = { status: 'failed', error: 'it broke' } as const
      await ingest(key, [
        runBody({ id: 'first', ...failed, startedAt: '1970-01-01T00:00:00Z', costUsd: 1 }),
        runBody({ id: 'last', ...failed, startedAt: '2199-12-31T23:59:59.999Z', costUsd: 1 }),
      ])
      const ctx = { ...key, now: () => new Date('2200-01-01T00:00:00Z') }
      expect((await getOverview.run(ctx, { range: 'all' })).current.runs).toBe(2)
      expect((await getSpend.run(ctx, { range: 'all', by: 'day' })).rows).toHaveLength(2)
      expect((await getFailurePatterns.run(ctx, { range: 'all' })).groups).toHaveLength(1)
      const { groups } = await searchFailures.run(ctx, { range: 'all' })
      const group = groups[0]?.fingerprint ?? ''
      expect((await getFailureGroup.run(ctx, { group })).group.fingerprint).toBe(group)
    },
  )

  it.each([
    ['UTC', '2026-09-27', '2026-09-27T00:00:00.000Z', '2026-09-28T00:00:00.000Z'],
    // 23 hours: the clocks change in the night of the 27th.
    ['Pacific/Auckland', '2026-09-27', '2026-09-26T12:00:00.000Z', '2026-09-27T11:00:00.000Z'],
    ['America/New_York', '2026-09-27', '2026-09-27T04:00:00.000Z', '2026-09-28T04:00:00.000Z'],
    ['Asia/Kolkata', '2026-09-27', '2026-09-26T18:00:00.000Z', '2026-09-27T18:00:00.000Z'],
    ['Asia/Kathmandu', '2026-09-27', '2026-09-26T18:00:00.000Z', '2026-09-27T18:00:00.000Z'],
  ])('counts by days of %s, and the list behind each holds the runs counted', async (timeZone, day, start, end) => {
    const { project, key } = await makeProject()
    await getDb().project.update({ where: { id: project.id }, data: { timeZone } })
    const failed = { status: 'failed', error: 'it broke' } as const
    const half = 30 * 60_000
    const starts = Array.from({ length: 200 }, (_, place) => new Date(Date.parse('2026-09-25T00:10Z') + place * half))
    await ingest(
      key,
      starts.map((at) => runBody({ ...failed, startedAt: at.toISOString(), costUsd: 1 })),
    )
    const ctx = { ...key, now: () => new Date('2026-09-29T12:30:00Z') }
    const { buckets } = await getOverview.run(ctx, { range: '7d' })
    expect(buckets.map((bucket) => [bucket.start, bucket.end])).toContainEqual([start, end])
    const spend = await getSpend.run(ctx, { range: '7d', by: 'day' })
    expect(spend.rows.find((row) => row.day === day)).toMatchObject({ start, end })
    const patterns = await getFailurePatterns.run(ctx, { range: '7d' })
    const { trend } = await searchFailures.run(ctx, { range: '7d', trend: true })
    for (const [place, bucket] of buckets.entries()) {
      const { start: from, end: to } = bucket
      const { runs } = await listRuns.run(ctx, { from, to, limit: 100 })
      expect(runs).toHaveLength(bucket.runs)
      expect(spend.rows.find((row) => row.start === from)?.runs ?? 0).toBe(bucket.runs)
      expect(patterns.buckets[place]).toMatchObject({ start: from, end: to })
      expect(Object.values(patterns.buckets[place]?.classes ?? {})).toEqual(bucket.runs > 0 ? [bucket.runs] : [])
      expect(trend?.buckets[place]).toEqual({ start: from, end: to })
    }
    expect(buckets.reduce((sum, bucket) => sum + bucket.runs, 0)).toBe(starts.length)
  })
})

describe('the cost of the overview', () => {
  it('says on how many runs a cost rests: none reported is not nothing spent', async () => {
    const { key } = await makeProject()
    await ingest(key, [
      runBody({ id: 'paid', startedAt: ago(1), costUsd: 0.25 }),
      runBody({ id: 'free', startedAt: ago(1), costUsd: 0 }),
      runBody({ id: 'unknown', startedAt: ago(1) }),
      runBody({ id: 'free too', chain: 'free', startedAt: ago(30), costUsd: 0 }),
      runBody({ id: 'unknown too', chain: 'unknown', startedAt: ago(1) }),
    ])
    const { rows, total } = await getSpend.run(key, { range: '7d' })
    expect(rows.map(({ chain, runs, costUsd, costRuns }) => [chain, runs, costUsd, costRuns])).toEqual([
      ['answers', 3, 0.25, 2],
      ['free', 1, 0, 1],
      ['unknown', 1, null, 0],
    ])
    expect(total).toMatchObject({ runs: 5, costUsd: 0.25, costRuns: 3 })
    expect((await getSpend.run(key, { range: '7d', chain: ['unknown'] })).total).toMatchObject({
      costUsd: null,
      costRuns: 0,
    })
    const { rest } = await getSpend.run(key, { range: '7d', limit: 2 })
    expect(rest).toMatchObject({ runs: 1, costUsd: null, costRuns: 0 })
  })
})
