import { describe, expect, it } from 'vitest'
import { makeRegressedChain, type RegressedChain, see } from '../testing/regressed-chain'
import { decideGate } from './act'
import { processDueGates } from './deadline'

const later = (hours: number) => new Date(Date.now() + hours * 3_600_000)

const stateOf = async ({ key, project, gateId }: RegressedChain) =>
  (await key.db.gate.findUniqueOrThrow({ where: { projectId_id: { projectId: project.id, id: gateId } } })).state

const versionState = async ({ key, project }: RegressedChain) =>
  (await key.db.chainVersion.findFirstOrThrow({ where: { projectId: project.id, version: '1.0.1' } })).state

const change = ({ key, project, gateId }: RegressedChain, data: Parameters<typeof key.db.gate.update>[0]['data']) =>
  key.db.gate.update({ where: { projectId_id: { projectId: project.id, id: gateId } }, data })

describe('a deadline', () => {
  it('takes effect even if the evidence cannot be read', async () => {
    const [broken, fine] = [await makeRegressedChain(), await makeRegressedChain()]
    await change(broken, { evidence: { verdict: 7 } })
    await processDueGates(broken.key.db, later(25))
    expect([await stateOf(broken), await stateOf(fine)]).toEqual(['timed_out', 'timed_out'])
    expect([await versionState(broken), await versionState(fine)]).toEqual(['halted', 'halted'])
  })

  it('halts the version when its evidence cannot be computed, and notes that', async () => {
    const chain = await makeRegressedChain()
    // A profile that no version of this program defines.
    await chain.key.db.chain.updateMany({ where: { projectId: chain.project.id }, data: { profile: 'unheard-of' } })
    await processDueGates(chain.key.db, later(25))
    expect(await stateOf(chain)).toBe('timed_out')
    const detail = await see(chain.reviewer, chain.gateId)
    expect(detail.effect).toMatchObject({ versionState: 'halted', servedVersion: '1.0.0' })
    expect(detail.evidence).toMatchObject({ verdict: null, current: { mean: null } })
    expect(detail.evidence.notes).toContainEqual(expect.stringContaining('could not be read'))
  })

  it('takes effect although another gate cannot be timed out', async () => {
    const [broken, fine] = [await makeRegressedChain(), await makeRegressedChain()]
    await change(broken, { kind: 'unheard-of', deadlineAt: new Date(0) })
    await processDueGates(broken.key.db, later(25))
    expect([await stateOf(broken), await stateOf(fine)]).toEqual(['pending', 'timed_out'])
    await change(broken, { kind: 'manual' })
    await processDueGates(broken.key.db, later(26))
    expect(await stateOf(broken)).toBe('timed_out')
  })

  it('refuses a late vote even if the evidence cannot be computed', async () => {
    const chain = await makeRegressedChain()
    const { evidenceDigest } = await see(chain.reviewer, chain.gateId)
    await chain.key.db.chain.updateMany({ where: { projectId: chain.project.id }, data: { profile: 'unheard-of' } })
    const late = { ...chain.reviewer, now: () => later(25) }
    const vote = { gateId: chain.gateId, verdict: 'approved', evidenceDigest, reason: 'seen' } as const
    await expect(decideGate.run(late, vote)).rejects.toMatchObject({ code: 'deadline_passed' })
    expect(await stateOf(chain)).toBe('timed_out')
  })
})
