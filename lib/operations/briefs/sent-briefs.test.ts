import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { decideGate, undoGate } from '../gates/act'
import { recordAttribution } from '../learning/attribution'
import { reviewRun, undoReview } from '../reviews/review'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { makeRegressedChain, see } from '../testing/regressed-chain'
import { sentEvents } from '../testing/sent-events'
import { createEndpoint } from '../webhooks/endpoints'
import { emitBrief } from './get'

process.env.VERITAS_ALLOW_PRIVATE_WEBHOOKS = 'true'

/** A run that failed at its step `fetch`, and that Rita rejected. */
async function rejected(test: TestProject) {
  const nodes = [{ id: 'fetch', status: 'failed' as const, error: 'connect ETIMEDOUT 10.0.0.7' }]
  const body = runBody({ status: 'failed', error: { message: 'no such order' }, nodes })
  const runId = (await ingest(test.key, [body])).get(body.id) ?? ''
  const reviewer = await test.as('reviewer', 'Rita')
  await reviewRun.run(reviewer, { runId, verdict: 'reject', reason: 'Paid without an order.' })
  return { runId, clientId: body.id, reviewer }
}

describe('brief.ready', () => {
  it('is sent for a rejection to its subscribers, within limits', async () => {
    const test = await makeProject()
    const projectId = test.project.id
    const hook = { name: 'fixer', url: 'http://127.0.0.1:9/', events: ['brief.ready' as const] }
    await createEndpoint.run(await test.as('admin'), hook)
    const jobs = () => getDb().$queryRaw<{ data: { projectId: string; kind: 'run'; id: string } }[]>`
      SELECT data FROM pgboss.job WHERE name = 'brief-ready' AND data->>'projectId' = ${projectId}`
    const { runId } = await rejected(test)
    const [job] = await jobs()
    expect(job?.data).toEqual({ projectId, kind: 'run', id: runId })
    if (job) await emitBrief(getDb(), job.data, () => new Date())
    const [message] = await sentEvents(projectId)
    expect(message?.data).toMatchObject({
      url: expect.stringContaining(`/runs/${runId}`),
      brief: { subject: { kind: 'run', id: runId }, error: 'no such order', words: [{ by: 'Rita' }] },
    })
  })

  it('is sent again once a person confirms the step at fault', async () => {
    const test = await makeProject()
    const projectId = test.project.id
    const hook = { name: 'fixer', url: 'http://127.0.0.1:9/', events: ['brief.ready' as const] }
    await createEndpoint.run(await test.as('admin'), hook)
    const jobs = () => getDb().$queryRaw<{ n: number }[]>`
      SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'brief-ready' AND data->>'projectId' = ${projectId}`
    const { runId } = await rejected(test)
    expect(await jobs()).toEqual([{ n: 1 }])
    await recordAttribution.run(await test.as('reviewer'), { runId, nodeId: 'fetch' })
    expect(await jobs()).toEqual([{ n: 2 }])
    await emitBrief(getDb(), { projectId, kind: 'run', id: runId }, () => new Date())
    const [message] = await sentEvents(projectId)
    expect(message?.data).toMatchObject({ brief: { guiltyStep: { nodeId: 'fetch', basis: 'confirmed' } } })
  })

  it('is sent for a rating that counts as a rejection', async () => {
    const test = await makeProject()
    const projectId = test.project.id
    const hook = { name: 'fixer', url: 'http://127.0.0.1:9/', events: ['brief.ready' as const] }
    await createEndpoint.run(await test.as('admin'), hook)
    const body = runBody()
    const runId = (await ingest(test.key, [body])).get(body.id) ?? ''
    await reviewRun.run(await test.as('reviewer', 'Rita'), { runId, verdict: 'rate', rating: 0 })
    const [job] = await getDb().$queryRaw<{ data: Parameters<typeof emitBrief>[1] }[]>`
      SELECT data FROM pgboss.job WHERE name = 'brief-ready' AND data->>'projectId' = ${projectId}`
    expect(job?.data).toEqual({ projectId, kind: 'run', id: runId })
  })

  it('is not built without a subscriber', async () => {
    const test = await makeProject()
    await rejected(test)
    const [{ n } = { n: 0n }] = await getDb().$queryRaw<{ n: bigint }[]>`
      SELECT count(*) AS n FROM pgboss.job WHERE name = 'brief-ready' AND data->>'projectId' = ${test.project.id}`
    expect(Number(n)).toBe(0)
  })
})

describe('brief.withdrawn', () => {
  const jobs = (projectId: string) => getDb().$queryRaw<{ data: Parameters<typeof emitBrief>[1] }[]>`
    SELECT data FROM pgboss.job WHERE name = 'brief-ready' AND data->>'projectId' = ${projectId} ORDER BY created_on, id`
  const deliver = async (projectId: string) => {
    for (const { data } of await jobs(projectId)) await emitBrief(getDb(), data, () => new Date())
    return sentEvents(projectId)
  }
  const listen = async (test: TestProject) =>
    createEndpoint.run(await test.as('admin'), {
      name: 'fixer',
      url: 'http://127.0.0.1:9/',
      events: ['brief.ready', 'brief.withdrawn'],
    })

  it('is sent when the only rejection of a run is taken back, and the brief that is outdated by then is not', async () => {
    const test = await makeProject()
    await listen(test)
    const { runId, clientId, reviewer } = await rejected(test)
    const { id: decisionId } = await getDb().decision.findFirstOrThrow({ where: { projectId: test.project.id, runId } })
    await undoReview.run(reviewer, { runId, decisionId, reason: 'It was the test order.' })
    const messages = await deliver(test.project.id)
    expect(messages.map(({ type }) => type)).toEqual(['brief.withdrawn'])
    expect(messages[0]?.data).toMatchObject({
      url: expect.stringContaining(`/runs/${runId}`),
      summary: `${clientId}: nothing to fix any more. Taken back by Rita: It was the test order.`,
      brief: { subject: { kind: 'run', id: runId }, chain: 'answers', version: '1.0.0' },
      by: 'Rita',
      reason: 'It was the test order.',
    })
  })

  it('is sent when a rejection is replaced by an approval, and followed by a new brief if it is rejected again', async () => {
    const test = await makeProject()
    await listen(test)
    const { runId, reviewer } = await rejected(test)
    expect((await deliver(test.project.id)).map(({ type }) => type)).toEqual(['brief.ready'])
    await getDb().$executeRaw`DELETE FROM pgboss.job WHERE data->>'projectId' = ${test.project.id}`
    const newest = () =>
      getDb().decision.findFirstOrThrow({ where: { projectId: test.project.id, runId }, orderBy: { id: 'desc' } })
    await reviewRun.run(reviewer, { runId, verdict: 'approve', replaces: (await newest()).id })
    const messages = await deliver(test.project.id)
    expect(messages.map(({ type }) => type)).toEqual(['brief.ready', 'brief.withdrawn'])
    expect(messages[1]?.data).toMatchObject({ summary: expect.stringContaining('Approved by Rita') })
    await reviewRun.run(reviewer, { runId, verdict: 'reject', reason: 'No.', replaces: (await newest()).id })
    // The withdrawal is skipped now, as the run is rejected.
    const again = await deliver(test.project.id)
    expect(again.slice(2).map(({ type }) => type)).toEqual(['brief.ready'])
  })

  it('is not sent while another person still rejects the run', async () => {
    const test = await makeProject()
    await listen(test)
    const { runId, reviewer } = await rejected(test)
    const { id: decisionId } = await getDb().decision.findFirstOrThrow({ where: { projectId: test.project.id, runId } })
    const ben = await test.as('reviewer', 'Ben')
    await reviewRun.run(ben, { runId, verdict: 'reject', reason: 'Nor do I.', replaces: decisionId })
    await undoReview.run(reviewer, { runId, decisionId })
    expect((await deliver(test.project.id)).map(({ type }) => type)).toEqual(['brief.ready', 'brief.ready'])
  })

  it('is sent when the rejection of a gate is undone', async () => {
    const chain = await makeRegressedChain()
    await listen(chain)
    const { gateId, reviewer } = chain
    const { evidenceDigest } = await see(reviewer, gateId)
    await decideGate.run(reviewer, { gateId, verdict: 'rejected', evidenceDigest, reason: 'It is worse.' })
    expect((await deliver(chain.project.id)).map(({ type }) => type)).toEqual(['brief.ready'])
    await getDb().$executeRaw`DELETE FROM pgboss.job WHERE data->>'projectId' = ${chain.project.id}`
    await undoGate.run(reviewer, { gateId, reason: 'The wrong gate.' })
    const messages = await deliver(chain.project.id)
    expect(messages.map(({ type }) => type)).toEqual(['brief.ready', 'brief.withdrawn'])
    expect(messages[1]?.data).toMatchObject({
      brief: { subject: { kind: 'gate', id: gateId } },
      by: 'Rita',
      reason: 'The wrong gate.',
    })
  })
})
