import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import type { Context } from '../context'
import { erasePerson } from '../erasure/person'
import { endMembership, removeMember, updateMember } from '../members/members'
import { listNotifications } from '../notifications/list'
import { untilLockIsWaitedFor } from '../testing/lock-waits'
import { makeRegressedChain, see } from '../testing/regressed-chain'
import { assignGate, escalateGate, extendGate } from './act'
import { timeOutGate } from './deadline'
import { listGates } from './list'

const HOUR_MS = 3_600_000
const userIdOf = ({ actor }: Context) => (actor.kind === 'user' ? actor.userId : '')
const texts = async (person: Context) =>
  (await listNotifications.run(person, {})).notifications.map((notice) => notice.text)

async function extended(chain: Awaited<ReturnType<typeof makeRegressedChain>>, hours: number, by = chain.reviewer) {
  const { gate } = await see(chain.reviewer, chain.gateId)
  const deadlineAt = new Date(Date.parse(gate.deadlineAt) + hours * HOUR_MS).toISOString()
  return extendGate.run(by, { gateId: chain.gateId, deadlineAt, reason: 'waiting for the vendor' })
}

describe('an extension', () => {
  it('moves the deadline, makes the old job ineffective, and is audited', async () => {
    const chain = await makeRegressedChain()
    const { gate: before } = await see(chain.reviewer, chain.gateId)
    const { gate, events } = await extended(chain, 48)
    expect(Date.parse(gate.deadlineAt) - Date.parse(before.deadlineAt)).toBe(48 * HOUR_MS)
    expect(events).toMatchObject([
      {
        kind: 'extended',
        by: 'Rita',
        reason: 'waiting for the vendor',
        deadline: { before: before.deadlineAt, after: gate.deadlineAt },
      },
    ])
    const key = { projectId: chain.project.id, id: chain.gateId }
    expect(await timeOutGate(chain.key.db, key, new Date(before.deadlineAt))).toBe(false)
    const [job] = await chain.key.db.$queryRaw<{ at: Date }[]>`
      SELECT max(start_after) AS at FROM pgboss.job WHERE data->>'id' = ${chain.gateId}`
    expect(job?.at.toISOString()).toBe(gate.deadlineAt)
    expect(await timeOutGate(chain.key.db, key, new Date(gate.deadlineAt))).toBe(true)
    const audited = await chain.key.db.auditEvent.count({
      where: { projectId: chain.project.id, action: 'gate.extended' },
    })
    expect(audited).toBe(1)
  })

  it.each([
    ['backwards', -1],
    ['by nothing', 0],
    ['by more than a week', 7 * 24 + 0.01],
  ])('is refused %s, naming the field', async (_, hours) => {
    const chain = await makeRegressedChain()
    await expect(extended(chain, hours)).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'deadlineAt' }],
    })
    expect((await see(chain.reviewer, chain.gateId)).events).toEqual([])
  })

  it("is refused to the version's author and to API keys, and after the deadline", async () => {
    const chain = await makeRegressedChain()
    await expect(extended(chain, 1, chain.key)).rejects.toMatchObject({ code: 'forbidden' })
    const late = { ...chain.reviewer, now: () => new Date(Date.now() + 25 * HOUR_MS) }
    await expect(extended(chain, 30, late)).rejects.toMatchObject({ code: 'deadline_passed' })
    await chain.key.db.chainVersion.updateMany({
      where: { projectId: chain.project.id, version: '1.0.1' },
      data: { authorId: userIdOf(chain.reviewer) },
    })
    await expect(extended(chain, 1)).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe("a gate's owner", () => {
  it('is notified, and others may still decide', async () => {
    const chain = await makeRegressedChain()
    const ben = await chain.as('reviewer', 'Ben')
    const detail = await assignGate.run(chain.reviewer, { gateId: chain.gateId, userId: userIdOf(ben) })
    expect(detail.gate.owner).toEqual({ userId: userIdOf(ben), name: 'Ben' })
    expect((await listGates.run(chain.reviewer, { mine: true })).gates).toEqual([])
    const mine = await listGates.run(ben, { mine: true })
    expect(mine).toMatchObject({ gates: [{ id: chain.gateId, owner: { name: 'Ben' } }], counts: { pending: 1 } })
    await expect(listGates.run(chain.key, { mine: true })).rejects.toMatchObject({ issues: [{ path: 'mine' }] })
    expect(detail.mayDecide.allowed).toBe(true)
    expect(await texts(ben)).toEqual(['Rita asks you to decide: Is answers 1.0.1 worse than 1.0.0?'])
    const none = await assignGate.run(ben, { gateId: chain.gateId, userId: null })
    expect(none.gate.owner).toBeNull()
    expect(none.events.map((event) => [event.by, event.owner])).toEqual([
      ['Rita', { before: null, after: 'Ben' }],
      ['Ben', { before: 'Ben', after: null }],
    ])
    await assignGate.run(ben, { gateId: chain.gateId, userId: userIdOf(ben) })
    expect(await texts(ben)).toHaveLength(1)
  })

  it.each([
    ['was removed', (admin: Context, userId: string) => removeMember.run(admin, { userId }), 'has left'],
    ['was erased', (admin: Context, userId: string) => erasePerson.run(admin, { userId, name: 'Ben' }), 'has left'],
    [
      'became a viewer',
      (admin: Context, userId: string) => updateMember.run(admin, { userId, role: 'viewer' }),
      'can no longer decide',
    ],
  ])('who %s leaves the gate unassigned, for another to be given it', async (_, leave, why) => {
    const chain = await makeRegressedChain()
    const [admin, ben] = [await chain.as('admin', 'Ada'), await chain.as('reviewer', 'Ben')]
    await assignGate.run(chain.reviewer, { gateId: chain.gateId, userId: userIdOf(ben) })
    await leave(admin, userIdOf(ben))
    const unassigned = { owner: null, hasOwnerLeft: true, escalatedTo: null }
    expect((await see(admin, chain.gateId)).gate).toMatchObject(unassigned)
    expect((await listGates.run(admin, {})).gates).toMatchObject([unassigned])
    expect(await texts(admin)).toContain(`Needs an owner: Is answers 1.0.1 worse than 1.0.0? (the last one ${why})`)
    const { gate } = await assignGate.run(admin, { gateId: chain.gateId, userId: userIdOf(chain.reviewer) })
    expect(gate).toMatchObject({ owner: { name: 'Rita' }, hasOwnerLeft: false })
  })

  it('is not a person who is leaving at the same moment', async () => {
    const chain = await makeRegressedChain()
    const ben = await chain.as('reviewer', 'Ben')
    let assigning: Promise<unknown> = Promise.resolve()
    await inTransaction({ db: getDb() }, async (tx) => {
      await endMembership(tx, chain.project.id, userIdOf(ben), new Date())
      const input = { gateId: chain.gateId, userId: userIdOf(ben) }
      assigning = assignGate.run(chain.reviewer, input).catch((error) => error.issues)
      await untilLockIsWaitedFor(tx)
    })
    expect(await assigning).toMatchObject([{ path: 'userId' }])
    expect((await see(chain.reviewer, chain.gateId)).gate).toMatchObject({ owner: null, hasOwnerLeft: false })
  })

  it('must be a person who may decide', async () => {
    const chain = await makeRegressedChain()
    const viewer = await chain.as('viewer')
    const assign = assignGate.run(chain.reviewer, { gateId: chain.gateId, userId: userIdOf(viewer) })
    await expect(assign).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'userId' }] })
    const escalate = escalateGate.run(chain.reviewer, { gateId: chain.gateId, to: userIdOf(viewer), reason: 'x' })
    await expect(escalate).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'to' }] })
  })

  it('is replaced by the admins on escalation, without a decision', async () => {
    const chain = await makeRegressedChain()
    const admin = await chain.as('admin', 'Ada')
    await assignGate.run(admin, { gateId: chain.gateId, userId: userIdOf(chain.reviewer) })
    const input = { gateId: chain.gateId, to: 'admins' as const, reason: 'I am away' }
    const { gate, events } = await escalateGate.run(chain.reviewer, input)
    expect(gate).toMatchObject({ state: 'pending', owner: null, escalatedTo: 'the admins' })
    expect(events.at(-1)).toMatchObject({ kind: 'escalated', owner: { before: 'Rita', after: 'the admins' } })
    expect(await texts(admin)).toContain('Escalated by Rita: Is answers 1.0.1 worse than 1.0.0?')
  })
})
