import { describe, expect, it } from 'vitest'
import { getAuthorities, setAuthorities, updateChain } from '../chains/update'
import type { Context } from '../context'
import { ingest, makeProject } from '../testing/factories'
import { badRuns, goodRuns, type RegressedChain, see } from '../testing/regressed-chain'
import { decideGate } from './act'
import { listGates } from './list'

/** A regressed chain whose gate needs this many approvals, set by its admin before the gate opened. */
async function makeQuorumChain(quorum: number): Promise<RegressedChain & { admin: Context }> {
  const test = await makeProject()
  const admin = await test.as('admin', 'Ada')
  await ingest(test.key, goodRuns())
  await updateChain.run(admin, { chain: 'answers', gateQuorum: quorum })
  const taken = await ingest(test.key, badRuns())
  const gate = await test.key.db.gate.findFirstOrThrow({ where: { projectId: test.project.id } })
  return { ...test, gateId: gate.id, runIds: [...taken.values()], reviewer: await test.as('reviewer', 'Rita'), admin }
}

async function vote(person: Context, gateId: string, verdict: 'approved' | 'rejected' = 'approved') {
  const { evidenceDigest } = await see(person, gateId)
  return decideGate.run(person, { gateId, verdict, evidenceDigest, reason: 'looked at them' })
}

const userIdOf = ({ actor }: Context) => (actor.kind === 'user' ? actor.userId : '')

describe('a quorum of two', () => {
  it('needs two different people; the first approval changes nothing yet', async () => {
    const { admin, reviewer, gateId, key, project } = await makeQuorumChain(2)
    const first = await vote(admin, gateId)
    expect(first.gate).toMatchObject({ state: 'pending', quorum: 2, decidedBy: null })
    expect(first.votes).toMatchObject([{ by: { name: 'Ada' }, verdict: 'approved', counts: true }])
    expect(first.mayDecide.why).toContain('needs 1 more approval')
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

  it('is decided at the time of the vote that reached it, even if the decision takes longer', async () => {
    const { admin, reviewer, gateId } = await makeQuorumChain(2)
    await vote(admin, gateId)
    let clock = Date.now()
    const { gate, events } = await vote({ ...reviewer, now: () => new Date(clock++) }, gateId)
    expect(events.at(-1)?.at).toBe(gate.decidedAt)
  })

  it('is not reached by one person voting twice', async () => {
    const { admin, gateId } = await makeQuorumChain(2)
    await vote(admin, gateId)
    await expect(vote(admin, gateId)).rejects.toMatchObject({ code: 'conflict' })
    await expect(vote(admin, gateId, 'rejected')).rejects.toMatchObject({ code: 'conflict' })
    expect((await see(admin, gateId)).gate.state).toBe('pending')
  })

  it('does not apply to a rejection: one is enough', async () => {
    const { admin, reviewer, gateId } = await makeQuorumChain(2)
    await vote(admin, gateId)
    expect((await vote(reviewer, gateId, 'rejected')).gate).toMatchObject({ state: 'rejected', decidedBy: 'Rita' })
  })

  it('does not count an approval of evidence that changed since', async () => {
    const { admin, reviewer, gateId, key } = await makeQuorumChain(2)
    await vote(admin, gateId)
    await ingest(key, badRuns(1))
    expect((await listGates.run(reviewer, {})).gates).toMatchObject([{ quorum: 2, approvals: 0 }])
    const after = await vote(reviewer, gateId)
    expect(after.gate.state).toBe('pending')
    expect(after.votes.map((item) => [item.by.name, item.counts])).toEqual([
      ['Ada', false],
      ['Rita', true],
    ])
    expect((await vote(admin, gateId)).gate.state).toBe('approved')
  })

  it('does not count an approval by a person who lost the right to decide', async () => {
    const { admin, reviewer, gateId, key, project } = await makeQuorumChain(2)
    await vote(reviewer, gateId)
    await key.db.membership.update({
      where: { projectId_userId: { projectId: project.id, userId: userIdOf(reviewer) } },
      data: { role: 'viewer' },
    })
    expect((await vote(admin, gateId)).gate.state).toBe('pending')
  })

  it('counts two of fifty concurrent votes, decides once, and refuses the rest as already decided', async () => {
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

  it('times out with one approval when it is not reached', async () => {
    const { admin, reviewer, gateId } = await makeQuorumChain(2)
    await vote(admin, gateId)
    const late = { ...reviewer, now: () => new Date(Date.now() + 25 * 3_600_000) }
    await expect(vote(late, gateId)).rejects.toMatchObject({ code: 'deadline_passed' })
    expect((await see(admin, gateId)).gate.state).toBe('timed_out')
  })
})

describe('the authorities of a chain', () => {
  it('are the only ones who decide, also on open gates; others are shown their names', async () => {
    const { admin, reviewer, gateId } = await makeQuorumChain(1)
    await setAuthorities.run(admin, { chain: 'answers', userIds: [userIdOf(admin)], expected: 0 })
    expect((await see(reviewer, gateId)).mayDecide).toEqual({
      allowed: false,
      why: 'This chain lists who decides: Ada.',
    })
    await expect(vote(reviewer, gateId)).rejects.toMatchObject({ code: 'forbidden' })
    expect((await vote(admin, gateId)).gate.state).toBe('approved')
  })

  it('let no one decide once they have all left', async () => {
    const { admin, reviewer, gateId, key, project } = await makeQuorumChain(1)
    await setAuthorities.run(admin, { chain: 'answers', userIds: [userIdOf(reviewer)], expected: 0 })
    await key.db.membership.deleteMany({ where: { projectId: project.id, userId: userIdOf(reviewer) } })
    await expect(vote(admin, gateId)).rejects.toMatchObject({ code: 'forbidden' })
    await setAuthorities.run(admin, { chain: 'answers', userIds: [], expected: 1 })
    expect((await vote(admin, gateId)).gate.state).toBe('approved')
  })

  it('must be reviewers or admins, and each change is audited', async () => {
    const { admin, as, key, project } = await makeQuorumChain(1)
    const viewer = userIdOf(await as('viewer'))
    const attempt = setAuthorities.run(admin, { chain: 'answers', userIds: [userIdOf(admin), viewer], expected: 0 })
    await expect(attempt).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'userIds[1]' }] })
    const { authorities } = await setAuthorities.run(admin, {
      chain: 'answers',
      userIds: [userIdOf(admin)],
      expected: 0,
    })
    expect(authorities).toEqual([{ userId: userIdOf(admin), name: 'Ada', decides: true }])
    const events = await key.db.auditEvent.findMany({ where: { projectId: project.id, action: 'chain.authorities' } })
    expect(events).toMatchObject([{ actor: 'Ada', before: { authorities: [] }, after: { authorities } }])
  })

  it('are not replaced by someone who has not seen the list in force', async () => {
    const { admin, reviewer } = await makeQuorumChain(1)
    const chain = 'answers'
    const saved = await setAuthorities.run(admin, { chain, userIds: [userIdOf(reviewer)], expected: 0 })
    expect(saved.version).toMatchObject({ number: 1, by: 'Ada' })
    const late = setAuthorities.run(admin, { chain, userIds: [userIdOf(admin)], expected: 0 })
    await expect(late).rejects.toMatchObject({ code: 'conflict', issues: [{ path: 'expected' }] })
    expect(await getAuthorities.run(admin, { chain })).toEqual(saved)
    const same = await setAuthorities.run(admin, { chain, userIds: [userIdOf(reviewer)], expected: 0 })
    expect(same).toEqual(saved)
  })

  it('are counted, and the first fifty named', async () => {
    const { admin, gateId, as } = await makeQuorumChain(1)
    for (let place = 0; place < 55; place++) await as(place % 2 === 0 ? 'reviewer' : 'admin', `Many ${place}`)
    const { deciders } = await see(admin, gateId)
    expect(deciders.people).toHaveLength(50)
    expect(deciders.count).toBeGreaterThanOrEqual(56)
  })

  it('may not decide on their own version, listed or not', async () => {
    const { admin, gateId, key, project } = await makeQuorumChain(1)
    await setAuthorities.run(admin, { chain: 'answers', userIds: [userIdOf(admin)], expected: 0 })
    await key.db.chainVersion.updateMany({
      where: { projectId: project.id, version: '1.0.1' },
      data: { authorId: userIdOf(admin) },
    })
    await expect(vote(admin, gateId)).rejects.toMatchObject({ code: 'forbidden' })
    expect((await see(admin, gateId)).deciders).toEqual({
      listed: true,
      people: [],
      count: 0,
      authorIds: [userIdOf(admin)],
    })
  })
})
