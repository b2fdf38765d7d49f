import { describe, expect, it } from 'vitest'
import { updateChain } from '../chains/update'
import { ingest, makeProject, runBody } from '../testing/factories'
import { badRuns, goodRuns, makeRegressedChain, type RegressedChain, see } from '../testing/regressed-chain'
import { decideGate, undoGate } from './act'
import { openGate } from './open'

async function decide(chain: RegressedChain, verdict: 'approved' | 'rejected', gateId = chain.gateId) {
  const { evidenceDigest } = await see(chain.reviewer, gateId)
  return decideGate.run(chain.reviewer, { gateId, verdict, evidenceDigest, reason: 'looked at them' })
}

const summaries = (chain: RegressedChain) =>
  chain.key.db.runSummary.findMany({
    where: { projectId: chain.project.id },
    orderBy: { id: 'asc' },
    omit: { revision: true },
  })

const rollups = async (chain: RegressedChain) => {
  const rows = await chain.key.db.rollupHour.findMany({
    where: { projectId: chain.project.id },
    orderBy: [{ versionId: 'asc' }, { hour: 'asc' }],
  })
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => [key, typeof value === 'number' ? Number(value.toFixed(9)) : value]),
    ),
  )
}

describe('undoGate', () => {
  it.each(['approved', 'rejected'] as const)(
    'restores exactly the automated result of a gate that was %s',
    async (verdict) => {
      const chain = await makeRegressedChain()
      const before = { summaries: await summaries(chain), rollups: await rollups(chain) }
      const decided = await decide(chain, verdict)
      expect(await summaries(chain)).not.toEqual(before.summaries)
      const detail = await undoGate.run(chain.reviewer, { gateId: chain.gateId, reason: 'wrong gate' })
      expect({ summaries: await summaries(chain), rollups: await rollups(chain) }).toEqual(before)
      expect(detail.gate).toMatchObject({ state: verdict, undone: true })
      expect(detail.effect).toEqual(decided.effect)
      expect(detail.undoEffect).toMatchObject({ servedVersion: '1.0.1', versionState: 'live' })
      expect(detail.undoEffect?.runs).toHaveLength(3)
      expect(detail.history.map((item) => [item.kind, item.undone])).toEqual([
        [`gate_${verdict}`, true],
        ['gate_undone', false],
      ])
    },
  )

  it.each(['approved', 'rejected'] as const)(
    'asks again about the worse version that serves once it is no longer %s, as was said before',
    async (verdict) => {
      const chain = await makeRegressedChain()
      const { evidenceDigest, undoConsequence: none } = await see(chain.reviewer, chain.gateId)
      expect(none).toBeNull()
      await decideGate.run(chain.reviewer, { gateId: chain.gateId, verdict, evidenceDigest, reason: 'looked' })
      expect((await see(chain.reviewer, chain.gateId)).undoConsequence).toBe(
        `1.0.1 ${verdict === 'approved' ? 'still serves' : 'serves again'}. A new gate opens: “Is answers 1.0.1 worse than 1.0.0?”`,
      )
      const detail = await undoGate.run(chain.reviewer, { gateId: chain.gateId, reason: 'wrong gate' })
      expect(detail).toMatchObject({ serves: '1.0.1', undoConsequence: null })
      const asked = detail.askedAgain?.gateId ?? ''
      expect((await see(chain.reviewer, asked)).gate).toMatchObject({ state: 'pending', kind: 'regression' })
      await decide(chain, 'rejected', asked)
      expect(await see(chain.reviewer, chain.gateId)).toMatchObject({ serves: '1.0.0', askedAgain: null })
    },
  )

  it('opens no gate where an earlier approval of the version stands', async () => {
    const chain = await makeRegressedChain()
    await decide(chain, 'approved')
    const { gate } = await openGate.run(chain.key, { chain: 'answers', version: '1.0.1', question: 'Still?' })
    await decide(chain, 'rejected', gate.id)
    expect((await see(chain.reviewer, gate.id)).undoConsequence).toBe('1.0.1 serves again. No gate waits for it then.')
    expect(await undoGate.run(chain.reviewer, { gateId: gate.id, reason: 'rash' })).toMatchObject({
      serves: '1.0.1',
      askedAgain: null,
    })
  })

  it("works once, and only on a person's decision", async () => {
    const chain = await makeRegressedChain()
    const undo = () => undoGate.run(chain.reviewer, { gateId: chain.gateId, reason: 'wrong' })
    await expect(undo()).rejects.toMatchObject({ code: 'conflict' })
    await decide(chain, 'approved')
    const results = await Promise.allSettled([undo(), undo(), undo()])
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    expect(results.find((result) => result.status === 'rejected')?.reason).toMatchObject({ code: 'conflict' })
    expect(await chain.key.db.signal.count({ where: { projectId: chain.project.id, retracts: { not: null } } })).toBe(3)
  })

  it('is refused while a later decision depends on it, and works once that one is undone', async () => {
    const chain = await makeRegressedChain()
    await decide(chain, 'rejected')
    const { gate } = await openGate.run(chain.key, { chain: 'answers', version: '1.0.1', question: 'Again?' })
    await decide(chain, 'rejected', gate.id)
    const undo = (gateId: string) => undoGate.run(chain.reviewer, { gateId, reason: 'rash' })
    await expect(undo(chain.gateId)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('later'),
    })
    expect((await see(chain.reviewer, chain.gateId)).mayUndo.why).toContain('Keep answers 1.0.1?')
    await undo(gate.id)
    expect((await undo(chain.gateId)).undoEffect).toMatchObject({ versionState: 'live', servedVersion: '1.0.1' })
  })

  it('is refused once a newer version was published', async () => {
    const chain = await makeRegressedChain()
    await decide(chain, 'rejected')
    await ingest(chain.key, [runBody({ version: '1.0.2' })])
    await expect(undoGate.run(chain.reviewer, { gateId: chain.gateId, reason: 'rash' })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('1.0.2 was published'),
    })
    expect((await see(chain.reviewer, chain.gateId)).gate.undone).toBe(false)
  })

  it('leaves runs that arrived after the decision unchanged', async () => {
    const chain = await makeRegressedChain()
    await decide(chain, 'approved')
    const later = [...(await ingest(chain.key, [...badRuns(2), ...goodRuns(1)])).values()]
    const where = { projectId: chain.project.id, id: { in: later } }
    const summaries = () => chain.key.db.runSummary.findMany({ where, orderBy: { id: 'asc' } })
    const before = await summaries()
    expect(before).toHaveLength(3)
    await undoGate.run(chain.reviewer, { gateId: chain.gateId, reason: 'wrong' })
    expect(await summaries()).toEqual(before)
  })
})

describe('what taking a decision back would do on a chain decided by its confidence', () => {
  /** Three runs of each version; the higher one is worse by its evaluators, or only by the gate's rejection. */
  async function makeAsked(peers: readonly [number, number]) {
    const test = await makeProject()
    const seen = (version: string, peer: number) => [0, 1, 2].map(() => runBody({ version, signals: { peer } }))
    await ingest(test.key, seen('1.0.0', peers[0]))
    const admin = await test.as('admin')
    await updateChain.run(admin, { chain: 'answers', profile: 'confidence' })
    await ingest(test.key, [...seen('1.0.0', peers[0]), ...seen('1.0.1', peers[1])])
    const reviewer = await test.as('reviewer')
    const asked = await test.key.db.gate.findFirst({ where: { projectId: test.project.id, state: 'pending' } })
    const gateId =
      asked?.id ?? (await openGate.run(reviewer, { chain: 'answers', version: '1.0.1', question: 'Keep it?' })).gate.id
    return { test, reviewer, gateId }
  }

  it.each([
    [
      'worse',
      [0.9, 0.6],
      'approved',
      '1.0.1 still serves. A new gate opens: “Is answers 1.0.1 worse than 1.0.0?”',
      '1.0.1',
    ],
    ['not worse', [0.9, 0.9], 'rejected', '1.0.1 serves again. No gate waits for it then.', null],
  ] as const)(
    'is what it then does, for a version that its evaluators find %s',
    async (_, peers, verdict, said, again) => {
      const { test, reviewer, gateId } = await makeAsked(peers)
      const { evidenceDigest } = await see(reviewer, gateId)
      await decideGate.run(reviewer, { gateId, verdict, evidenceDigest, reason: 'looked' })
      expect((await see(reviewer, gateId)).undoConsequence).toBe(said)
      const { serves } = await undoGate.run(reviewer, { gateId, reason: 'wrong gate' })
      expect(serves).toBe('1.0.1')
      const pending = await test.key.db.gate.findMany({ where: { projectId: test.project.id, state: 'pending' } })
      expect(pending.map(({ title }) => title)).toEqual(again === null ? [] : ['Is answers 1.0.1 worse than 1.0.0?'])
    },
  )
})
