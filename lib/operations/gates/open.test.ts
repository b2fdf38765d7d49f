import { beforeEach, describe, expect, it } from 'vitest'
import { listNotifications } from '../notifications/list'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { badRuns, goodRuns, makeRegressedChain, see } from '../testing/regressed-chain'
import { decideGate } from './act'
import { listGates } from './list'
import { openGate } from './open'

let test: TestProject
beforeEach(async () => {
  test = await makeProject()
})

const gatesOf = (kind: string) => test.key.db.gate.findMany({ where: { projectId: test.project.id, kind } })

describe('regression gates', () => {
  it('open automatically once enough live runs of a new version are worse', async () => {
    await ingest(test.key, goodRuns())
    await ingest(test.key, badRuns(2))
    expect(await gatesOf('regression')).toEqual([])
    await ingest(test.key, badRuns(1))
    const [gate] = await gatesOf('regression')
    expect(gate).toMatchObject({ state: 'pending', openedBy: 'Regression check', decidedAt: null })
    const detail = await see(test.key, gate?.id ?? '')
    expect(detail.evidence).toMatchObject({
      verdict: 'regression',
      prior: { version: '1.0.0', n: 3 },
      current: { version: '1.0.1', n: 3 },
    })
    expect(detail.evidence.factors.find((factor) => factor.name === 'completeness')).toMatchObject({
      prior: 1,
      current: 0,
      change: -1,
    })
    expect(detail.consequences?.reject).toContain('1.0.0 serves')
  })

  it('open once, however many runs arrive', async () => {
    await ingest(test.key, goodRuns())
    await Promise.all([ingest(test.key, badRuns(3)), ingest(test.key, badRuns(3)), ingest(test.key, badRuns(3))])
    await ingest(test.key, badRuns(3))
    expect(await gatesOf('regression')).toHaveLength(1)
  })

  it.each([
    ['a version as good as the one before', () => Array.from({ length: 5 }, () => runBody({ version: '1.0.1' }))],
    ['dry runs, whatever they score', () => badRuns(5).map((run) => ({ ...run, kind: 'dry_run' as const }))],
    ['an older version that is worse', () => badRuns(5).map((run) => ({ ...run, version: '0.9.0' }))],
  ])('do not open for %s', async (_, runs) => {
    await ingest(test.key, goodRuns())
    await ingest(test.key, runs())
    expect(await gatesOf('regression')).toEqual([])
  })

  it('open beside a gate on a single run of the version', async () => {
    await ingest(test.key, goodRuns())
    const [runId = ''] = (await ingest(test.key, badRuns(1))).values()
    await openGate.run(test.key, { runId, question: 'Good?' })
    await ingest(test.key, badRuns(2))
    expect(await gatesOf('regression')).toHaveLength(1)
  })

  it('do not open without a lower version', async () => {
    await ingest(test.key, badRuns(5))
    expect(await gatesOf('regression')).toEqual([])
  })

  it('do not open again automatically after a decision', async () => {
    const chain = await makeRegressedChain()
    const { evidenceDigest } = await see(chain.reviewer, chain.gateId)
    await decideGate.run(chain.reviewer, { gateId: chain.gateId, verdict: 'approved', evidenceDigest, reason: 'seen' })
    await ingest(chain.key, badRuns(3))
    expect(await chain.key.db.gate.count({ where: { projectId: chain.project.id } })).toBe(1)
  })

  it('enqueue their warning and deadline jobs in the same transaction', async () => {
    const chain = await makeRegressedChain()
    const jobs = await chain.key.db.$queryRaw<{ data: { gateId: string }; start: Date }[]>`
      SELECT data, start_after AS start FROM pgboss.job WHERE name = 'gate-deadline' AND data->>'id' = ${chain.gateId}
      ORDER BY start_after`
    const { gate } = await see(chain.key, chain.gateId)
    const opened = Date.parse(gate.openedAt)
    const ends = Date.parse(gate.deadlineAt)
    expect(jobs.map((job) => job.start.getTime())).toEqual([opened + (ends - opened) * 0.75, ends])
  })
})

describe('escalation gates', () => {
  const broken = () =>
    runBody({
      output: { wrong: true },
      contract: { schema: { type: 'string' }, requiredOutputs: ['answer'] },
      tokens: { input: 990, output: 10 },
    })

  it('open for an escalated live run, with the run as evidence', async () => {
    const [runId = ''] = [...(await ingest(test.key, [broken()])).values()]
    const [gate] = await gatesOf('escalation')
    expect(gate).toMatchObject({ runId, state: 'pending', openedBy: 'Escalation' })
    const { evidence } = await see(test.key, gate?.id ?? '')
    expect(evidence.run?.id).toBe(runId)
    expect(evidence.verdict).toBeNull()
    expect(evidence.current.dots.map((dot) => dot.runId)).toEqual([runId])
  })

  it('do not open for a dry run', async () => {
    await ingest(test.key, [{ ...broken(), kind: 'dry_run' }])
    expect(await gatesOf('escalation')).toEqual([])
  })
})

describe('a manual gate', () => {
  it('asks about a version or a run, with its own deadline', async () => {
    const ids = await ingest(test.key, goodRuns())
    const now = new Date()
    const ask = { question: 'Ready for the customer?' }
    const { gate } = await openGate.run(test.at(now), { ...ask, chain: 'answers', version: '1.0.0', deadlineHours: 2 })
    expect(gate).toMatchObject({
      kind: 'manual',
      chain: 'answers',
      version: '1.0.0',
      openedBy: 'key test key',
      state: 'pending',
    })
    expect(Date.parse(gate.deadlineAt) - now.getTime()).toBe(2 * 3_600_000)
    const [runId = ''] = [...ids.values()]
    const onRun = await openGate.run(test.key, { ...ask, runId })
    expect(onRun.gate).toMatchObject({ kind: 'manual', runId })
  })

  it('is refused while the same question is open, also for concurrent requests', async () => {
    await ingest(test.key, goodRuns())
    const ask = () => openGate.run(test.key, { chain: 'answers', version: '1.0.0', question: 'Ready?' })
    const results = await Promise.allSettled([ask(), ask(), ask()])
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    expect(results.find((result) => result.status === 'rejected')?.reason).toMatchObject({ code: 'conflict' })
  })

  it.each([
    ['a version that does not exist', { chain: 'answers', version: '9.9.9', question: 'Ready?' }, 'not_found'],
    ['a run that does not exist', { runId: '0190a000-0000-7000-8000-000000000000', question: 'Ready?' }, 'not_found'],
    ['a missing subject', { question: 'Ready?' }, 'invalid_input'],
    ['a blank question', { chain: 'answers', version: '1.0.0', question: ' ' }, 'invalid_input'],
  ])('is refused for %s', async (_, input, code) => {
    await ingest(test.key, goodRuns(1))
    await expect(openGate.run(test.key, input)).rejects.toMatchObject({ code })
  })
})

describe('the list of gates', () => {
  it('pages through pending gates by deadline, then closed ones, without duplicates', async () => {
    const chain = await makeRegressedChain()
    const ids = [...(await ingest(chain.key, goodRuns(5))).values()]
    for (const [index, runId] of ids.entries())
      await openGate.run(chain.key, { runId, question: 'Good?', deadlineHours: 10 - index })
    const { evidenceDigest } = await see(chain.reviewer, chain.gateId)
    await decideGate.run(chain.reviewer, { gateId: chain.gateId, verdict: 'approved', evidenceDigest, reason: 'seen' })
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await listGates.run(chain.key, { limit: 2, cursor })
      expect(page.counts).toEqual({ pending: 5, approved: 1, rejected: 0, timed_out: 0 })
      seen.push(...page.gates.map((gate) => gate.runId ?? gate.id))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(seen).toEqual([...ids.reverse(), chain.gateId])
  })

  it('applies the filters', async () => {
    const chain = await makeRegressedChain()
    expect((await listGates.run(chain.key, { state: ['approved'] })).gates).toEqual([])
    expect((await listGates.run(chain.key, { kind: ['regression'], chain: ['answers'] })).gates).toHaveLength(1)
    expect((await listGates.run(chain.key, { chain: ['other'] })).counts.pending).toBe(0)
    await expect(listGates.run(chain.key, { cursor: 'x' })).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'cursor' }],
    })
  })

  it('shows no gates of another project', async () => {
    const chain = await makeRegressedChain()
    expect((await listGates.run(test.key, {})).gates).toEqual([])
    await expect(see(test.key, chain.gateId)).rejects.toMatchObject({ code: 'not_found' })
    await expect(see(chain.key, chain.gateId)).resolves.toMatchObject({ gate: { id: chain.gateId } })
  })
})

it('a person who opened a gate is told how it was decided, unless by themselves', async () => {
  const [asker, decider] = [await test.as('admin', 'Ada'), await test.as('reviewer', 'Rita')]
  const runId = (await ingest(test.key, [runBody({ id: 'run' })])).get('run') ?? ''
  for (const person of [decider, asker]) {
    const { gate } = await openGate.run(asker, { runId, question: 'Good?' })
    const { evidenceDigest } = await see(person, gate.id)
    await decideGate.run(person, { gateId: gate.id, verdict: 'approved', evidenceDigest })
  }
  const told = (await listNotifications.run(asker, {})).notifications.filter(({ kind }) => kind === 'gate_decided')
  expect(told.map(({ text }) => text)).toEqual(['Approved by Rita: Review run'])
})
