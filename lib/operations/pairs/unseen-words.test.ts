import { expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { decodeSpans } from '@/lib/ingest/testing/spans'
import { ingestSpans } from '../ingest/ingest-spans'
import { patchRun } from '../ingest/patch-run'
import { settleQuietRuns } from '../ingest/settle'
import { getRun } from '../run-detail/get'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { untilLockIsWaitedFor } from '../testing/lock-waits'
import { next, versions } from '../testing/pairs'
import { decidePair, undoPair } from './answer'
import { askPairs } from './ask'

const NOW = BigInt(Date.now()) * 1_000_000n
const STALE = { code: 'stale_evidence', message: expect.stringContaining('changed after you opened it') }

/** Sends a trace of one span, which replaces what its run said before. */
function send({ key }: TestProject, version: string, output: string) {
  const digit = version === versions.a ? 'a' : 'b'
  const attributes = {
    ...{ 'gen_ai.operation.name': 'invoke_agent', 'input.value': 'What is due?', 'output.value': output },
    ...{ 'veritas.chain': versions.chain, 'veritas.version': version, 'veritas.scenario': 'due' },
  }
  const span = {
    ...{ traceId: digit.repeat(32), spanId: digit.repeat(16), name: 'answers' },
    ...{ startTimeUnixNano: `${NOW - 1_000_000_000n}`, endTimeUnixNano: `${NOW}` },
    attributes: Object.entries(attributes).map(([name, value]) => ({ key: name, value: { stringValue: value } })),
  }
  return ingestSpans(key, decodeSpans([span]))
}

/** A pair of two traces, which may be sent anew. */
async function makeTracedPair() {
  const test = await makeProject()
  await send(test, versions.a, 'EUR 107')
  await send(test, versions.b, 'EUR 117')
  const ada = await test.as('reviewer', 'Ada')
  await askPairs.run(await test.as('admin', 'Rita'), versions)
  const shown = await next(ada)
  if (!shown) throw new Error('there is no pair')
  return { test, ada, shown, pairId: shown.id }
}

it('an answer on a pair of which a side was sent anew since it was shown is refused, and nothing is recorded', async () => {
  const { test, ada, shown, pairId } = await makeTracedPair()
  await send(test, versions.b, 'EUR 711')
  const answer = (evidenceDigest: string) => decidePair.run(ada, { pairId, choice: 'first', evidenceDigest })
  await expect(answer(shown.evidenceDigest)).rejects.toMatchObject(STALE)
  expect(await getDb().pairVerdict.count({ where: { projectId: test.project.id } })).toBe(0)
  const again = await next(ada)
  expect(JSON.stringify(again)).toContain('EUR 711')
  expect(await answer(again?.evidenceDigest ?? '')).toMatchObject({ choice: 'first' })
  const [event] = await getDb().auditEvent.findMany({ where: { projectId: test.project.id, action: 'pairs.decided' } })
  expect(event?.evidenceDigest).toBe(again?.evidenceDigest)
})

it('one that is sent anew while the answer waits for it refuses it too', async () => {
  const { test, ada, shown, pairId } = await makeTracedPair()
  const where = { projectId: test.project.id }
  const { refused } = await inTransaction(test.key, async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM run_summary WHERE project_id = ${test.project.id}::uuid FOR UPDATE`
    const answer = decidePair.run(ada, { pairId, choice: 'first', evidenceDigest: shown.evidenceDigest })
    const refused = expect(answer).rejects.toMatchObject(STALE)
    await untilLockIsWaitedFor(tx)
    await tx.run.updateMany({ where, data: { bodyHash: 'of other words' } })
    return { refused }
  })
  await refused
})

it('the digest is the same whichever side is shown first, so that it tells nobody which is which', async () => {
  const { test, shown } = await makeTracedPair()
  const others = await Promise.all(Array.from({ length: 8 }, () => test.as('reviewer')))
  const digests = new Set([shown.evidenceDigest])
  for (const person of others) {
    await getDb().runPair.updateMany({ where: { projectId: test.project.id }, data: { claimedUntil: new Date(0) } })
    digests.add((await next(person))?.evidenceDigest ?? '')
  }
  expect(digests.size).toBe(1)
})

it('the sides of an answered pair stay what was compared, until the answer is taken back', async () => {
  const { test, ada, pairId } = await makeTracedPair()
  const { verdictId } = await decidePair.run(ada, { pairId, choice: 'equal' })
  const outputs = async () =>
    (await Promise.all(['a', 'b'].map((digit) => getRun.run(test.key, { runId: digit.repeat(32) })))).map(
      ({ output }) => output,
    )
  for (const version of [versions.a, versions.b])
    expect(await send(test, version, 'EUR 711')).toMatchObject({
      runs: 0,
      rejected: { count: 1, message: expect.stringContaining('a person has judged') },
    })
  expect(await outputs()).toEqual(['EUR 107', 'EUR 117'])
  await undoPair.run(ada, { pairId, verdictId })
  await send(test, versions.a, 'EUR 711')
  expect(await outputs()).toEqual(['EUR 711', 'EUR 117'])
})

it('nor does a side get a late end then, if it was compared without it', async () => {
  const test = await makeProject()
  const bodies = [versions.a, versions.b].map((version) =>
    runBody({ id: `of ${version}`, version, scenario: 'due', status: 'running' }),
  )
  await ingest(test.key, bodies)
  await settleQuietRuns(getDb(), () => new Date(Date.now() + 25 * 3_600_000))
  await askPairs.run(await test.as('admin'), versions)
  const ada = await test.as('reviewer', 'Ada')
  const pairId = (await next(ada))?.id ?? ''
  const { verdictId } = await decidePair.run(ada, { pairId, choice: 'first' })
  const end = () => patchRun.run(test.key, { runId: `of ${versions.a}`, output: { answer: 'late' } })
  await expect(end()).rejects.toMatchObject({ code: 'conflict' })
  await undoPair.run(ada, { pairId, verdictId })
  expect(await end()).toMatchObject({ run: { clientId: `of ${versions.a}` } })
})
