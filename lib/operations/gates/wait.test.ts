import { beforeEach, describe, expect, it } from 'vitest'
import { makeProject } from '../testing/factories'
import { makeRegressedChain, type RegressedChain, see } from '../testing/regressed-chain'
import { decideGate } from './act'
import { timeOutGate } from './deadline'
import { waitForGate } from './get'

let chain: RegressedChain
beforeEach(async () => {
  chain = await makeRegressedChain()
})

const wait = (timeoutSeconds: number, ctx = chain.key) => waitForGate.run(ctx, { gateId: chain.gateId, timeoutSeconds })

describe('waiting for a gate', () => {
  it('returns the state immediately with a timeout of 0', async () => {
    expect(await wait(0)).toMatchObject({ state: 'pending', decided: false, gate: { id: chain.gateId } })
  })

  it('returns pending when the timeout ends', async () => {
    expect(await wait(1)).toMatchObject({ state: 'pending', askAgainInSeconds: expect.any(Number) })
  })

  it('ends for all callers as soon as a person decides', async () => {
    const { evidenceDigest } = await see(chain.reviewer, chain.gateId)
    const waiting = [wait(40), wait(40)]
    await decideGate.run(chain.reviewer, {
      gateId: chain.gateId,
      verdict: 'rejected',
      reason: 'Worse.',
      evidenceDigest,
    })
    for (const answer of await Promise.all(waiting))
      expect(answer).toMatchObject({
        state: 'rejected',
        decided: true,
        askAgainInSeconds: null,
        gate: { reason: 'Worse.' },
      })
  })

  it('ends when the deadline passes, without an approval', async () => {
    const waiting = wait(40)
    const { gate } = await see(chain.reviewer, chain.gateId)
    const late = new Date(Date.parse(gate.deadlineAt) + 1000)
    await timeOutGate(chain.key.db, { projectId: chain.project.id, id: chain.gateId }, late)
    expect(await waiting).toMatchObject({ state: 'timed_out', decided: true })
  })

  it('ends when the caller disconnects', async () => {
    const gone = new AbortController()
    const waiting = wait(40, { ...chain.key, signal: gone.signal })
    gone.abort()
    expect(await waiting).toMatchObject({ state: 'pending' })
  })

  it('finds no gate of another project', async () => {
    const other = await makeProject()
    await expect(wait(40, other.key)).rejects.toMatchObject({ code: 'not_found' })
  })
})
