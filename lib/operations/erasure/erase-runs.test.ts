import { v7 as uuid } from 'uuid'
import { expect, inject, it } from 'vitest'
import type { RunBody } from '@/lib/contracts/run-input'
import { getDb } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { signatureOf } from '../audit'
import { verifyAudit } from '../audit-log/verify'
import { addComment } from '../comments/comments'
import { type Context, type ProjectContext, personOf } from '../context'
import { postDeadLetter } from '../dead-letters/add'
import { decideGate, undoGate } from '../gates/act'
import { openGate, requestReview } from '../gates/open'
import { ingestSpans } from '../ingest/ingest-spans'
import { patchRun } from '../ingest/patch-run'
import { keepScenario } from '../kept-scenarios/keep'
import { recordAttribution } from '../learning/attribution'
import { countTraceFacts } from '../learning/trace-facts'
import { askPairs } from '../pairs/ask'
import { rescoreRuns } from '../rescore/rescore'
import { addReviews } from '../review-queue/move'
import { reviewRun } from '../reviews/review'
import { tagRuns } from '../runs/tags'
import { sendSignals } from '../signals/send'
import { ingest, makeProject, runBody } from '../testing/factories'
import { findText } from '../testing/find-text'
import { countingDb, untilLockIsWaitedFor } from '../testing/lock-waits'
import { makeRegressedChain, see } from '../testing/regressed-chain'
import { findDisagreements } from '../testing/rollups-agree'
import { toAppError } from '../to-app-error'
import { createEndpoint } from '../webhooks/endpoints'
import { makeWeek } from '../weekly/make'
import { deleteRuns, processErasures } from './delete-runs'
import { eraseRuns } from './erase-runs'

const SECRET = 'Xyzzyplugh'

/** Failing and succeeding runs, with attempts and groups, that all contain the secret; `nth` makes them distinct. */
function secretRun(nth: number): RunBody {
  const isFailed = nth % 2 === 0
  return runBody({
    id: `run-${nth}`,
    version: `1.${nth % 2}.0`,
    request: `${SECRET} asks`,
    output: { answer: `${SECRET} ${nth}` },
    execution: `execution-${nth % 3}`,
    attempt: Math.floor(nth / 3) + 1,
    status: isFailed ? 'failed' : 'completed',
    error: isFailed ? `${SECRET} could not be reached` : undefined,
    nodes: [
      { id: 'look', output: { found: SECRET } },
      ...(isFailed ? [{ id: 'say', status: 'failed' as const, error: `${SECRET} refused the call` }] : []),
    ],
    signals: [{ evaluator: 'peer', value: 0.5, comment: SECRET }],
    metadata: { customer: SECRET },
    tags: [SECRET],
    startedAt: new Date(Date.UTC(2026, 0, 1, nth % 5)).toISOString(),
  })
}

it('deletion leaves nothing of a run but the audit event, and keeps every count exact', async () => {
  const { key, project, as } = await makeProject()
  const [admin, reviewer] = [await as('admin', 'Ada'), await as('reviewer', 'Rob')]
  await createEndpoint.run(admin, { name: 'hook', url: 'https://example.com/', events: ['run.scored', 'gate.opened'] })
  const ids = await ingest(
    key,
    Array.from({ length: 12 }, (_, nth) => secretRun(nth)),
  )
  const kept = ids.get('run-1') ?? ''
  const deleted = [...ids.values()].filter((id) => id !== kept)
  const [runId = '', other = ''] = deleted
  await reviewRun.run(reviewer, { runId, verdict: 'reject', reason: SECRET })
  await addComment.run(reviewer, { runId, body: SECRET })
  await patchRun.run(key, { runId, metadata: { more: SECRET } })
  await keepScenario.run(reviewer, { runId, name: SECRET, expected: 0 })
  await openGate.run(key, { runId: other, question: SECRET })
  await postDeadLetter.run(key, { operation: 'tool:bash', error: SECRET, category: 'PERMANENT', runId: 'run-0' })
  await sendSignals.run(key, { runId: 'run-0', signals: [{ evaluator: 'peer', value: 0.2, comment: SECRET }] })
  expect(await findText(project.id, SECRET)).not.toEqual([])

  const { erasure } = await deleteRuns.run(admin, { runIds: deleted })
  await processErasures(getDb(), [{ projectId: project.id, id: erasure.id }], () => new Date())

  expect(await getDb().run.count({ where: { projectId: project.id } })).toBe(1)
  const left = (await findText(project.id, SECRET)).filter((row) => !row.includes(kept))
  expect(left).toEqual([])
  for (const id of deleted)
    expect((await findText(project.id, id)).filter((row) => !/^(?:audit_event|erasure)/.test(row))).toEqual([])
  expect(await findDisagreements(project.id)).toEqual([])
  expect(await verifyAudit.run(admin, {})).toMatchObject({ ok: true, fault: null })
  const facts = await getDb().auditEvent.findMany({ where: { projectId: project.id, action: 'run.deleted' } })
  expect(facts).toMatchObject([{ actor: 'Ada', after: { runs: 11, ids: expect.arrayContaining(deleted) } }])
  expect(await getDb().erasure.findFirst({ where: { projectId: project.id } })).toMatchObject({
    status: 'done',
    done: 11,
  })
})

it('deletion removes what people were told of a run', async () => {
  const { key, project, as } = await makeProject()
  const [admin, reviewer] = [await as('admin', 'Ada'), await as('reviewer', 'Rob')]
  const told = personOf(reviewer.actor)?.userId ?? ''
  const runId = (await ingest(key, [runBody({ id: `${SECRET}-1` })])).get(`${SECRET}-1`) ?? ''
  await addComment.run(admin, { runId, body: `${SECRET}, @Rob`, mentions: [told] })
  await addComment.run(admin, { runId, stepId: 'look', body: `${SECRET}, @Rob`, mentions: [told] })
  await addReviews.run(admin, { runIds: [runId], userId: told })
  expect(await getDb().notification.count({ where: { projectId: project.id } })).toBe(3)
  await deleteRuns.run(admin, { runIds: [runId] })
  expect(await findText(project.id, SECRET)).toEqual([])
  expect(await getDb().notification.findMany({ where: { projectId: project.id } })).toEqual([])
})

it('deletion is audited under the one run that it removed, and under the project for several', async () => {
  const { key, project, as } = await makeProject()
  const ids = [...(await ingest(key, [1, 3, 5].map(secretRun))).values()]
  const admin = await as('admin')
  await deleteRuns.run(admin, { runIds: ids.slice(0, 1) })
  await deleteRuns.run(admin, { runIds: ids.slice(1) })
  const events = await getDb().auditEvent.findMany({
    where: { projectId: project.id, action: 'run.deleted' },
    orderBy: { id: 'asc' },
  })
  expect(events.map(({ subject }) => subject)).toEqual([`run:${ids[0]}`, `project:${project.id}`])
})

it('deletion of a version removes all its runs in slices, also with two concurrent workers', async () => {
  const { key, project, as } = await makeProject()
  await ingest(
    key,
    Array.from({ length: 130 }, (_, nth) => secretRun(nth)),
  )
  const admin = await as('admin')
  const { erasure } = await deleteRuns.run(admin, { chain: 'answers', version: '1.1.0' })
  expect(erasure).toMatchObject({ status: 'waiting', total: 65, done: 0 })
  const item = { projectId: project.id, id: erasure.id }
  const again = () => processErasures(getDb(), [item], () => new Date())
  await Promise.all([again(), again(), ingest(key, [secretRun(400)])])
  await again()
  expect(await getDb().run.count({ where: { projectId: project.id } })).toBe(66)
  expect(await getDb().erasure.findUnique({ where: { projectId_id: item } })).toMatchObject({
    status: 'done',
    done: 65,
  })
  expect(await findDisagreements(project.id)).toEqual([])
})

it('deletion includes the spans of a trace, and the run is accepted when it is sent again', async () => {
  const { key, project, as } = await makeProject()
  const span = {
    traceId: 'a'.repeat(32),
    spanId: 'b'.repeat(16),
    parentSpanId: null,
    name: 'triage',
    startNano: '1767225600000000000',
    endNano: '1767225601000000000',
    status: { code: 'ok' as const, message: null },
    attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'agent' },
    events: [],
    links: [],
    logged: [],
    resource: {},
    scope: { name: null, version: null },
  }
  await ingestSpans(key, [span])
  const run = await getDb().run.findFirstOrThrow({ where: { projectId: project.id } })
  await deleteRuns.run(await as('admin'), { runIds: [run.id] })
  expect(await getDb().otlpSpan.count({ where: { projectId: project.id } })).toBe(0)
  await ingestSpans(key, [span])
  expect(await getDb().run.count({ where: { projectId: project.id } })).toBe(1)
  expect(await findDisagreements(project.id)).toEqual([])
})

it('deletion is refused for API keys, reviewers and viewers', async () => {
  const { key, as } = await makeProject()
  const runIds = [uuid()]
  for (const ctx of [key, await as('reviewer'), await as('viewer')])
    await expect(deleteRuns.run(ctx, { runIds })).rejects.toMatchObject({ code: 'forbidden' })
  expect(await deleteRuns.run(await as('admin'), { runIds })).toMatchObject({ erasure: { total: 0, status: 'done' } })
})

it('verifyAudit reports an event that was emptied outside of an erasure', async () => {
  const { project, as } = await makeProject()
  const admin = await as('admin')
  await createEndpoint.run(admin, { name: 'hook', url: 'https://example.com/', events: ['run.scored'] })
  await getDb().$transaction(async (tx) => {
    await tx.$queryRaw`SELECT set_config('veritas.erasing', 'on', true)`
    await tx.$executeRaw`
      UPDATE audit_event SET before = NULL, after = NULL, erased_by = ${uuid()}::uuid WHERE project_id = ${project.id}::uuid`
  })
  expect(await verifyAudit.run(admin, {})).toMatchObject({ ok: false, fault: { seq: 1, kind: 'altered' } })
  if (inject('isDistributed')) return
  const change = getDb().$executeRaw`UPDATE audit_event SET actor = 'nobody' WHERE project_id = ${project.id}::uuid`
  await expect(change).rejects.toThrow('only ever added')
})

const writers: Record<
  string,
  (people: { admin: Context; key: ProjectContext }, runIds: readonly [string, string]) => Promise<unknown>
> = {
  'attributions.create': ({ admin }, [runId]) => recordAttribution.run(admin, { runId, nodeId: 'say', reason: SECRET }),
  'comments.create': ({ admin }, [runId]) => addComment.run(admin, { runId, body: SECRET }),
  'gates.open': ({ admin }, [runId]) => openGate.run(admin, { runId, question: SECRET }),
  'gates.requestReview': ({ key }, [runId]) => requestReview.run(key, { runId, question: SECRET }),
  'keptScenarios.keep': ({ admin }, [runId]) => keepScenario.run(admin, { runId, name: SECRET, expected: 0 }),
  'pairs.ask': ({ admin }, runs) => askPairs.run(admin, { runs: [...runs] }),
  'review.add': ({ admin }, [runId]) => addReviews.run(admin, { runIds: [runId], reason: SECRET }),
  'reviews.create': ({ admin }, [runId]) => reviewRun.run(admin, { runId, verdict: 'reject', reason: SECRET }),
  'what learning counts of traces': ({ key }, runIds) => countTraceFacts(key, runIds),
  'runs.rescore': ({ admin }) => rescoreRuns.run(admin, { series: 'again' }),
  'runs.patch': ({ key }, [runId]) => patchRun.run(key, { runId, metadata: { more: SECRET } }),
  'runs.tag': ({ key }, [runId]) => tagRuns.run(key, { runIds: [runId], add: [SECRET] }),
  'weekly.make': ({ key }) => makeWeek.run(key, { week: '2026-W01' }),
}

const passing = ['review.add', 'runs.rescore', 'runs.tag', 'what learning counts of traces', 'weekly.make']

it.each(Object.entries(writers))(
  'deletion leaves nothing of what %s writes at the same moment',
  async (name, write) => {
    const { key, project, as } = await makeProject()
    const admin = await as('admin', 'Ada')
    // Two failed attempts of one execution.
    const ids = [...(await ingest(key, [secretRun(0), secretRun(6)])).values()] as [string, string]
    await reviewRun.run(await as('reviewer'), { runId: ids[0], verdict: 'reject', reason: SECRET })
    let writing = Promise.resolve('')
    await inTransaction({ db: getDb() }, async (tx) => {
      await eraseRuns(tx, { projectId: project.id, runIds: ids, now: new Date(), by: signatureOf(admin) })
      writing = write({ admin, key }, ids).then(
        () => 'done',
        (error) => toAppError(error).code,
      )
      await Promise.race([writing, untilLockIsWaitedFor(tx)])
    })
    // Those that take several runs pass over the missing ones.
    expect(await writing).toBe(passing.includes(name) ? 'done' : 'not_found')
    expect(await findText(project.id, SECRET)).toEqual([])
    for (const id of ids)
      expect((await findText(project.id, id)).filter((row) => !row.startsWith('audit_event'))).toEqual([])
    expect(await findDisagreements(project.id)).toEqual([])
  },
)

it('deletion while a failed run arrives waits for it, without a deadlock', async () => {
  const { key, project, as } = await makeProject()
  const admin = await as('admin', 'Ada')
  const failed = (id: string) =>
    runBody({ id, status: 'failed', nodes: [{ id: 'look', status: 'failed', error: { message: 'The disk is full' } }] })
  const [first = ''] = [...(await ingest(key, [failed('first')])).values()]
  const { db: counting, transactions } = countingDb()
  let both: Promise<unknown> = Promise.resolve()
  await inTransaction({ db: getDb() }, async (tx) => {
    // The run that arrives stops between two of its counts.
    await tx.$queryRaw`SELECT 1 FROM failure_group WHERE project_id = ${project.id}::uuid FOR UPDATE`
    const arriving = ingest({ ...key, db: counting }, [failed('second')])
    await untilLockIsWaitedFor(tx)
    const deleting = deleteRuns.run({ ...admin, db: counting }, { runIds: [first] })
    await untilLockIsWaitedFor(tx, 2)
    both = Promise.all([arriving, deleting])
  })
  await both
  expect(transactions()).toBe(2)
  expect(await findDisagreements(project.id)).toEqual([])
})

it('a gate that is decided, or whose decision is taken back, while a run of its evidence is deleted leaves nothing of it', async () => {
  const { project, as, gateId, runIds, reviewer } = await makeRegressedChain()
  const admin = await as('admin', 'Ada')
  const duringDeletion = async (runId: string, act: () => Promise<unknown>) => {
    let acting: Promise<unknown> = Promise.resolve()
    await inTransaction({ db: getDb() }, async (tx) => {
      await eraseRuns(tx, { projectId: project.id, runIds: [runId], now: new Date(), by: signatureOf(admin) })
      acting = act()
      await Promise.race([acting, untilLockIsWaitedFor(tx)])
    })
    await acting
    expect(await getDb().signal.count({ where: { projectId: project.id, runId } })).toBe(0)
  }
  const [first = '', second = '', third = ''] = runIds
  const { evidenceDigest } = await see(reviewer, gateId)
  await duringDeletion(first, () =>
    decideGate.run(reviewer, { gateId, verdict: 'rejected', reason: 'Worse.', evidenceDigest }),
  )
  expect(await getDb().signal.count({ where: { projectId: project.id, runId: third, origin: 'gate' } })).toBe(1)
  await duringDeletion(second, () => undoGate.run(reviewer, { gateId, reason: 'Too early.' }))
  expect(await getDb().signal.count({ where: { projectId: project.id, runId: third, origin: 'gate' } })).toBe(2)
  expect(await findDisagreements(project.id)).toEqual([])
})
