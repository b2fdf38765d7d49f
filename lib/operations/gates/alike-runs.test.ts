import { beforeEach, describe, expect, it } from 'vitest'
import type { RunBody } from '@/lib/contracts/run-input'
import { getDb } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { getFailureGroup } from '../failures/get'
import { splitFailureGroup } from '../failures/merge'
import { searchFailures } from '../failures/search'
import { listNotifications } from '../notifications/list'
import { getRun } from '../run-detail/get'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { countingDb, untilLockIsWaitedFor } from '../testing/lock-waits'
import { see } from '../testing/regressed-chain'
import { decideGate } from './act'
import { timeOutGate } from './deadline'
import { listGates } from './list'
import { requestReview } from './open'

let test: TestProject
beforeEach(async () => {
  test = await makeProject()
})

const failed = (error: string, body: Partial<RunBody> = {}) =>
  runBody({ status: 'failed', output: null, error, ...body })
const down = (body: Partial<RunBody> = {}) => failed('the executor answered 500: out of order', body)
const listed = async (state: 'pending' | 'rejected' | 'timed_out' = 'pending') =>
  (await listGates.run(test.key, { state: [state] })).gates

/** For each live run, how many gates ask about it. */
async function askedAbout(): Promise<number[]> {
  const where = { projectId: test.project.id }
  const runs = await getDb().runSummary.findMany({ where: { ...where, kind: 'live' } })
  const own = await getDb().gate.findMany({ where: { ...where, kind: 'escalation' } })
  const joined = await getDb().gateRun.findMany({ where })
  return runs.map(({ id }) => [...own, ...joined].filter(({ runId }) => runId === id).length)
}

describe('runs of one version that fail alike', () => {
  it('share one gate, which counts and shows all of them', async () => {
    const ids = await ingest(test.key, [down({ id: 'first' }), down(), down()])
    const reviewer = await test.as('reviewer')
    const [gate] = await listed()
    expect(gate).toMatchObject({ kind: 'escalation', runs: 3 })
    const before = await see(reviewer, gate?.id ?? '')
    const later = await ingest(test.key, [down({ id: 'later' })])
    expect(await listed()).toMatchObject([{ id: gate?.id, runs: 4 }])
    const after = await see(reviewer, gate?.id ?? '')
    expect(after.evidence.current.n).toBe(4)
    expect(new Set(after.evidence.current.dots.map(({ runId }) => runId))).toEqual(
      new Set([...ids.values(), ...later.values()]),
    )
    expect(after.evidence.notes).toContainEqual(expect.stringContaining('3 more runs of this version failed'))
    expect(after.consequences?.reject).toContain('these 4 runs stay refused')
    expect(after.evidenceDigest).not.toBe(before.evidenceDigest)
  })

  it('wait in a gate named by the title of the first, if it has one', async () => {
    await ingest(test.key, [down({ id: '4bf92f35', title: 'cancel order' }), down()])
    expect(await listed()).toMatchObject([{ title: 'cancel order needs a person', runs: 2 }])
  })

  it('share it still when their part was taken out of the kind of failure that both had; others open one of their own', async () => {
    const lookup = (name: string) => failed(`Could not load the profile of customer ${name} from the billing service`)
    await ingest(test.key, [lookup('Ada'), lookup('Bob')])
    const [gate] = await listed()
    const [group] = (await searchFailures.run(test.key, {})).groups
    const { parts } = await getFailureGroup.run(test.key, { group: group?.fingerprint ?? '' })
    const part = parts.find(({ message }) => message.includes('Ada'))?.part ?? ''
    await splitFailureGroup.run(await test.as('reviewer'), { group: group?.fingerprint ?? '', part })
    await ingest(test.key, [lookup('Ada')])
    expect(await listed()).toMatchObject([{ id: gate?.id, runs: 3 }])
    await ingest(test.key, [lookup('Bob')])
    expect(await listed()).toHaveLength(2)
  })

  it('cause one notification, whose count grows', async () => {
    const reviewer = await test.as('reviewer')
    await ingest(test.key, [down({ id: 'first' })])
    for (let more = 0; more < 5; more++) await ingest(test.key, [down()])
    const { notifications } = await listNotifications.run(reviewer, {})
    expect(notifications.map(({ text }) => text)).toEqual(['Decide: first needs a person, and 5 more runs'])
  })

  it("are decided together, with the verdict as each one's signal; the next such run opens a new gate", async () => {
    const ids = await ingest(test.key, [down(), down(), down()])
    const reviewer = await test.as('reviewer')
    const [gate] = await listed()
    const { evidenceDigest } = await see(reviewer, gate?.id ?? '')
    const verdict = { gateId: gate?.id ?? '', verdict: 'rejected', evidenceDigest, reason: 'It is down.' } as const
    const { effect } = await decideGate.run(reviewer, verdict)
    expect(new Set(effect?.runs.map(({ runId }) => runId))).toEqual(new Set(ids.values()))
    const where = { projectId: test.project.id, human: 0, humanOrigin: 'gate' }
    expect(await getDb().runSummary.count({ where })).toBe(3)
    await ingest(test.key, [down({ id: 'next' })])
    expect(await listed()).toMatchObject([{ title: 'next needs a person', runs: 1 }])
  })

  it('cannot be decided on when another run joined after the evidence was read', async () => {
    await ingest(test.key, [down()])
    const reviewer = await test.as('reviewer')
    const [gate] = await listed()
    const { evidenceDigest } = await see(reviewer, gate?.id ?? '')
    await ingest(test.key, [down()])
    const late = decideGate.run(reviewer, {
      gateId: gate?.id ?? '',
      verdict: 'approved',
      evidenceDigest,
      reason: 'Fine.',
    })
    await expect(late).rejects.toMatchObject({ code: 'stale_evidence' })
  })

  it('link to their gate, which a review request returns', async () => {
    await ingest(test.key, [down({ id: 'first' })])
    const [runId = ''] = (await ingest(test.key, [down({ id: 'second' })])).values()
    const [gate] = await listed()
    const { gates } = await getRun.run(test.key, { runId })
    expect(gates.map(({ id }) => id)).toEqual([gate?.id])
    const asked = await requestReview.run(test.key, { runId, question: 'What now?' })
    expect([asked.opened, asked.gate.id]).toEqual([false, gate?.id])
  })

  it('open one gate when they arrive concurrently, and all join it', async () => {
    await Promise.all(Array.from({ length: 12 }, () => ingest(test.key, [down(), down()])))
    expect(await listed()).toMatchObject([{ runs: 24 }])
    expect(await askedAbout()).toEqual(Array(24).fill(1))
  })

  it('each get exactly one gate when they arrive while a gate is closing', async () => {
    const later = new Date(Date.now() + 100 * 3_600_000)
    for (let round = 0; round < 5; round++) {
      await ingest(test.key, [down()])
      const gates = await listed()
      await Promise.all([
        ...gates.map(({ id }) => timeOutGate(getDb(), { projectId: test.project.id, id: id }, later)),
        ...Array.from({ length: 6 }, () => ingest(test.key, [down()])),
      ])
    }
    const asked = await askedAbout()
    expect(asked).toEqual(Array(35).fill(1))
    const closed = await getDb().gate.findMany({ where: { projectId: test.project.id, state: 'timed_out' } })
    for (const { id, evidence } of closed) {
      const joined = await getDb().gateRun.count({ where: { projectId: test.project.id, gateId: id } })
      expect(evidence).toMatchObject({ current: { n: 1 + joined } })
    }
  })
})

it('a run that fails alike while its gate is decided waits for it, or it for the run, without a deadlock', async () => {
  await ingest(test.key, [down()])
  const [gate] = await listed()
  const reviewer = await test.as('reviewer')
  const gateId = gate?.id ?? ''
  const { evidenceDigest } = await see(reviewer, gateId)
  const { db, transactions } = countingDb()
  let both: Promise<unknown> = Promise.resolve()
  await inTransaction({ db: getDb() }, async (tx) => {
    // The run that arrives stops at its counts, before it asks for a gate.
    await tx.$queryRaw`SELECT 1 FROM rollup_project_hour WHERE project_id = ${test.project.id}::uuid FOR UPDATE`
    const arriving = ingest({ ...test.key, db }, [down()])
    await untilLockIsWaitedFor(tx)
    const vote = { gateId, verdict: 'rejected', reason: 'Down.', evidenceDigest } as const
    const deciding = decideGate.run({ ...reviewer, db }, vote).catch((error) => error.code)
    await untilLockIsWaitedFor(tx, 2)
    both = Promise.all([arriving, deciding])
  })
  await both
  expect(transactions()).toBe(2)
  expect(await askedAbout()).toEqual([1, 1])
})

describe('runs that do not fail alike', () => {
  it.each<[string, RunBody[]]>([
    ['two causes', [down(), failed('connect ECONNREFUSED 10.0.0.1:80')]],
    ['two versions', [down(), down({ version: '1.1.0' })]],
    ['two chains', [down(), down({ chain: 'letters' })]],
    [
      'completed runs that break their contract',
      [1, 2].map(() =>
        runBody({
          output: { wrong: true },
          contract: { schema: { type: 'string' }, requiredOutputs: ['answer'] },
          tokens: { input: 990, output: 10 },
        }),
      ),
    ],
  ])('get separate gates: %s', async (_words, bodies) => {
    await ingest(test.key, bodies)
    expect(await listed()).toMatchObject(bodies.map(() => ({ runs: 1 })))
  })
})
