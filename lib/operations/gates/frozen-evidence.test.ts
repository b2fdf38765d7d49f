import { expect, it } from 'vitest'
import { makeRegressedChain, see } from '../testing/regressed-chain'
import { timeOutGate } from './deadline'

const later = (hours: number) => new Date(Date.now() + hours * 3_600_000)

it('shows the evidence a gate was closed on, labelled with the method of that time', async () => {
  const { key, project, gateId, reviewer } = await makeRegressedChain()
  expect(await timeOutGate(key.db, { projectId: project.id, id: gateId }, later(25))).toBe(true)
  const { evidence } = await see(reviewer, gateId)
  expect(evidence.probability?.method).toBe('mixture-4')
  // As stored before the odds had a named method, and before conformance was separated.
  const probability = { drop: 0.97, exceeds: 0.61, interval: [0.24, 0.32], runsToSettle: 4 }
  await key.db.gate.update({
    where: { projectId_id: { projectId: project.id, id: gateId } },
    data: { evidence: { ...evidence, probability } },
  })
  const read = await see(reviewer, gateId)
  expect(read.evidence).toEqual({
    ...evidence,
    probability: { ...probability, method: 'shrunken-1', byConformance: false, byScenario: false },
  })
})
