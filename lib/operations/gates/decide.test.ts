import { describe, expect, it } from 'vitest'
import { effectText } from '@/lib/presentation/labels/gate-effect'
import { reviewRun } from '../reviews/review'
import { ingest, makeProject, runBody } from '../testing/factories'
import { badRuns, makeRegressedChain, see } from '../testing/regressed-chain'
import { decideGate, undoGate } from './act'

const statesOf = async (chain: { key: { db: import('@/lib/db/client').Db }; project: { id: string } }) => {
  const rows = await chain.key.db.chainVersion.findMany({ where: { projectId: chain.project.id } })
  return Object.fromEntries(rows.map((row) => [row.version, row.state]))
}

const approve = (gateId: string, evidenceDigest: string) => ({
  gateId,
  evidenceDigest,
  verdict: 'approved' as const,
  reason: 'the answers are short on purpose',
})

describe('decideGate', () => {
  it('approves: the version stays and its runs get a human signal of 1', async () => {
    const chain = await makeRegressedChain()
    const { evidenceDigest } = await see(chain.reviewer, chain.gateId)
    const detail = await decideGate.run(chain.reviewer, approve(chain.gateId, evidenceDigest))
    expect(detail.gate).toMatchObject({ state: 'approved', decidedBy: 'Rita', undone: false })
    expect(detail.effect).toMatchObject({ servedVersion: '1.0.1', versionState: 'live' })
    expect(detail.effect?.runs.map((run) => run.runId).sort()).toEqual([...chain.runIds].sort())
    const runs = await chain.key.db.runSummary.findMany({
      where: { projectId: chain.project.id, id: { in: chain.runIds } },
    })
    for (const run of runs) expect(run).toMatchObject({ human: 1, humanOrigin: 'gate', confidence: 1, coverage: 0.4 })
    expect(await statesOf(chain)).toEqual({ '1.0.0': 'live', '1.0.1': 'live' })
  })

  it('rejects: the version is rolled back, nothing is deleted, and the human signal of 0 vetoes its runs', async () => {
    const chain = await makeRegressedChain()
    const { evidenceDigest, evidence } = await see(chain.reviewer, chain.gateId)
    const input = { gateId: chain.gateId, verdict: 'rejected' as const, evidenceDigest, reason: 'answers are empty' }
    const detail = await decideGate.run(chain.reviewer, input)
    expect(detail.effect).toMatchObject({ servedVersion: '1.0.0', versionState: 'rolled_back' })
    expect(detail.evidence).toEqual(evidence)
    expect(await statesOf(chain)).toEqual({ '1.0.0': 'live', '1.0.1': 'rolled_back' })
    const runs = await chain.key.db.runSummary.findMany({
      where: { projectId: chain.project.id, id: { in: chain.runIds } },
    })
    for (const run of runs) expect(run).toMatchObject({ human: 0, humanOrigin: 'gate', confidence: 0 })
    expect(await chain.key.db.run.count({ where: { projectId: chain.project.id } })).toBe(6)
    const audited = await chain.key.db.auditEvent.findMany({
      where: { projectId: chain.project.id, subject: `gate:${chain.gateId}` },
    })
    expect(audited.map((event) => event.action)).toEqual(['gate.opened', 'gate.rejected'])
  })

  it('keeps the evidence it was decided on when more runs arrive', async () => {
    const chain = await makeRegressedChain()
    const before = await see(chain.reviewer, chain.gateId)
    await decideGate.run(chain.reviewer, approve(chain.gateId, before.evidenceDigest))
    await ingest(chain.key, badRuns(4))
    const after = await see(chain.reviewer, chain.gateId)
    expect(after.evidence).toEqual(before.evidence)
    expect(after.evidenceDigest).toBe(before.evidenceDigest)
  })

  it('lets exactly one of fifty concurrent people decide, and names them to the others', async () => {
    const chain = await makeRegressedChain()
    const { evidenceDigest } = await see(chain.reviewer, chain.gateId)
    const people = await Promise.all(
      Array.from({ length: 50 }, (_, index) => chain.as('reviewer', `Reviewer ${index}`)),
    )
    const results = await Promise.allSettled(
      people.map((person, index) =>
        decideGate.run(person, {
          gateId: chain.gateId,
          verdict: index % 2 ? 'approved' : 'rejected',
          evidenceDigest,
          reason: 'seen',
        }),
      ),
    )
    const won = results.filter((result) => result.status === 'fulfilled')
    const lost = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(won).toHaveLength(1)
    const winner = won[0]?.value.gate.decidedBy ?? 'nobody'
    for (const reason of lost)
      expect(reason).toMatchObject({ code: 'already_decided', message: expect.stringContaining(winner) })
    expect(await chain.key.db.decision.count({ where: { projectId: chain.project.id } })).toBe(1)
    expect(await chain.key.db.signal.count({ where: { projectId: chain.project.id, origin: 'gate' } })).toBe(3)
  })

  it('refuses a decision on stale evidence and changes nothing', async () => {
    const chain = await makeRegressedChain()
    const { evidenceDigest } = await see(chain.reviewer, chain.gateId)
    await ingest(chain.key, badRuns(1))
    const attempt = decideGate.run(chain.reviewer, approve(chain.gateId, evidenceDigest))
    await expect(attempt).rejects.toMatchObject({ code: 'stale_evidence' })
    const { gate, evidenceDigest: fresh } = await see(chain.reviewer, chain.gateId)
    expect(gate.state).toBe('pending')
    expect(fresh).not.toBe(evidenceDigest)
    await expect(decideGate.run(chain.reviewer, approve(chain.gateId, fresh))).resolves.toBeDefined()
  })

  it('skips a run that has its own review, and says so beforehand', async () => {
    const chain = await makeRegressedChain()
    const [reviewed = ''] = chain.runIds
    await reviewRun.run(chain.reviewer, { runId: reviewed, verdict: 'rate', rating: 0.7 })
    const { evidenceDigest, consequences } = await see(chain.reviewer, chain.gateId)
    expect(consequences?.reject).toContain(
      ' Its 3 runs: 2 count as rejected by a person, the other keeps its own review.',
    )
    const input = { gateId: chain.gateId, verdict: 'rejected' as const, evidenceDigest, reason: 'worse' }
    const { effect, consequences: left, gate } = await decideGate.run(chain.reviewer, input)
    expect(left).toBeNull()
    expect(effectText(gate, effect)).toContain(
      '2 runs were counted as rejected by a person. 1 run kept its own review.',
    )
    const run = await chain.key.db.runSummary.findUniqueOrThrow({
      where: { projectId_id: { projectId: chain.project.id, id: reviewed } },
    })
    expect(run).toMatchObject({ human: 0.7, humanOrigin: 'review' })
    expect(effect?.runs.find((item) => item.runId === reviewed)?.skipped).toContain('review of its own')
    expect(effect?.runs.filter((item) => item.skipped === null)).toHaveLength(2)
  })

  it('accepts an escalated run', async () => {
    const test = await makeProject()
    const broken = runBody({
      output: 3,
      contract: { schema: { type: 'string' }, requiredOutputs: ['answer'] },
      tokens: { input: 990, output: 10 },
    })
    const [runId = ''] = [...(await ingest(test.key, [broken])).values()]
    const { id: gateId } = await test.key.db.gate.findFirstOrThrow({
      where: { projectId: test.project.id, kind: 'escalation' },
    })
    const reviewer = await test.as('reviewer')
    const { evidenceDigest } = await see(reviewer, gateId)
    const detail = await decideGate.run(reviewer, { gateId, verdict: 'approved', evidenceDigest })
    expect(detail.effect).toMatchObject({ versionState: null, runs: [{ runId, after: 1, skipped: null }] })
    expect(detail.history[0]).toMatchObject({ before: { human: null }, after: { human: 1 } })
    const run = await test.key.db.runSummary.findUniqueOrThrow({
      where: { projectId_id: { projectId: test.project.id, id: runId } },
    })
    expect(run).toMatchObject({ human: 1, humanOrigin: 'gate', flag: null })
  })

  it('accepts the best attempt together with the escalated one', async () => {
    const test = await makeProject()
    const attempt = (number: number, peer: number) =>
      runBody({ execution: 'work-1', attempt: number, maxAttempts: 2, signals: [{ evaluator: 'peer', value: peer }] })
    const [best = '', last = ''] = [...(await ingest(test.key, [attempt(1, 0.7), attempt(2, 0.55)])).values()]
    const { id: gateId } = await test.key.db.gate.findFirstOrThrow({ where: { projectId: test.project.id } })
    const reviewer = await test.as('reviewer')
    const { evidence, evidenceDigest, consequences } = await see(reviewer, gateId)
    expect(evidence.run?.id).toBe(last)
    expect(evidence.bestAttempt).toEqual({ attempt: 1, runId: best, score: 0.7 })
    expect(consequences?.approve).toContain('Attempt 1 is accepted')
    const { effect } = await decideGate.run(reviewer, { gateId, verdict: 'approved', evidenceDigest })
    expect(new Set(effect?.runs.map((run) => run.runId))).toEqual(new Set([best, last]))
    const runs = await test.key.db.runSummary.findMany({ where: { projectId: test.project.id } })
    for (const run of runs) expect(run).toMatchObject({ human: 1, flag: null })
  })
})

describe('who may decide', () => {
  it('excludes API keys, viewers and members of other projects', async () => {
    const chain = await makeRegressedChain()
    const { evidenceDigest } = await see(chain.reviewer, chain.gateId)
    const stranger = { ...(await (await makeProject()).as('admin')), projectSlug: chain.project.slug }
    await expect(decideGate.run(chain.key, approve(chain.gateId, evidenceDigest))).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(decideGate.run(await chain.as('viewer'), approve(chain.gateId, evidenceDigest))).rejects.toMatchObject(
      { code: 'forbidden' },
    )
    await expect(decideGate.run(stranger, approve(chain.gateId, evidenceDigest))).rejects.toMatchObject({
      code: 'not_found',
    })
    expect((await see(chain.reviewer, chain.gateId)).gate.state).toBe('pending')
  })

  it('excludes the author of the version, with a reason', async () => {
    const chain = await makeRegressedChain()
    const author = await chain.as('admin')
    const authorId = author.actor.kind === 'user' ? author.actor.userId : ''
    await chain.key.db.chainVersion.updateMany({
      where: { projectId: chain.project.id, version: '1.0.1' },
      data: { authorId },
    })
    const detail = await see(author, chain.gateId)
    expect(detail.mayDecide).toMatchObject({ allowed: false, why: expect.stringContaining('published 1.0.1') })
    await expect(decideGate.run(author, approve(chain.gateId, detail.evidenceDigest))).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(decideGate.run(chain.reviewer, approve(chain.gateId, detail.evidenceDigest))).resolves.toBeDefined()
    await expect(undoGate.run(author, { gateId: chain.gateId, reason: 'mine' })).rejects.toMatchObject({
      code: 'forbidden',
    })
  })

  it('reports to each reader whether they may decide', async () => {
    const chain = await makeRegressedChain()
    expect((await see(chain.reviewer, chain.gateId)).mayDecide).toEqual({ allowed: true, why: null })
    expect((await see(await chain.as('viewer'), chain.gateId)).mayDecide.why).toContain('viewer')
    expect((await see(chain.key, chain.gateId)).mayDecide.why).toContain('never decide')
  })

  it('requires a reason for an approval against the rule', async () => {
    const chain = await makeRegressedChain()
    const { evidenceDigest } = await see(chain.reviewer, chain.gateId)
    const { reason: _, ...silent } = approve(chain.gateId, evidenceDigest)
    const attempt = decideGate.run(chain.reviewer, silent)
    await expect(attempt).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'reason' }] })
    expect((await see(chain.reviewer, chain.gateId)).gate.state).toBe('pending')
  })

  it('requires a reason for a rejection', async () => {
    const chain = await makeRegressedChain()
    const { evidenceDigest } = await see(chain.reviewer, chain.gateId)
    const attempt = decideGate.run(chain.reviewer, { gateId: chain.gateId, evidenceDigest, verdict: 'rejected' })
    await expect(attempt).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'reason' }] })
  })
})
