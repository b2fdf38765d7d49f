import fc from 'fast-check'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { Context, ProjectContext } from '../context'
import { deleteRuns } from '../erasure/delete-runs'
import { reviewRun } from '../reviews/review'
import { ingest, runBody } from '../testing/factories'
import { badRuns, makeRegressedChain, type RegressedChain, see } from '../testing/regressed-chain'
import { decideGate, undoGate } from './act'
import { processGateDeadlines, timeOutDueGates, timeOutGate } from './deadline'
import { openGate } from './open'

const HOUR_MS = 3_600_000
const later = (hours: number) => new Date(Date.now() + hours * HOUR_MS)
const at = (ctx: Context, now: Date): Context => ({ ...ctx, now: () => now })

async function askAboutRun(key: ProjectContext) {
  const runId = [...(await ingest(key, [runBody({ chain: 'others' })])).values()][0] ?? ''
  return { runId, ...(await openGate.run(key, { runId, question: 'Is it good?' })) }
}

async function approve(chain: RegressedChain, now = new Date(), gateId = chain.gateId) {
  const { evidenceDigest } = await see(chain.reviewer, gateId)
  return decideGate.run(at(chain.reviewer, now), { gateId, verdict: 'approved', evidenceDigest, reason: 'seen' })
}

describe('a deadline', () => {
  it('halts the version, makes the prior one serve, and gives no run a signal', async () => {
    const chain = await makeRegressedChain()
    const gate = { projectId: chain.project.id, id: chain.gateId }
    expect(await timeOutGate(chain.key.db, gate, later(23))).toBe(false)
    expect(await timeOutGate(chain.key.db, gate, later(25))).toBe(true)
    expect(await timeOutGate(chain.key.db, gate, later(26))).toBe(false)
    const detail = await see(chain.reviewer, chain.gateId)
    expect(detail.gate).toMatchObject({ state: 'timed_out', decidedBy: null })
    expect(detail.effect).toEqual({ servedVersion: '1.0.0', versionState: 'halted', runs: [] })
    expect(detail.history).toMatchObject([{ kind: 'gate_timed_out', by: { id: null, name: 'Deadline' } }])
    expect(detail.evidence.verdict).toBe('regression')
    expect(await chain.key.db.signal.count({ where: { projectId: chain.project.id, evaluator: 'human' } })).toBe(0)
  })

  it('refuses a late decision and times the gate out immediately, without waiting for its job', async () => {
    const chain = await makeRegressedChain()
    await expect(approve(chain, later(24.001))).rejects.toMatchObject({ code: 'deadline_passed' })
    expect((await see(chain.reviewer, chain.gateId)).gate.state).toBe('timed_out')
    await expect(approve(chain, later(24.002))).rejects.toMatchObject({ code: 'deadline_passed' })
  })

  it('is enforced by the sweep when the job was lost', async () => {
    const chain = await makeRegressedChain()
    await chain.key.db.$executeRaw`DELETE FROM pgboss.job WHERE data->>'id' = ${chain.gateId}`
    await timeOutDueGates(chain.key.db, new Date())
    expect((await see(chain.reviewer, chain.gateId)).gate.state).toBe('pending')
    await timeOutDueGates(chain.key.db, later(25))
    expect((await see(chain.reviewer, chain.gateId)).gate.state).toBe('timed_out')
  })

  it('is no failing work when its gate was deleted with its run, or its project removed', async () => {
    const { key, project, as } = await makeRegressedChain()
    const { gate, runId } = await askAboutRun(key)
    await deleteRuns.run(await as('admin'), { runIds: [runId] })
    const jobs = [project.id, uuid()].map((projectId) => ({ projectId, id: gate.id }))
    await processGateDeadlines(key.db, jobs, later(25))
    expect(await key.db.failingWork.count({ where: { item: gate.id } })).toBe(0)
  })

  it('and a concurrent decision leave exactly one outcome', async () => {
    const chain = await makeRegressedChain()
    const { gate } = await see(chain.reviewer, chain.gateId)
    const deadline = new Date(gate.deadlineAt)
    const justBefore = new Date(deadline.getTime() - 1)
    await Promise.allSettled([
      approve(chain, justBefore),
      timeOutGate(chain.key.db, { projectId: chain.project.id, id: chain.gateId }, deadline),
      approve(chain, justBefore),
    ])
    expect(await chain.key.db.decision.count({ where: { projectId: chain.project.id } })).toBe(1)
  })

  it('cannot be undone; a new gate can be opened and approved', async () => {
    const chain = await makeRegressedChain()
    await timeOutDueGates(chain.key.db, later(25))
    await expect(undoGate.run(chain.reviewer, { gateId: chain.gateId, reason: 'late' })).rejects.toMatchObject({
      code: 'conflict',
    })
    const { gate } = await openGate.run(chain.key, { chain: 'answers', version: '1.0.1', question: 'Look again?' })
    const detail = await approve(chain, new Date(), gate.id)
    expect(detail.effect).toMatchObject({ servedVersion: '1.0.1', versionState: 'live' })
    expect((await see(chain.reviewer, chain.gateId)).gate.state).toBe('timed_out')
  })

  it('never leads to an approval, in any sequence of actions', async () => {
    const acts = fc.constantFrom('approve', 'reject', 'undo', 'time out', 'sweep', 'more runs', 'review')
    await fc.assert(
      fc.asyncProperty(fc.array(acts, { minLength: 1, maxLength: 8 }), async (sequence) => {
        const chain = await makeRegressedChain()
        let wasTimedOut = false
        for (const act of sequence) {
          await perform(chain, act).catch(() => {})
          const { gate } = await see(chain.reviewer, chain.gateId)
          if (wasTimedOut) expect(gate.state).toBe('timed_out')
          wasTimedOut ||= gate.state === 'timed_out'
        }
        const { gate } = await see(chain.reviewer, chain.gateId)
        const decidedByPerson = await chain.key.db.decision.count({
          where: { projectId: chain.project.id, kind: 'gate_approved', userId: { not: null } },
        })
        expect(decidedByPerson).toBe(gate.state === 'approved' ? 1 : 0)
      }),
      { numRuns: 12 },
    )
  })
})

async function perform(chain: RegressedChain, act: string): Promise<unknown> {
  const gate = { projectId: chain.project.id, id: chain.gateId }
  const [runId = ''] = chain.runIds
  if (act === 'approve') return approve(chain)
  if (act === 'reject') {
    const { evidenceDigest } = await see(chain.reviewer, chain.gateId)
    return decideGate.run(chain.reviewer, { gateId: chain.gateId, verdict: 'rejected', evidenceDigest, reason: 'no' })
  }
  if (act === 'undo') return undoGate.run(chain.reviewer, { gateId: chain.gateId, reason: 'no' })
  if (act === 'time out') return timeOutGate(chain.key.db, gate, later(25))
  if (act === 'sweep') return timeOutDueGates(chain.key.db, new Date())
  if (act === 'review') return reviewRun.run(chain.reviewer, { runId, verdict: 'approve' })
  return ingest(chain.key, badRuns(1))
}
