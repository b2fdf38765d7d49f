import { expect, it, vi } from 'vitest'
import { getDb } from '@/lib/db/client'
import { getDatabaseUrl } from '@/lib/env'
import { makeProject } from '../testing/factories'
import { PATIENCE } from '../testing/patience'
import { exportProject } from './export-project'

const snapshots = () => getDb().$queryRaw<object[]>`
  SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%part%' AND state = 'idle in transaction'`

it('an export whose reader stops reading gives its snapshot back, and breaks off', async () => {
  const { project } = await makeProject()
  const parts = exportProject({ url: getDatabaseUrl(), slug: project.slug, now: new Date(), idleMs: 1000 })
  expect((await parts.next()).done).toBe(false)
  expect(await snapshots()).toHaveLength(1)
  await vi.waitFor(async () => expect(await snapshots()).toEqual([]), PATIENCE)
  await expect(parts.next()).rejects.toThrow()
})
