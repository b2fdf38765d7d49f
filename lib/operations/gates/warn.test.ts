import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Jobs, startJobs } from '../jobs/start-jobs'
import { listNotifications } from '../notifications/list'
import { ingest, makeProject } from '../testing/factories'
import { PATIENCE } from '../testing/patience'
import { goodRuns, makeRegressedChain, see } from '../testing/regressed-chain'
import { extendGate } from './act'
import { warnDueGates, warnGate } from './deadline'
import { openGate } from './open'

const HOUR_MS = 3_600_000
const later = (hours: number) => new Date(Date.now() + hours * HOUR_MS)
const running: Jobs[] = []
afterEach(() => Promise.all(running.splice(0).map((jobs) => jobs.stop())))

describe('a warning', () => {
  it('is sent once with a quarter of the time left, notifies those who may decide, and moves the gate to the admins', async () => {
    const chain = await makeRegressedChain()
    const admin = await chain.as('admin', 'Ada')
    const viewer = await chain.as('viewer')
    const gate = { projectId: chain.project.id, id: chain.gateId }
    expect(await warnGate(chain.key.db, gate, later(17.9))).toBe(false)
    const tries = await Promise.all(Array.from({ length: 8 }, () => warnGate(chain.key.db, gate, later(18.1))))
    expect(tries.filter(Boolean)).toHaveLength(1)
    const detail = await see(chain.reviewer, chain.gateId)
    expect(detail.gate).toMatchObject({ state: 'pending', escalatedTo: 'the admins' })
    expect(detail.events.map((event) => [event.kind, event.by])).toEqual([
      ['warned', 'Deadline'],
      ['escalated', 'Deadline'],
    ])
    for (const person of [admin, chain.reviewer]) {
      const { notifications } = await listNotifications.run(person, {})
      expect(notifications[0]).toMatchObject({ kind: 'gate_warning', link: `/gates/${chain.gateId}`, read: false })
      expect(notifications.filter((notice) => notice.kind === 'gate_warning')).toHaveLength(1)
    }
    expect((await listNotifications.run(viewer, {})).notifications).toEqual([])
  })

  it('is sent again after an extension', async () => {
    const chain = await makeRegressedChain()
    const gate = { projectId: chain.project.id, id: chain.gateId }
    await warnGate(chain.key.db, gate, later(18.1))
    const at = { ...chain.reviewer, now: () => later(20) }
    await extendGate.run(at, { gateId: chain.gateId, deadlineAt: later(44).toISOString(), reason: 'more time' })
    expect(await warnGate(chain.key.db, gate, later(37.9))).toBe(false)
    expect(await warnGate(chain.key.db, gate, later(38.1))).toBe(true)
  })

  it('is sent by the sweep when its job was lost, but not after the deadline', async () => {
    const chain = await makeRegressedChain()
    await chain.key.db.$executeRaw`DELETE FROM pgboss.job WHERE data->>'id' = ${chain.gateId}`
    await warnDueGates(chain.key.db, later(24.1))
    expect((await see(chain.reviewer, chain.gateId)).events).toEqual([])
    await warnDueGates(chain.key.db, later(18.1))
    expect((await see(chain.reviewer, chain.gateId)).events[0]?.kind).toBe('warned')
  })

  it('and the deadline take effect once each, with two instances and a restart', async () => {
    const test = await makeProject()
    const admin = await test.as('admin')
    const [runId = ''] = [...(await ingest(test.key, goodRuns(1))).values()]
    const { gate } = await openGate.run(test.key, { runId, question: 'Good?', deadlineHours: 6 / 3600 })
    const first = startJobs()
    running.push(first, startJobs())
    const kinds = async () => (await see(admin, gate.id)).events.map((event) => event.kind)
    await vi.waitFor(async () => expect(await kinds()).toEqual(['warned', 'escalated']), PATIENCE)
    await first.stop()
    running.push(startJobs())
    await vi.waitFor(async () => expect((await see(admin, gate.id)).gate.state).toBe('timed_out'), PATIENCE)
    expect(await kinds()).toEqual(['warned', 'escalated'])
    expect(await test.key.db.decision.count({ where: { projectId: test.project.id } })).toBe(1)
  })
})
