import { describe, expect, it } from 'vitest'
import type { RunBody } from '@/lib/contracts/run-input'
import { getDb } from '@/lib/db/client'
import { ingest, makeProject, runBody } from '../testing/factories'
import { getFailurePatterns } from './patterns'

const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

/** A run whose node `fetch` failed with this message, and `use` as a consequence. */
function failing(message: string, hours: number, overrides: Partial<RunBody> = {}): RunBody {
  const error = { message }
  return runBody({
    startedAt: ago(hours),
    status: 'failed',
    nodes: [
      { id: 'fetch', status: 'failed', error },
      { id: 'use', status: 'failed', dependencies: ['fetch'], error },
    ],
    ...overrides,
  })
}

describe('failure patterns', () => {
  it('sum to the failures of the runs, by class, bucket, group and node', async () => {
    const { key, project } = await makeProject()
    await ingest(key, [
      failing('HTTP 429 Too Many Requests', 1),
      failing('HTTP 429 Too Many Requests', 50),
      failing('request timed out after 30 s', 50),
      failing('HTTP 429 Too Many Requests', 24 * 20),
      runBody(),
    ])
    const patterns = await getFailurePatterns.run(key, { range: '7d' })
    const failures = await getDb().failure.findMany({
      where: { projectId: project.id, occurredAt: { gte: patterns.buckets[0]?.start ?? '' } },
    })
    const counted = patterns.buckets.flatMap((bucket) => Object.values(bucket.classes))
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(failures.length)
    for (const group of patterns.classes) {
      const own = failures.filter((failure) => failure.failureClass === group.failureClass)
      expect(group.roots).toBe(own.filter((failure) => failure.role === 'root').length)
      expect(group.cascades).toBe(own.filter((failure) => failure.role === 'cascade').length)
    }
    for (const group of patterns.groups) {
      const own = failures.filter((failure) => failure.fingerprint === group.fingerprint)
      expect(group.roots + group.cascades).toBe(own.length)
      expect(group.marks).toHaveLength(patterns.buckets.length)
      const marked = group.marks.reduce((sum, mark) => sum + mark.roots + mark.cascades, 0)
      expect(marked).toBe(own.length)
    }
    expect(patterns.nodes[0]).toMatchObject({ node: 'fetch', roots: 3 })
  })

  it('rank groups by root failures, and are empty without failures', async () => {
    const { key } = await makeProject()
    await ingest(key, [runBody()])
    expect(await getFailurePatterns.run(key, {})).toMatchObject({ classes: [], groups: [], nodes: [] })
    await ingest(key, [failing('HTTP 429', 1), failing('HTTP 429', 2), failing('request timed out', 3)])
    const { groups } = await getFailurePatterns.run(key, { range: 'all' })
    expect(groups.map((group) => group.roots)).toEqual(groups.map((group) => group.roots).sort((a, b) => b - a))
    expect(groups[0]).toMatchObject({ failureClass: 'rate_limited', node: 'fetch', roots: 2, cascades: 0 })
  })

  it('are limited to the named chains and to this project', async () => {
    const { key } = await makeProject()
    const elsewhere = await makeProject()
    await ingest(key, [failing('HTTP 429', 1), failing('request timed out', 1, { chain: 'other' })])
    await ingest(elsewhere.key, [failing('HTTP 429', 1)])
    const { classes } = await getFailurePatterns.run(key, { chain: ['other'] })
    expect(classes.map((row) => row.failureClass)).toEqual(['timeout'])
    const all = await getFailurePatterns.run(key, {})
    expect(all.classes.find((row) => row.failureClass === 'rate_limited')?.roots).toBe(1)
    expect((await getFailurePatterns.run(key, { chain: ['nowhere'] })).classes).toEqual([])
  })
})
