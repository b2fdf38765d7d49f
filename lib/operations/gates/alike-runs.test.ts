import { beforeEach, describe, expect, it } from 'vitest'
import type { RunBody } from '@/lib/contracts/run-input'
import { getDb } from '@/lib/db/client'
import { listNotifications } from '../notifications/list'
import { getRun } from '../run-detail/get'
import { makeProject, runBody, type TestProject, takeIn } from '../testing/factories'
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

/** Every escalated run, by how many gates asked about it. */
async function askedAbout(): Promise<number[]> {
  const where = { projectId: test.project.id }
  const runs = await getDb().runSummary.findMany({ where: { ...where, kind: 'live' } })
  const own = await getDb().gate.findMany({ where: { ...where, kind: 'escalation' } })
  const joined = await getDb().gateRun.findMany({ where })
  return runs.map(({ id }) => [...own, ...joined].filter(({ runId }) => runId === id).length)
}

describe('runs of one version that fail alike', () => {
  it('wait in one gate, which counts on and shows all of them', async () => {
    const ids = await takeIn(test.key, [down({ id: 'first' }), down(), down()])
    const reviewer = await test.as('reviewer')
    const [gate] = await listed()
    expect(gate).toMatchObject({ kind: 'escalation', runs: 3 })
    const before = await see(reviewer, gate?.id ?? '')
    const later = await takeIn(test.key, [down({ id: 'later' })])
    expect(await listed()).toMatchObject([{ id: gate?.id, runs: 4 }])
    const after = await see(reviewer, gate?.id ?? '')
    expect(after.evidence.current.n).toBe(4)
    expect(new Set(after.evidence.current.dots.map(({ runId }) => runId))).toEqual(
      new Set([...ids.values(), ...later.values()]),
    )
    expect(after.evidence.notes).toContainEqual(expect.stringContaining('3 more runs of this version failed'))
    expect(after.consequences.reject).toContain('these 4 runs stay refused')
    expect(after.evidenceDigest).not.toBe(before.evidenceDigest)
  })

  it('are told of once, and the notice counts on', async () => {
    const reviewer = await test.as('reviewer')
    await takeIn(test.key, [down({ id: 'first' })])
    for (let more = 0; more < 5; more++) await takeIn(test.key, [down()])
    const { notifications } = await listNotifications.run(reviewer, {})
    expect(notifications.map(({ text }) => text)).toEqual([
      'A gate waits for you: first needs a person, and 5 more runs',
    ])
  })

  it('are decided on together, each with the verdict as its signal; the next one is asked about anew', async () => {
    const ids = await takeIn(test.key, [down(), down(), down()])
    const reviewer = await test.as('reviewer')
    const [gate] = await listed()
    const { evidenceDigest } = await see(reviewer, gate?.id ?? '')
    const verdict = { gateId: gate?.id ?? '', verdict: 'rejected', evidenceDigest, reason: 'It is down.' } as const
    const { effect } = await decideGate.run(reviewer, verdict)
    expect(new Set(effect?.runs.map(({ runId }) => runId))).toEqual(new Set(ids.values()))
    const where = { projectId: test.project.id, human: 0, humanOrigin: 'gate' }
    expect(await getDb().runSummary.count({ where })).toBe(3)
    await takeIn(test.key, [down({ id: 'next' })])
    expect(await listed()).toMatchObject([{ title: 'next needs a person', runs: 1 }])
  })

  it('are no reason to approve what was not seen: a decision on fewer of them is refused', async () => {
    await takeIn(test.key, [down()])
    const reviewer = await test.as('reviewer')
    const [gate] = await listed()
    const { evidenceDigest } = await see(reviewer, gate?.id ?? '')
    await takeIn(test.key, [down()])
    const late = decideGate.run(reviewer, {
      gateId: gate?.id ?? '',
      verdict: 'approved',
      evidenceDigest,
      reason: 'Fine.',
    })
    await expect(late).rejects.toMatchObject({ code: 'stale_evidence' })
  })

  it('find their gate on their own page, and a review that is asked for is that gate', async () => {
    await takeIn(test.key, [down({ id: 'first' })])
    const [runId = ''] = (await takeIn(test.key, [down({ id: 'second' })])).values()
    const [gate] = await listed()
    const { gates } = await getRun.run(test.key, { runId })
    expect(gates.map(({ id }) => id)).toEqual([gate?.id])
    const asked = await requestReview.run(test.key, { runId, question: 'What now?' })
    expect([asked.opened, asked.gate.id]).toEqual([false, gate?.id])
  })

  it('arriving at the same instant make one gate, and each is in it', async () => {
    await Promise.all(Array.from({ length: 12 }, () => takeIn(test.key, [down(), down()])))
    expect(await listed()).toMatchObject([{ runs: 24 }])
    expect(await askedAbout()).toEqual(Array(24).fill(1))
  })

  it('arriving while the gate is closed are each asked about, in it or in the next', async () => {
    const later = new Date(Date.now() + 100 * 3_600_000)
    for (let round = 0; round < 5; round++) {
      await takeIn(test.key, [down()])
      const gates = await listed()
      await Promise.all([
        ...gates.map(({ id }) => timeOutGate(getDb(), { projectId: test.project.id, id: id }, later)),
        ...Array.from({ length: 6 }, () => takeIn(test.key, [down()])),
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

describe('runs that do not fail alike', () => {
  it.each<[string, RunBody[]]>([
    ['of two causes', [down(), failed('connect ECONNREFUSED 10.0.0.1:80')]],
    ['of two versions', [down(), down({ version: '1.1.0' })]],
    ['of two chains', [down(), down({ chain: 'letters' })]],
    [
      'that end and break what they promised, each in its own way',
      [1, 2].map(() =>
        runBody({
          output: { wrong: true },
          contract: { schema: { type: 'string' }, requiredOutputs: ['answer'] },
          tokens: { input: 990, output: 10 },
        }),
      ),
    ],
  ])('%s have gates of their own', async (_words, bodies) => {
    await takeIn(test.key, bodies)
    expect(await listed()).toMatchObject(bodies.map(() => ({ runs: 1 })))
  })
})
