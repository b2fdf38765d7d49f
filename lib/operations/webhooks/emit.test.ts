import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { addDeadLetter } from '../dead-letters/add'
import { decideGate, undoGate } from '../gates/act'
import { timeOutGate, warnGate } from '../gates/deadline'
import { ingest, makeProject, runBody } from '../testing/factories'
import { badRuns, goodRuns, makeRegressedChain, see } from '../testing/regressed-chain'
import { sentEvents } from '../testing/sent-events'
import { makeWeek } from '../weekly/make'
import { createEndpoint, listEndpoints, testEndpoint } from './endpoints'

const db = getDb()
const url = 'https://1.1.1.1/hook'
type Types = Parameters<typeof createEndpoint.run>[1]['events']

async function listening(events: Types) {
  const chain = await makeRegressedChain()
  const admin = { ...chain.reviewer, ...(await chain.as('admin')) }
  await createEndpoint.run(admin, { name: 'listener', url, events })
  return { ...chain, projectId: chain.project.id }
}

describe('webhook events', () => {
  it('of runs: scored for each live run, needs_review for flagged ones, nothing without subscribers', async () => {
    const { project, as, key } = await makeProject()
    await ingest(key, [runBody()])
    expect(await sentEvents(project.id)).toEqual([])
    const admin = await as('admin')
    await createEndpoint.run(admin, { name: 'all', url, events: ['run.scored', 'run.needs_review'] })
    await createEndpoint.run(admin, { name: 'some', url, events: ['run.needs_review'] })
    const rejected = runBody({ id: 'bad', signals: [{ evaluator: 'human', value: false }] })
    await ingest(key, [runBody({ id: 'good' }), rejected, runBody({ id: 'dry', kind: 'dry_run' })])
    const stored = await db.runSummary.findMany({ where: { projectId: project.id } })
    const flagged = stored.filter((run) => run.kind === 'live' && run.flag !== null && run.clientId !== '')
    const sent = await sentEvents(project.id)
    const ofType = (type: string) => sent.filter((message) => message.type === type)
    expect(ofType('run.scored').map(({ data }) => data)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          url: expect.stringContaining(`/p/${project.slug}/runs/`),
          run: expect.objectContaining({ clientId: 'good', chain: 'answers', version: '1.0.0', revision: 1 }),
        }),
      ]),
    )
    expect(ofType('run.scored')).toHaveLength(2)
    expect(flagged.map((run) => run.clientId)).toEqual(['bad'])
    expect(ofType('run.needs_review')).toMatchObject([{ data: { run: { clientId: 'bad' } } }])
    // No attempt can follow a run without an execution.
    expect(JSON.stringify(sent)).not.toMatch(/attempts? (?:is|are) left/)
    const deliveries = await db.webhookDelivery.groupBy({
      by: ['endpointId'],
      where: { projectId: project.id },
      _count: true,
    })
    expect(deliveries.map((row) => row._count).sort()).toEqual([1, 3])
  })

  it('of a worse version: regression.detected and gate.opened', async () => {
    const { project, as, key } = await makeProject()
    const events: Types = ['regression.detected', 'gate.opened']
    await createEndpoint.run(await as('admin'), { name: 'listener', url, events })
    await ingest(key, goodRuns())
    await ingest(key, badRuns())
    const sent = await sentEvents(project.id)
    expect(sent.map((message) => message.type)).toEqual(events)
    expect(sent[0]?.data).toMatchObject({ gate: { version: '1.0.1', priorVersion: '1.0.0', kind: 'regression' } })
  })

  it('of a rejection include the rollback target, and its undo is sent as well', async () => {
    const { projectId, reviewer, gateId } = await listening(['gate.rejected', 'gate.reversed'])
    const { evidenceDigest } = await see(reviewer, gateId)
    await decideGate.run(reviewer, { gateId, verdict: 'rejected', evidenceDigest, reason: 'empty' })
    await undoGate.run(reviewer, { gateId, reason: 'too hasty' })
    expect(await sentEvents(projectId)).toMatchObject([
      {
        type: 'gate.rejected',
        data: {
          rollbackTarget: '1.0.0',
          servedVersion: '1.0.0',
          versionState: 'rolled_back',
          by: 'Rita',
          reason: 'empty',
        },
      },
      { type: 'gate.reversed', data: { by: 'Rita', reason: 'too hasty', versionState: 'live' } },
    ])
  })

  it('of an approval and of a passed deadline', async () => {
    const approved = await listening(['gate.approved', 'gate.timed_out'])
    const { evidenceDigest } = await see(approved.reviewer, approved.gateId)
    await decideGate.run(approved.reviewer, {
      gateId: approved.gateId,
      verdict: 'approved',
      evidenceDigest,
      reason: 'fine',
    })
    expect(await sentEvents(approved.projectId)).toMatchObject([
      { type: 'gate.approved', data: { servedVersion: '1.0.1', by: 'Rita' } },
    ])
    const late = await listening(['gate.approved', 'gate.timed_out'])
    const { gate } = await see(late.reviewer, late.gateId)
    await timeOutGate(db, { projectId: late.projectId, id: late.gateId }, new Date(Date.parse(gate.deadlineAt) + 1000))
    expect(await sentEvents(late.projectId)).toMatchObject([
      { type: 'gate.timed_out', data: { rollbackTarget: '1.0.0', versionState: 'halted', by: null } },
    ])
  })

  it('of a dead letter leave out its arguments, and are sent once for repeated submissions', async () => {
    const { project, as, key } = await makeProject()
    await createEndpoint.run(await as('admin'), { name: 'listener', url, events: ['dlq.added'] })
    const letter = {
      operation: 'tool:bash',
      args: { text: 'private' },
      error: 'exit 1',
      category: 'TRANSIENT',
    } as const
    const id = await addDeadLetter(key, letter)
    await addDeadLetter(key, { ...letter, id })
    const sent = await sentEvents(project.id)
    expect(sent).toMatchObject([{ type: 'dlq.added', data: { deadLetter: { id, operation: 'tool:bash' } } }])
    expect(JSON.stringify(sent)).not.toContain('private')
  })

  it('of a gate that is about to time out, of a week, and of a test', async () => {
    const { projectId, gateId, reviewer, as } = await listening(['gate.warning', 'weekly.published'])
    const { gate } = await see(reviewer, gateId)
    await warnGate(db, { projectId, id: gateId }, new Date(Date.parse(gate.deadlineAt) - 1000))
    const admin = await as('admin')
    await makeWeek.run({ ...admin, now: () => new Date('2026-03-16T06:00:00Z') }, { week: '2026-W11' })
    const { endpoints } = await listEndpoints.run(admin, {})
    await testEndpoint.run(admin, { endpointId: endpoints[0]?.id ?? '' })
    const sent = await sentEvents(projectId)
    expect(sent.map(({ type }) => type)).toEqual(['gate.warning', 'weekly.published', 'webhook.test'])
  })

  it('go only to endpoints of their own project', async () => {
    const other = await makeProject()
    await createEndpoint.run(await other.as('admin'), { name: 'other', url, events: ['run.scored'] })
    const { key } = await makeProject()
    await ingest(key, [runBody()])
    expect(await sentEvents(other.project.id)).toEqual([])
  })
})
