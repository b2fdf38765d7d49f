import { describe, expect, it } from 'vitest'
import { setAuthorities } from '../chains/authorities'
import { updateChain } from '../chains/update'
import type { Context } from '../context'
import { makeProject, takeIn } from '../testing/factories'
import { badRuns, goodRuns, type RegressedChain, see } from '../testing/regressed-chain'
import { decideGate } from './act'
import { listGates } from './list'

/** A regressed chain whose gate takes this many approvals, set by its admin before the gate opened. */
async function makeQuorumChain(quorum: number): Promise<RegressedChain & { admin: Context }> {
  const test = await makeProject()
  const admin = await test.as('admin', 'Ada')
  await takeIn(test.key, goodRuns())
  await updateChain.run(admin, { chain: 'answers', gateQuorum: quorum })
  const taken = await takeIn(test.key, badRuns())
  const gate = await test.key.db.gate.findFirstOrThrow({ where: { projectId: test.project.id } })
  return { ...test, gateId: gate.id, runIds: [...taken.values()], reviewer: await test.as('reviewer', 'Rita'), admin }
}

async function vote(person: Context, gateId: string, verdict: 'approved' | 'rejected' = 'approved') {
  const { evidenceDigest } = await see(person, gateId)
  return decideGate.run(person, { gateId, verdict, evidenceDigest, reason: 'looked at them' })
}

const userIdOf = ({ actor }: Context) => (actor.kind === 'user' ? actor.userId : '')

describe('a quorum of two', () => {
  it('is reached by two different people, and the first approval changes nothing yet', async () => {
    const { admin, reviewer, gateId, key, project } = await makeQuorumChain(2)
    const first = await vote(admin, gateId)
    expect(first.gate).toMatchObject({ state: 'pending', quorum: 2, decidedBy: null })
    expect(first.votes).toMatchObject([{ by: { name: 'Ada' }, verdict: 'approved', counts: true }])
    expect(first.mayDecide.why).toContain('waits for 1 more')
    expect((await listGates.run(reviewer, {})).gates).toMatchObject([{ quorum: 2, approvals: 1 }])
    expect(await key.db.signal.count({ where: { projectId: project.id, origin: 'gate' } })).toBe(0)
    const second = await vote(reviewer, gateId)
    expect(second.gate).toMatchObject({ state: 'approved', decidedBy: 'Rita' })
    expect(second.history.map((item) => item.kind)).toEqual(['gate_approved'])
    expect(second.events.map((event) => [event.kind, event.by])).toEqual([
      ['voted', 'Ada'],
      ['voted', 'Rita'],
    ])
    const audited = await key.db.auditEvent.findMany({ where: { projectId: project.id, subject: `gate:${gateId}` } })
    expect(audited.map((event) => event.action)).toEqual(['gate.opened', 'gate.voted', 'gate.approved'])
  })

  it('bears the time of the vote that reached it, however long the decision takes', async () => {
    const { admin, reviewer, gateId } = await makeQuorumChain(2)
    await vote(admin, gateId)
    let clock = Date.now()
    const { gate, events } = await vote({ ...reviewer, now: () => new Date(clock++) }, gateId)
    expect(events.at(-1)?.at).toBe(gate.decidedAt)
  })

  it('is not reached by one person twice', async () => {
    const { admin, gateId } = await makeQuorumChain(2)
    await vote(admin, gateId)
    await expect(vote(admin, gateId)).rejects.toMatchObject({ code: 'conflict' })
    await expect(vote(admin, gateId, 'rejected')).rejects.toMatchObject({ code: 'conflict' })
    expect((await see(admin, gateId)).gate.state).toBe('pending')
  })

  it('is not asked for a rejection: one is enough', async () => {
    const { admin, reviewer, gateId } = await makeQuorumChain(2)
    await vote(admin, gateId)
    expect((await vote(reviewer, gateId, 'rejected')).gate).toMatchObject({ state: 'rejected', decidedBy: 'Rita' })
  })

  it('does not count an approval of evidence that has changed since', async () => {
    const { admin, reviewer, gateId, key } = await makeQuorumChain(2)
    await vote(admin, gateId)
    await takeIn(key, badRuns(1))
    expect((await listGates.run(reviewer, {})).gates).toMatchObject([{ quorum: 2, approvals: 0 }])
    const after = await vote(reviewer, gateId)
    expect(after.gate.state).toBe('pending')
    expect(after.votes.map((item) => [item.by.name, item.counts])).toEqual([
      ['Ada', false],
      ['Rita', true],
    ])
    expect((await vote(admin, gateId)).gate.state).toBe('approved')
  })

  it('does not count an approval of somebody who may not decide any more', async () => {
    const { admin, reviewer, gateId, key, project } = await makeQuorumChain(2)
    await vote(reviewer, gateId)
    await key.db.membership.update({
      where: { projectId_userId: { projectId: project.id, userId: userIdOf(reviewer) } },
      data: { role: 'viewer' },
    })
    expect((await vote(admin, gateId)).gate.state).toBe('pending')
  })

  it('of fifty people at once counts two, decides once, and tells the rest', async () => {
    const chain = await makeQuorumChain(2)
    const people = await Promise.all(
      Array.from({ length: 50 }, (_, index) => chain.as('reviewer', `Reviewer ${index}`)),
    )
    const { evidenceDigest } = await see(chain.reviewer, chain.gateId)
    const results = await Promise.allSettled(
      people.map((person) =>
        decideGate.run(person, { gateId: chain.gateId, verdict: 'approved', evidenceDigest, reason: 'seen' }),
      ),
    )
    const lost = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(lost).toHaveLength(48)
    for (const reason of lost) expect(reason).toMatchObject({ code: 'already_decided' })
    const { db } = chain.key
    const where = { projectId: chain.project.id }
    expect(await db.decision.count({ where })).toBe(1)
    const votes = await db.gateEvent.findMany({ where: { ...where, kind: 'voted' } })
    expect(new Set(votes.map((item) => item.userId)).size).toBe(2)
    expect(await db.signal.count({ where: { ...where, origin: 'gate' } })).toBe(3)
  })

  it('never reached, times out with its approval', async () => {
    const { admin, reviewer, gateId } = await makeQuorumChain(2)
    await vote(admin, gateId)
    const late = { ...reviewer, now: () => new Date(Date.now() + 25 * 3_600_000) }
    await expect(vote(late, gateId)).rejects.toMatchObject({ code: 'deadline_passed' })
    expect((await see(admin, gateId)).gate.state).toBe('timed_out')
  })
})

describe('the authorities of a chain', () => {
  it('alone decide, on open gates as well; others are told who', async () => {
    const { admin, reviewer, gateId } = await makeQuorumChain(1)
    await setAuthorities.run(admin, { chain: 'answers', userIds: [userIdOf(admin)] })
    expect((await see(reviewer, gateId)).mayDecide).toEqual({
      allowed: false,
      why: 'This chain lists who decides: Ada.',
    })
    await expect(vote(reviewer, gateId)).rejects.toMatchObject({ code: 'forbidden' })
    expect((await vote(admin, gateId)).gate.state).toBe('approved')
  })

  it('who have all left let nobody decide, rather than everybody', async () => {
    const { admin, reviewer, gateId, key, project } = await makeQuorumChain(1)
    await setAuthorities.run(admin, { chain: 'answers', userIds: [userIdOf(reviewer)] })
    await key.db.membership.deleteMany({ where: { projectId: project.id, userId: userIdOf(reviewer) } })
    await expect(vote(admin, gateId)).rejects.toMatchObject({ code: 'forbidden' })
    await setAuthorities.run(admin, { chain: 'answers', userIds: [] })
    expect((await vote(admin, gateId)).gate.state).toBe('approved')
  })

  it('are reviewers and admins, and each change is on record', async () => {
    const { admin, as, key, project } = await makeQuorumChain(1)
    const viewer = userIdOf(await as('viewer'))
    const attempt = setAuthorities.run(admin, { chain: 'answers', userIds: [userIdOf(admin), viewer] })
    await expect(attempt).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'userIds[1]' }] })
    const { authorities } = await setAuthorities.run(admin, { chain: 'answers', userIds: [userIdOf(admin)] })
    expect(authorities).toEqual([{ userId: userIdOf(admin), name: 'Ada', decides: true }])
    const events = await key.db.auditEvent.findMany({ where: { projectId: project.id, action: 'chain.authorities' } })
    expect(events).toMatchObject([{ actor: 'Ada', before: { authorities: [] }, after: { authorities } }])
  })

  it('do not decide on a version of their own, listed or not', async () => {
    const { admin, gateId, key, project } = await makeQuorumChain(1)
    await setAuthorities.run(admin, { chain: 'answers', userIds: [userIdOf(admin)] })
    await key.db.chainVersion.updateMany({
      where: { projectId: project.id, version: '1.0.1' },
      data: { authorId: userIdOf(admin) },
    })
    await expect(vote(admin, gateId)).rejects.toMatchObject({ code: 'forbidden' })
    expect((await see(admin, gateId)).deciders).toEqual({ listed: true, people: [] })
  })
})
