import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { weekAt } from '@/lib/engine/weekly/iso-week'
import { updateAccount } from '../account/account'
import { verifyAudit } from '../audit-log/verify'
import { setAuthorities } from '../chains/update'
import { addComment, listComments, resolveComment } from '../comments/comments'
import { personOf } from '../context'
import { actOnFailureGroups } from '../failures/act'
import { searchFailures } from '../failures/search'
import { assignGate, decideGate } from '../gates/act'
import { getGate } from '../gates/get'
import { openGate } from '../gates/open'
import { keepScenario } from '../kept-scenarios/keep'
import { updateKeptScenario } from '../kept-scenarios/list'
import { removeMember } from '../members/members'
import { addReviews } from '../review-queue/move'
import { reviewRun } from '../reviews/review'
import { ingest, makeProject, runBody } from '../testing/factories'
import { findText } from '../testing/find-text'
import { untilLockIsWaitedFor } from '../testing/lock-waits'
import { makeRegressedChain } from '../testing/regressed-chain'
import { emit } from '../webhooks/emit'
import { createEndpoint, testEndpoint } from '../webhooks/endpoints'
import { makeWeek } from '../weekly/make'
import { getWeek } from '../weekly/page'
import { deleteRuns } from './delete-runs'
import { eraseAccount, erasePerson, exportAccount, exportPerson } from './person'

const later = (days: number) => () => new Date(Date.now() + days * 86_400_000)

describe('erasing a person', () => {
  it('keeps their verdicts under a placeholder name and revokes keys and sessions', async () => {
    const { key, project, as } = await makeProject()
    const [admin, reviewer] = [await as('admin', 'Ada'), await as('reviewer', 'Rob Quux')]
    if (reviewer.actor.kind !== 'user') throw new Error('a reviewer is a person')
    const { userId, email } = reviewer.actor
    const ids = await ingest(key, [runBody({ id: 'run-1' })])
    const runId = ids.get('run-1') ?? ''
    await reviewRun.run(reviewer, { runId, verdict: 'reject', reason: 'No' })
    await addComment.run(reviewer, { runId, body: 'No' })
    await addReviews.run(reviewer, { runIds: [runId] })
    const data = await exportPerson.run(admin, { userId })
    expect(data).toMatchObject({ person: { email }, isWhole: true })
    expect(Object.keys(data.tables)).toEqual(
      expect.arrayContaining(['membership', 'decision', 'comment', 'audit_event', 'review_item']),
    )
    expect(await exportAccount.run(reviewer, {})).toEqual(data)

    await expect(erasePerson.run(admin, { userId, name: 'Rob' })).rejects.toMatchObject({ issues: [{ path: 'name' }] })
    await erasePerson.run(admin, { userId, name: 'Rob Quux' })
    expect(await getDb().user.findUnique({ where: { id: userId } })).toMatchObject({
      name: 'Removed person',
      email: null,
      passwordHash: null,
      disabledAt: expect.any(Date),
    })
    expect(await getDb().decision.count({ where: { projectId: project.id, userId } })).toBe(1)
    expect((await getDb().runSummary.findFirst({ where: { projectId: project.id } }))?.human).toBe(0)
    const { comments } = await listComments.run(admin, { runId })
    expect(JSON.stringify(comments)).not.toContain('Quux')
    expect(await getDb().signal.count({ where: { projectId: project.id, by: 'Rob Quux' } })).toBe(0)
    expect(await verifyAudit.run(admin, {})).toMatchObject({ ok: true })
  })

  it('removes the name from frozen weeks, and nothing that only resembles it', async () => {
    const { key, as, project } = await makeProject()
    const admin = await as('admin', 'Ada')
    const ids = await ingest(key, [runBody({ id: 'run-1' }), runBody({ id: 'run-2' })])
    const people = [await as('reviewer', 'Week'), await as('reviewer', 'Rob_Quux')]
    for (const [place, runId] of [...ids.values()].entries())
      await reviewRun.run(people[place] ?? admin, { runId, verdict: 'approve' })
    const week = weekAt(Date.now(), 'UTC')
    await makeWeek.run({ ...admin, now: later(8) }, { week })
    const stored = () => getDb().weeklyReview.findFirstOrThrow({ where: { projectId: project.id } })
    const before = await stored()
    for (const { actor } of people)
      if (actor.kind === 'user') await erasePerson.run(admin, { userId: actor.userId, name: actor.name })
    const after = await stored()
    expect(after.markdown).toBe(
      before.markdown.replace('| Week |', '| Removed person |').replace('Rob\\_Quux', 'Removed person'),
    )
    expect(JSON.stringify(after.report)).not.toContain('Quux')
    expect((await getWeek.run(admin, { week })).revision).toBe(1)
  })

  it('reaches the projects that the person has left', async () => {
    const [left, here] = [await makeProject(), await makeProject()]
    const [admin, person] = [await left.as('admin', 'Ada'), await left.as('reviewer', 'Rob Quux')]
    if (person.actor.kind !== 'user') throw new Error('a reviewer is a person')
    const { userId } = person.actor
    const ids = await ingest(left.key, [runBody({ id: 'run-1' })])
    const runId = ids.get('run-1') ?? ''
    await reviewRun.run(person, { runId, verdict: 'reject', reason: 'No' })
    await addComment.run(person, { runId, body: 'No' })
    await removeMember.run(admin, { userId })
    await getDb().membership.create({ data: { projectId: here.project.id, userId, role: 'viewer' } })
    await eraseAccount.run(person, { name: 'Rob Quux' })
    expect(await getDb().signal.count({ where: { projectId: left.project.id, by: 'Rob Quux' } })).toBe(0)
    expect(JSON.stringify((await listComments.run(admin, { runId })).comments)).not.toContain('Quux')
    expect(await verifyAudit.run(admin, {})).toMatchObject({ ok: true })
  })

  it('waits for what they are writing', async () => {
    const { key, project, as } = await makeProject()
    await as('admin', 'Ada')
    const person = await as('reviewer', 'Rob Quux')
    if (person.actor.kind !== 'user') throw new Error('a reviewer is a person')
    const { userId } = person.actor
    const runId = (await ingest(key, [runBody({ id: 'run-1' })])).get('run-1') ?? ''
    let erasing: Promise<unknown> = Promise.resolve()
    await inTransaction({ db: getDb() }, async (tx) => {
      await tx.$queryRaw`
        SELECT 1 FROM membership WHERE project_id = ${project.id}::uuid AND user_id = ${userId}::uuid FOR SHARE`
      const said = { body: 'No', userId, by: 'Rob Quux', mentions: [], createdAt: new Date() }
      await tx.comment.create({ data: { projectId: project.id, runId, id: uuid(), ...said } })
      erasing = eraseAccount.run(person, { name: 'Rob Quux' })
      await untilLockIsWaitedFor(tx)
    })
    await erasing
    expect(await getDb().comment.findMany({ where: { projectId: project.id } })).toMatchObject([
      { by: 'Removed person' },
    ])
  })

  it('removes their name from what others assigned to them', async () => {
    const chain = await makeRegressedChain()
    const [admin, person] = [await chain.as('admin', 'Ada'), await chain.as('admin', 'Rob Quux')]
    if (person.actor.kind !== 'user') throw new Error('an admin is a person')
    const { userId } = person.actor
    await ingest(chain.key, [runBody({ status: 'failed', nodes: [{ id: 'a', status: 'failed', error: 'No disk' }] })])
    const { groups } = await searchFailures.run(chain.key, {})
    await assignGate.run(admin, { gateId: chain.gateId, userId })
    const named = { action: 'assign' as const, owner: userId, groups: groups.map(({ fingerprint }) => fingerprint) }
    await actOnFailureGroups.run(admin, named)
    await deleteRuns.run(person, { runIds: chain.runIds.slice(0, 1) })
    await erasePerson.run(admin, { userId, name: 'Rob Quux' })
    const where = { where: { projectId: chain.project.id } }
    const rows = await Promise.all([
      getDb().gateEvent.findMany(where),
      getDb().failureGroupEvent.findMany(where),
      getDb().erasure.findMany(where),
    ])
    for (const of of rows.map((row) => JSON.stringify(row))) {
      expect(of).toContain('Removed person')
      expect(of).not.toContain('Quux')
    }
  })

  it('leaves their name in no table but the audit log', async () => {
    const { key, project, as } = await makeProject()
    const [admin, person] = [await as('admin', 'Ada'), await as('admin', 'Rob Quux')]
    if (person.actor.kind !== 'user') throw new Error('an admin is a person')
    const ids = await ingest(key, [
      ...['run-1', 'run-2'].map((id) => runBody({ id, request: `Do ${id}` })),
      runBody({ id: 'later', version: '1.1.0' }),
    ])
    const [first = '', second = ''] = ['run-1', 'run-2'].map((id) => ids.get(id) ?? '')
    await reviewRun.run(person, { runId: first, verdict: 'reject', reason: 'No' })
    await reviewRun.run(admin, { runId: second, verdict: 'approve' })
    const { scenario } = await keepScenario.run(admin, { runId: second })
    await updateKeptScenario.run(person, { chain: 'answers', scenarioId: scenario.id, retired: true })
    await keepScenario.run(admin, { runId: first })
    const { comment } = await addComment.run(admin, { runId: first, body: 'Why?' })
    await resolveComment.run(person, { runId: first, commentId: comment.id })
    const userIds = [admin, person].map(({ actor }) => personOf(actor)?.userId ?? '')
    await setAuthorities.run(person, { chain: 'answers', userIds, expected: 0 })
    const { gate } = await openGate.run(key, { chain: 'answers', version: '1.1.0', question: 'Good?' })
    const { evidence, evidenceDigest } = await getGate.run(admin, { gateId: gate.id })
    expect(JSON.stringify(evidence)).toContain('Quux')
    await decideGate.run(admin, { gateId: gate.id, verdict: 'approved', evidenceDigest, reason: 'Yes' })
    const found = async () => {
      const rows = (await findText(project.id, 'Quux')).map((row) => row.split(' ', 1)[0])
      return [...new Set(rows)].filter((table) => table !== 'audit_event').toSorted()
    }
    expect(await found()).toEqual(expect.arrayContaining(['chain_authority', 'comment', 'gate', 'kept_scenario']))
    await erasePerson.run(admin, { userId: person.actor.userId, name: 'Rob Quux' })
    expect(await found()).toEqual([])
    expect(await verifyAudit.run(admin, {})).toMatchObject({ ok: true })
  })

  it('removes their name from what others were notified of', async () => {
    const { key, project, as } = await makeProject()
    const [admin, person] = [await as('admin', 'Ada'), await as('reviewer', 'Rob Quux')]
    if (person.actor.kind !== 'user' || admin.actor.kind !== 'user') throw new Error('both are people')
    const runId = (await ingest(key, [runBody({ id: 'run-1' })])).get('run-1') ?? ''
    await addComment.run(person, { runId, body: 'Is it, @Ada?', mentions: [admin.actor.userId] })
    const sent = async () => {
      const where = { where: { projectId: project.id } }
      const rows = [...(await getDb().notification.findMany(where)), ...(await getDb().mail.findMany(where))]
      return rows.map(({ text }) => text)
    }
    const [before] = await sent()
    expect(before).toContain('Rob Quux mentions you')
    await erasePerson.run(admin, { userId: person.actor.userId, name: 'Rob Quux' })
    for (const text of await sent()) expect(text).toMatch(/^Removed person mentions you/)
  })

  it('removes their name from messages to webhooks, and nothing that only resembles it', async () => {
    const chain = await makeRegressedChain()
    const [admin, person] = [await chain.as('admin', 'Ada'), await chain.as('admin', 'Rob "Q" Quux')]
    if (person.actor.kind !== 'user') throw new Error('an admin is a person')
    const projectId = chain.project.id
    const events = ['gate.approved', 'brief.withdrawn'] as const
    const hook = { name: 'receiver', url: 'https://receiver.example.test/', events: [...events] }
    const { endpoint } = await createEndpoint.run(admin, hook)
    const { evidenceDigest } = await getGate.run(admin, { gateId: chain.gateId })
    const verdict = { verdict: 'approved' as const, evidenceDigest, reason: 'As Rob "Q" Quuxley said' }
    await decideGate.run(person, { gateId: chain.gateId, ...verdict })
    const withdrawn = { summary: 'run-1: nothing to fix any more. Approved by Rob "Q" Quux: Yes.', by: 'Rob "Q" Quux' }
    await emit(getDb(), projectId, 'brief.withdrawn', withdrawn, new Date())
    await testEndpoint.run(person, { endpointId: endpoint.id })
    const messages = () => getDb().webhookMessage.findMany({ where: { projectId }, orderBy: { id: 'asc' } })
    expect((await messages()).filter(({ payload }) => /Quux(?!ley)/.test(JSON.stringify(payload)))).toHaveLength(3)
    await erasePerson.run(admin, { userId: person.actor.userId, name: 'Rob "Q" Quux' })
    const texts = (await messages()).map(({ payload }) => JSON.stringify(payload))
    expect(texts.join()).not.toMatch(/Quux(?!ley)/)
    expect(texts.join()).toContain('Approved by Removed person. As Rob \\"Q\\" Quuxley said.')
  })

  it('removes the names they had earlier as well', async () => {
    const { key, project, as } = await makeProject()
    const [admin, person] = [await as('admin', 'Ada'), await as('reviewer', 'Rob Quux')]
    const runId = (await ingest(key, [runBody({ id: 'run-1' })])).get('run-1') ?? ''
    await reviewRun.run(person, { runId, verdict: 'reject', reason: 'No' })
    await updateAccount.run(person, { name: 'Rob Corge' })
    await eraseAccount.run(person, { name: 'Rob Corge' })
    const signals = await getDb().signal.findMany({ where: { projectId: project.id, evaluator: 'human' } })
    expect(signals.map(({ by }) => by)).toEqual(['Removed person'])
    expect(await verifyAudit.run(admin, {})).toMatchObject({ ok: true })
  })

  it('is allowed to the person and to admins of all their projects, but never for the last admin', async () => {
    const [here, there] = [await makeProject(), await makeProject()]
    const admin = await here.as('admin', 'Ada')
    const person = await here.as('viewer', 'Vi')
    if (person.actor.kind !== 'user' || admin.actor.kind !== 'user') throw new Error('people')
    const { userId } = person.actor
    await getDb().membership.create({ data: { projectId: there.project.id, userId, role: 'viewer' } })
    await expect(erasePerson.run(admin, { userId, name: 'Vi' })).rejects.toMatchObject({ code: 'forbidden' })
    await eraseAccount.run(person, { name: 'Vi' })
    expect(await getDb().membership.count({ where: { userId } })).toBe(0)
    await expect(eraseAccount.run(admin, { name: 'Ada' })).rejects.toMatchObject({ code: 'conflict' })
  })
})
