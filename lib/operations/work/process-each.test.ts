import { v7 as uuid } from 'uuid'
import { describe, expect, it, vi } from 'vitest'
import { gateEvidence } from '@/lib/contracts/gate-evidence'
import type { WorkKind } from '@/lib/contracts/work'
import { getDb } from '@/lib/db/client'
import { log } from '@/lib/log'
import { readMetrics } from '../metrics'
import { listNotifications } from '../notifications/list'
import { prune } from '../pruning/prune'
import { makeProject } from '../testing/factories'
import { describeFailure } from './failing-work'
import { processEach } from './process-each'
import { listFailingWork } from './report'

const KIND: WorkKind = 'gate_deadline'
const START = Date.now()
const minutes = (count: number) => new Date(START + count * 60_000)

async function makeItems(count: number) {
  const test = await makeProject()
  return { ...test, items: Array.from({ length: count }, () => ({ projectId: test.project.id, id: uuid() })) }
}

/** Work that always fails on the first item; returns the items it was called with. */
async function attempt(items: readonly { projectId: string; id: string }[], now: Date): Promise<string[]> {
  const asked: string[] = []
  await processEach({ db: getDb(), kind: KIND, now }, items, async ({ id }) => {
    asked.push(id)
    if (id === items[0]?.id) gateEvidence.parse({ secretOfTheCustomer: 'jam' })
  })
  return asked
}

describe('a failing item', () => {
  it('does not block others, and backs off longer each time, for every instance', async () => {
    const { items } = await makeItems(3)
    const [bad, ...others] = items.map(({ id }) => id)
    expect(await attempt(items, minutes(0))).toEqual([bad, ...others])
    expect(await attempt(items, minutes(0.9))).toEqual(others)
    const at: number[] = []
    for (let minute = 1; minute <= 240; minute++)
      if ((await attempt(items.slice(0, 1), minutes(minute))).length > 0) at.push(minute)
    expect(at).toEqual([1, 3, 7, 15, 31, 63, 123, 183])
  })

  it('counts one failure when several instances fail on it concurrently', async () => {
    const { items, project } = await makeItems(1)
    await Promise.all(Array.from({ length: 5 }, () => attempt(items, minutes(0))))
    expect(await getDb().failingWork.findMany({ where: { projectId: project.id } })).toMatchObject([{ attempts: 1 }])
  })

  it('loses its back-off when it succeeds', async () => {
    const { items, project } = await makeItems(1)
    await attempt(items, minutes(0))
    expect(await processEach({ db: getDb(), kind: KIND, now: minutes(1) }, items, async () => 'done')).toEqual(['done'])
    expect(await getDb().failingWork.count({ where: { projectId: project.id } })).toBe(0)
  })

  it("is reported once to its project's admins, and to no one else", async () => {
    const { items, as } = await makeItems(1)
    const [admin, reviewer] = [await as('admin'), await as('reviewer')]
    for (let minute = 0; minute <= 60; minute++) await attempt(items, minutes(minute))
    const { notifications } = await listNotifications.run(admin, {})
    expect(notifications).toMatchObject([{ kind: 'work_failing', link: '/settings#failing-work' }])
    expect(notifications[0]?.text).toMatch(/^Timing out a gate keeps failing: stored data does not parse/)
    expect((await listNotifications.run(reviewer, {})).notifications).toEqual([])
  })

  it('is listed for admins, and counted by kind in the metrics', async () => {
    const { items, as, key } = await makeItems(1)
    await attempt(items, minutes(0))
    const admin = await as('admin')
    const { failing } = await listFailingWork.run(admin, {})
    const [item] = items
    expect(failing).toMatchObject([
      { kind: KIND, item: item?.id, link: `/gates/${item?.id}`, attempts: 1, nextAttemptAt: minutes(1).toISOString() },
    ])
    await expect(listFailingWork.run(key, {})).rejects.toMatchObject({ code: 'forbidden' })
    const { text } = await readMetrics()
    expect(text).toMatch(/^veritas_work_failing\{kind="gate_deadline"\} [1-9]/m)
    expect(text).toMatch(/^veritas_work_failing\{kind="weekly"\} \d/m)
    expect(text).toMatch(/^veritas_work_failures_total\{kind="gate_deadline"\} [1-9]/m)
  })

  it('is listed up to a hundred, and all of it counted', async () => {
    const { project, as } = await makeItems(1)
    const times = { failingSince: minutes(0), nextAttemptAt: minutes(1) }
    const data = Array.from({ length: 130 }, (_, place) => ({
      ...times,
      item: `item ${place}`,
      attempts: 1,
      error: 'refused',
    }))
    await getDb().failingWork.createMany({ data: data.map((row) => ({ ...row, projectId: project.id, kind: KIND })) })
    const { failing, count } = await listFailingWork.run({ ...(await as('admin')), now: () => minutes(0) }, {})
    expect([failing.length, count]).toEqual([100, 130])
  })

  it('is neither counted nor kept when it is no longer due', async () => {
    const { items, as, project } = await makeItems(1)
    await attempt(items, minutes(0))
    const later = minutes(122)
    expect((await listFailingWork.run({ ...(await as('admin')), now: () => later }, {})).failing).toEqual([])
    await prune(getDb(), later)
    expect(await getDb().failingWork.count({ where: { projectId: project.id } })).toBe(0)
  })

  it('is logged with its id and the kind of error, without data', async () => {
    const { items } = await makeItems(1)
    const logged = vi.spyOn(log, 'error').mockImplementation(() => {})
    try {
      await attempt(items, minutes(0))
      expect(logged).toHaveBeenCalledOnce()
      const [entry] = logged.mock.calls[0] ?? []
      expect(entry).toMatchObject({ kind: KIND, item: items[0]?.id, error: expect.stringContaining('does not parse') })
      expect(JSON.stringify(entry)).not.toMatch(/jam|secretOfTheCustomer/)
    } finally {
      logged.mockRestore()
    }
  })
})

describe('the description of an error', () => {
  it('is its kind and code, since its message may quote data', async () => {
    const text = 'a secret of the customer'
    const fromDatabase = await getDb().$queryRaw`SELECT ${text}::uuid`.catch((error: unknown) => error)
    const fromParser = await Promise.resolve(text)
      .then(JSON.parse)
      .catch((error: unknown) => error)
    for (const error of [fromDatabase, fromParser, new Error(text), text])
      expect(JSON.stringify(describeFailure(error))).not.toContain('customer')
    expect(describeFailure(fromDatabase).error).toContain('22P02')
    expect(describeFailure(fromParser).error).toBe('SyntaxError')
  })
})
