import { expect, it } from 'vitest'
import { publishVersion } from '../chains/publish'
import { decideGate } from '../gates/act'
import { openGate } from '../gates/open'
import { makeProject } from '../testing/factories'
import { at, publishTried, scenarios, trialsOf } from '../testing/published-trials'
import { see } from '../testing/regressed-chain'
import { addTrials } from './queue'

async function publish() {
  const test = await makeProject()
  await publishTried(test, null, { dryRuns: 0 })
  return test
}

it('more trials go on with the scenarios where the last ones stopped', async () => {
  const test = await publish()
  expect(await addTrials.run(test.key, { ...at, count: 2 })).toEqual({ added: 2 })
  const { trials, live } = await trialsOf(test)
  expect(live.queued).toBe(5)
  expect(trials.map(({ scenario }) => scenario)).toEqual(['one', 'two', 'one', 'two', 'one'])
})

it('more trials are refused where nobody would run them', async () => {
  const test = await makeProject()
  await publishVersion.run(test.key, { ...at, scenarios })
  await expect(addTrials.run(test.key, { ...at, count: 1 })).rejects.toMatchObject({ code: 'conflict' })
  await expect(addTrials.run(test.key, { ...at, version: '3.0.0', count: 1 })).rejects.toMatchObject({
    code: 'not_found',
  })
})

it('more trials decide nothing: a pending gate stays pending', async () => {
  const test = await publish()
  const { gate } = await openGate.run(test.key, { ...at, question: 'Good?' })
  await addTrials.run(test.key, { ...at, count: 1 })
  expect((await see(test.key, gate.id)).gate.state).toBe('pending')
})

it('more trials are refused of a version that was taken back', async () => {
  const test = await publish()
  const reviewer = await test.as('reviewer')
  const { gate } = await openGate.run(test.key, { ...at, question: 'Good?' })
  const { evidenceDigest } = await see(reviewer, gate.id)
  await decideGate.run(reviewer, { gateId: gate.id, verdict: 'rejected', evidenceDigest, reason: 'No.' })
  const more = addTrials.run(test.key, { ...at, count: 1 })
  await expect(more).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('taken back') })
})
