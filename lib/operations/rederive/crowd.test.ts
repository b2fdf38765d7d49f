import { expect, inject, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { seededRng } from '@/lib/engine/stats/random'
import { decodeSpans } from '@/lib/ingest/testing/spans'
import { verifyAudit } from '../audit-log/verify'
import type { Context } from '../context'
import { deleteRuns } from '../erasure/delete-runs'
import { actOnFailureGroups } from '../failures/act'
import { splitFailureGroup } from '../failures/merge'
import { undoFailureEvents } from '../failures/undo'
import { decideGate, undoGate } from '../gates/act'
import { ingestBatch } from '../ingest/ingest-batch'
import { ingestSpans } from '../ingest/ingest-spans'
import { patchRun } from '../ingest/patch-run'
import { settleQuietRuns } from '../ingest/settle'
import { keepScenario } from '../kept-scenarios/keep'
import { addReviews, moveReview } from '../review-queue/move'
import { reviewRun, undoReview } from '../reviews/review'
import { tagRuns } from '../runs/tags'
import { sendSignals } from '../signals/send'
import { makeProject, runBody } from '../testing/factories'
import { see } from '../testing/regressed-chain'
import { findStaleRuns } from '../testing/replay-agrees'
import { findDisagreements } from '../testing/rollups-agree'
import { toAppError } from '../to-app-error'
import { rederiveRuns } from './rederive'

const ROUNDS = 20
const AT_ONCE = 4
const lookup = (name: string) => `Could not load the profile of customer ${name} from the billing service`
const MESSAGES = [lookup('Ada'), lookup('Bob'), 'The disk is full', 'HTTP 429 Too Many Requests']
/** What an act may be answered, as others acted meanwhile. */
const REFUSALS = ['not_found', 'conflict', 'forbidden', 'invalid_input', 'stale_evidence', 'already_decided']

/** Three people and a program on one project; each act is a sensible one on one of the newest subjects, chosen at random. */
async function makeCrowd(seed: number) {
  const test = await makeProject()
  const random = seededRng(seed)
  const pick = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)] as T
  const chance = (share: number) => random() < share
  const people = [await test.as('admin', 'Ada'), await test.as('reviewer', 'Bob'), await test.as('reviewer', 'Cyd')]
  const projectId = test.project.id
  const newest = { where: { projectId }, orderBy: { id: 'desc' }, take: 8 } as const
  const db = getDb()
  const runId = async () => pick(await db.runSummary.findMany(newest))?.id ?? projectId
  const someIds = async () => {
    const ids = (await db.runSummary.findMany(newest)).map(({ id }) => id)
    return ids.filter(() => chance(0.5)).concat(ids.slice(0, 1))
  }
  const groups = async () => (await db.failureGroup.findMany({ where: { projectId } })).map((one) => one.fingerprint)
  let sent = 0
  const body = () =>
    runBody({
      ...{
        id: `run-${sent++}`,
        chain: pick(['alpha', 'beta']),
        title: `Title ${sent}`,
        request: pick(['What is due?', 'Who is there?']),
        status: pick(['completed', 'failed', 'running']),
      },
      nodes: chance(0.5) ? [{ id: 'look', status: 'failed', error: { message: pick(MESSAGES) } }] : [],
      signals: chance(0.6) ? { peer: random() } : [],
      ...(chance(0.4) && { execution: pick(['one', 'two']), attempt: 1 + Math.floor(random() * 3) }),
    })
  const span = (traceId: string, id: string, [parent, agent]: [string | null, string | null]) => ({
    ...{ traceId, spanId: id.repeat(16), ...(parent && { parentSpanId: parent.repeat(16) }), name: agent ?? 'look_up' },
    startTimeUnixNano: String(BigInt(Date.now() - 1000) * 1_000_000n),
    endTimeUnixNano: String(BigInt(Date.now()) * 1_000_000n),
    ...(id === '2' && { status: { code: 2, message: pick(MESSAGES) } }),
    attributes: [{ key: 'gen_ai.operation.name', value: { stringValue: agent ? 'invoke_agent' : 'execute_tool' } }],
  })
  const trace = async () => {
    const traceId = pick(['a', 'b', 'c']).repeat(32)
    const parts = [
      span(traceId, '1', [null, pick(['alpha', 'gamma'])]),
      span(traceId, '2', ['1', null]),
      span(traceId, '3', ['1', 'helper']),
    ]
    const spans = parts.filter(() => chance(0.6))
    await ingestSpans(test.key, decodeSpans(spans))
  }
  const review = async (who: Context) => {
    const id = await runId()
    const last = await db.decision.findFirst({
      where: { projectId, runId: id, kind: 'review' },
      orderBy: { decidedAt: 'desc' },
    })
    await reviewRun.run(who, { runId: id, verdict: 'reject', reason: 'no', ...(last && { replaces: last.id }) })
  }
  const undo = async (who: Context) => {
    const given = pick(await db.decision.findMany({ ...newest, where: { projectId, kind: 'review' } }))
    if (given?.runId) await undoReview.run(who, { runId: given.runId, decisionId: given.id })
  }
  const gate = async (who: Context) => {
    const { id: gateId = '' } = pick(await db.gate.findMany(newest)) ?? {}
    if (chance(0.4)) return undoGate.run(who, { gateId, reason: 'a mistake' })
    const verdict = pick(['approved', 'rejected'] as const)
    const { evidenceDigest } = await see(who, gateId)
    return decideGate.run(who, { gateId, verdict, evidenceDigest, reason: 'seen' })
  }
  const kinds = async (who: Context) => {
    const event = pick(await db.failureGroupEvent.findMany({ where: { projectId, kind: { not: 'undone' } } }))
    if (event && chance(0.4))
      return undoFailureEvents.run(who, { events: [{ group: event.fingerprint, event: event.id }] })
    const [one, other] = [pick(await groups()), pick(await groups())]
    const { part } = pick(await db.failure.findMany({ where: { projectId } })) ?? {}
    if (part && chance(0.4)) return splitFailureGroup.run(who, { group: one, part })
    return actOnFailureGroups.run(who, { action: 'merge', groups: [one, other] })
  }
  const acts: ((who: Context) => Promise<unknown>)[] = [
    () => ingestBatch(test.key, [body(), body()], 'test'),
    () => ingestBatch(test.key, Array.from({ length: 6 }, body), 'test'),
    trace,
    trace,
    async () => sendSignals.run(test.key, { runId: await runId(), signals: [{ evaluator: 'self', value: random() }] }),
    async () => patchRun.run(test.key, { runId: await runId(), status: pick(['completed', 'failed']) }),
    review,
    undo,
    gate,
    kinds,
    async (who) => addReviews.run(who, { runIds: await someIds() }),
    async (who) => tagRuns.run(who, { runIds: await someIds(), add: [pick(['seen', 'odd'])], remove: [] }),
    async (who) => keepScenario.run(who, { runId: await runId() }),
    () => settleQuietRuns(db, () => new Date(Date.now() + 25 * 3_600_000)),
    async (who) => moveReview.run(who, { runId: await runId(), action: pick(['ask', 'unask', 'release']) }),
    async (who) => chance(0.3) && deleteRuns.run(who, { runIds: [await runId()] }),
  ]
  const unexpected: string[] = []
  const act = () =>
    pick(acts)(pick(people)).catch((error: unknown) => {
      const { code, message } = toAppError(error)
      if (!REFUSALS.includes(code)) unexpected.push(`${code}: ${message}`)
    })
  return { ...test, admin: people[0] as Context, act, unexpected }
}

/** What is derived from the runs of a project, row by row. */
async function readDerived(projectId: string) {
  const rows = await getDb().$queryRaw<{ row: string }[]>`
    SELECT row FROM (
      ${Prisma.join(
        ['run_text', 'failure', 'gate', 'run_summary', 'execution'].map(
          (table) =>
            Prisma.sql`SELECT ${table} || (to_jsonb(t) - 'revision' - 'updated_at')::text AS row FROM ${Prisma.raw(table)} t WHERE project_id = ${projectId}::uuid`,
        ),
        ' UNION ALL ',
      )}) r ORDER BY row`
  return rows.map(({ row }) => row)
}

/** Deadlocks of this database, after which a transaction began again. A cluster does not count them. */
async function countDeadlocks(): Promise<number> {
  if (inject('isDistributed')) return 0
  const [row] = await getDb().$queryRaw<{ deadlocks: number }[]>`
    SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`
  return row?.deadlocks ?? -1
}

it('what people and programs did at the same time leaves nothing that deriving everything again would change', async () => {
  const { project, admin, act, unexpected } = await makeCrowd(7)
  for (let round = 0; round < ROUNDS; round++) await Promise.all(Array.from({ length: AT_ONCE }, act))
  expect(unexpected).toEqual([])
  expect(await countDeadlocks()).toBe(0)
  expect(await findDisagreements(project.id)).toEqual([])
  expect(await findStaleRuns(project.id)).toEqual([])
  expect(await verifyAudit.run(admin, {})).toMatchObject({ ok: true })
  const before = await readDerived(project.id)
  expect(before.length).toBeGreaterThan(ROUNDS)
  await getDb().rederivation.create({ data: { projectId: project.id, afterId: null } })
  await rederiveRuns(getDb(), () => new Date())
  expect(await readDerived(project.id)).toEqual(before)
  expect(await findDisagreements(project.id)).toEqual([])
})
