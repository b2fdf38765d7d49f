import { expect, it } from 'vitest'
import { publishVersion } from '../chains/publish'
import { decideGate } from '../gates/act'
import { openGate } from '../gates/open'
import { makeProject } from '../testing/factories'
import { untilLockIsWaitedFor } from '../testing/lock-waits'
import { at, publishTried, scenarios, trialsOf } from '../testing/published-trials'
import { see } from '../testing/regressed-chain'
import { lockChain } from '../versions/store'
import { addTrials } from './queue'

async function publish() {
  const test = await makeProject()
  await publishTried(test, null, { dryRuns: 0 })
  return test
}

it('additional trials continue with the next scenarios', async () => {
  const test = await publish()
  expect(await addTrials.run(test.key, { ...at, count: 2 })).toEqual({ added: 2 })
  const { trials, live } = await trialsOf(test)
  expect(live.queued).toBe(5)
  expect(trials.map(({ scenario }) => scenario)).toEqual(['one', 'two', 'one', 'two', 'one'])
})

it('additional trials are refused for a version without an executor', async () => {
  const test = await makeProject()
  await publishVersion.run(test.key, { ...at, scenarios })
  await expect(addTrials.run(test.key, { ...at, count: 1 })).rejects.toMatchObject({ code: 'conflict' })
  await expect(addTrials.run(test.key, { ...at, version: '3.0.0', count: 1 })).rejects.toMatchObject({
    code: 'not_found',
  })
})

it('additional trials leave a pending gate pending', async () => {
  const test = await publish()
  const { gate } = await openGate.run(test.key, { ...at, question: 'Good?' })
  await addTrials.run(test.key, { ...at, count: 1 })
  expect((await see(test.key, gate.id)).gate.state).toBe('pending')
})

it('additional trials are refused for a version that was rolled back', async () => {
  const test = await publish()
  const reviewer = await test.as('reviewer')
  const { gate } = await openGate.run(test.key, { ...at, question: 'Good?' })
  const { evidenceDigest } = await see(reviewer, gate.id)
  await decideGate.run(reviewer, { gateId: gate.id, verdict: 'rejected', evidenceDigest, reason: 'No.' })
  const more = addTrials.run(test.key, { ...at, count: 1 })
  await expect(more).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('taken back') })
})

it('additional trials are refused for a version that is rolled back at the same moment', async () => {
  const test = await publish()
  const { db, project } = test.key
  const { chainId, id } = await db.chainVersion.findFirstOrThrow({ where: { projectId: project.id } })
  const adding = await db.$transaction(async (tx) => {
    await lockChain(tx, project.id, chainId)
    await tx.chainVersion.update({
      where: { projectId_id: { projectId: project.id, id } },
      data: { state: 'rolled_back' },
    })
    const [more] = [addTrials.run(test.key, { ...at, count: 1 }).catch((error: unknown) => error)]
    await untilLockIsWaitedFor(tx)
    return { more }
  })
  expect(await adding.more).toMatchObject({ code: 'conflict' })
})
