import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import type { RunBody } from '@/lib/contracts/run-input'
import { getDb } from '@/lib/db/client'
import { personOf } from '../context'
import { actOnFailureGroups } from '../failures/act'
import { undoFailureEvents } from '../failures/undo'
import { openGate } from '../gates/open'
import { reviewRun, undoReview } from '../reviews/review'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { at, forgetTrials, publishTried, trialsOf } from '../testing/published-trials'
import { see } from '../testing/regressed-chain'
import { claimTrials, reportTrial } from '../trials/claim'
import { getRunScenario, keepScenario } from './keep'
import { listKeptScenarios, updateKeptScenario } from './list'
import { KEPT_MAX } from './store'

const request = { question: 'Refund 200 EUR, order unknown', of: 'Ada' }
const broken = (overrides: Partial<RunBody> = {}) =>
  runBody({
    status: 'failed',
    request,
    nodes: [{ id: 'fetch', name: 'Fetcher', status: 'failed', error: 'connect ETIMEDOUT 10.0.0.7:5432' }],
    ...overrides,
  })

beforeEach(forgetTrials)

type Scene = TestProject & { reviewer: Awaited<ReturnType<TestProject['as']>> }

async function scene(): Promise<Scene> {
  const test = await makeProject()
  return { ...test, reviewer: await test.as('reviewer', 'Rita') }
}

/** Ingests a run and rejects it. */
async function rejected({ key, reviewer }: Scene, body = broken()) {
  const runId = (await ingest(key, [body])).get(body.id) ?? ''
  await reviewRun.run(reviewer, { runId, verdict: 'reject', reason: 'Paid without an order.' })
  return runId
}

const keep = (test: Scene, runId: string, name?: string) => keepScenario.run(test.reviewer, { runId, name })
const list = (test: Scene) => listKeptScenarios.run(test.key, { chain: at.chain })

/** Opens a gate of a version and returns the kept scenarios in its evidence. */
async function keptAtGate(test: Scene, version: string) {
  const { gate } = await openGate.run(test.key, { chain: at.chain, version, question: 'Good?' })
  return (await see(test.reviewer, gate.id)).evidence.kept
}

describe('keeping a run as a scenario', () => {
  it('stores its request, the expected verdict and its faults', async () => {
    const test = await scene()
    const { scenario, outcome } = await keep(test, await rejected(test), 'refund without order')
    expect(outcome).toBe('kept')
    expect(scenario).toMatchObject({ name: 'refund without order', expected: 1, version: '1.0.0', by: 'Rita' })
    expect(scenario.faults).toMatchObject([
      { kind: 'failure', failureClass: 'timeout', node: 'Fetcher' },
      { kind: 'rejected', by: 'Rita', reason: 'Paid without an order.' },
    ])
  })

  it('stores a missing output as a fault, which the next version shows again or not', async () => {
    const test = await scene()
    const bare = (version: string, output: object) =>
      runBody({ version, request, output, contract: { requiredOutputs: ['answer', 'sources'] } })
    const { scenario } = await keep(test, await rejected(test, bare('1.0.0', { answer: 'yes' })), 'refund')
    expect(scenario.faults).toMatchObject([{ kind: 'issue', field: 'sources' }, { kind: 'rejected' }])
    const sent = async (version: string, output: object) => {
      await ingest(test.key, [{ ...bare(version, output), scenario: scenario.scenario }])
      return (await list(test)).scenarios.map(({ standing }) => standing?.state)
    }
    expect(await sent('2.0.0', { answer: 'no' })).toEqual(['came_back'])
    expect(await sent('3.0.0', { answer: 'no', sources: ['a'] })).toEqual(['not_seen'])
    const failed = { ...bare('4.0.0', {}), status: 'failed' as const, error: 'invalid api key', output: null }
    await ingest(test.key, [{ ...failed, scenario: scenario.scenario }])
    expect((await list(test)).scenarios[0]?.standing?.state).toBe('failed_otherwise')
  })

  it('is named after what the user asked, not after the instructions that all requests share', async () => {
    const test = await scene()
    const messages = [
      { role: 'system', content: 'You answer questions on orders. Look every order up before you answer.' },
      { role: 'user', content: 'Where is order 4712?' },
    ]
    expect((await keep(test, await rejected(test, broken({ request: { messages } })))).scenario.name).toBe(
      'Where is order 4712?',
    )
  })

  it('counts groups of failures that were merged since as one fault', async () => {
    const test = await scene()
    const { scenario } = await keep(test, await rejected(test))
    const nodes = [{ id: 'fetch', name: 'Fetcher', status: 'failed' as const, error: 'The disk is full' }]
    await ingest(test.key, [broken({ version: '2.0.0', nodes, scenario: scenario.scenario })])
    const state = async () => (await list(test)).scenarios[0]?.standing?.state
    expect(await state()).toBe('failed_otherwise')
    const rows = await getDb().failureGroup.findMany({ where: { projectId: test.project.id } })
    const groups = rows.map(({ fingerprint }) => fingerprint)
    const { into, event } = await actOnFailureGroups.run(test.reviewer, { action: 'merge', groups })
    expect(await state()).toBe('came_back')
    await undoFailureEvents.run(test.reviewer, { events: [{ group: into ?? '', event: event ?? '' }] })
    expect(await state()).toBe('failed_otherwise')
  })

  it('keeps the same request once, whatever its field order, also concurrently', async () => {
    const test = await scene()
    const again = broken({ request: { of: 'Ada', question: request.question }, version: '1.1.0' })
    const ids = [await rejected(test), await rejected(test, again)]
    const kept = await Promise.all(ids.map((runId) => keep(test, runId)))
    expect(new Set(kept.map(({ scenario }) => scenario.id)).size).toBe(1)
    expect(kept.map(({ outcome }) => outcome).sort()).toEqual(['kept', 'known'])
    const { scenario } = await getRunScenario.run(test.key, { runId: ids[1] ?? '' })
    expect(scenario?.id).toBe(kept[0]?.scenario.id)
  })

  it('gives the reason if a run cannot be kept', async () => {
    const test = await scene()
    const silent = broken()
    delete silent.request
    const runId = await rejected(test, silent)
    await expect(keep(test, runId)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('did not say what it was asked'),
    })
    const unseen = broken()
    const unseenId = (await ingest(test.key, [unseen])).get(unseen.id) ?? ''
    await expect(keep(test, unseenId)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Nobody has reviewed'),
    })
    expect(await getRunScenario.run(test.key, { runId: unseenId })).toMatchObject({
      scenario: null,
      refusal: expect.stringContaining('give your verdict first'),
    })
  })

  it('takes a label that a key sent for no verdict: it neither allows to keep a run nor settles a scenario', async () => {
    const test = await scene()
    const labelled = broken({ signals: { human: 0 } })
    const labelledId = (await ingest(test.key, [labelled])).get(labelled.id) ?? ''
    await expect(keep(test, labelledId)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Nobody has reviewed'),
    })
    const { scenario } = await keep(test, await rejected(test))
    await ingest(test.key, [broken({ version: '2.0.0', scenario: scenario.scenario, signals: { human: 1 } })])
    expect((await list(test)).scenarios[0]?.standing?.state).toBe('came_back')
  })

  it('can be renamed, retired and revived, and is not run while retired', async () => {
    const test = await scene()
    const runId = await rejected(test)
    const { scenario } = await keep(test, runId)
    const change = { chain: at.chain, scenarioId: scenario.id }
    await updateKeptScenario.run(test.reviewer, { ...change, name: 'Refund', retired: true })
    await publishTried(test, null, { version: '2.0.0', dryRuns: 0 })
    expect((await trialsOf(test, '2.0.0')).dryRun.queued).toBe(0)
    expect(await list(test)).toMatchObject({ scenarios: [], retired: 1 })
    expect((await keep(test, runId)).outcome).toBe('revived')
    expect(await list(test)).toMatchObject({ scenarios: [{ name: 'Refund', retiredAt: null }], retired: 0 })
  })
})

describe('a scenario whose verdict was taken back', () => {
  const undo = async ({ reviewer }: Scene, runId: string) => {
    const { decisionId } = await getDb().signal.findFirstOrThrow({ where: { runId, origin: 'review' } })
    await undoReview.run(reviewer, { runId, decisionId: decisionId ?? '' })
  }

  it('is tried with no version and named by no gate, until someone judges its run again', async () => {
    const test = await scene()
    const runId = await rejected(test)
    const { scenario } = await keep(test, runId)
    const again = { ...broken({ version: '2.0.0' }), scenario: scenario.scenario }
    await ingest(test.key, [again])
    const { gate } = await openGate.run(test.key, { chain: at.chain, version: '2.0.0', question: 'Good?' })
    const atGate = async () => (await see(test.reviewer, gate.id)).evidence.kept
    expect(await atGate()).toMatchObject([{ state: 'came_back' }])
    await undo(test, runId)
    expect((await list(test)).scenarios).toMatchObject([{ takenBack: true, standing: null }])
    expect(await atGate()).toEqual([])
    await publishTried(test, null, { version: '3.0.0', dryRuns: 0 })
    expect((await trialsOf(test, '3.0.0')).dryRun.queued).toBe(0)
    const told = await getRunScenario.run(test.key, { runId })
    expect(told).toMatchObject({
      scenario: { takenBack: true },
      refusal: expect.stringContaining('Nobody has reviewed'),
    })
    await expect(keep(test, runId)).rejects.toMatchObject({ code: 'conflict' })
    await reviewRun.run(test.reviewer, { runId, verdict: 'reject', reason: 'Still wrong.' })
    expect((await list(test)).scenarios).toMatchObject([{ takenBack: false }])
    expect(await atGate()).toMatchObject([{ state: 'came_back' }])
    await publishTried(test, null, { version: '4.0.0', dryRuns: 0 })
    expect((await trialsOf(test, '4.0.0')).dryRun.queued).toBe(1)
  })

  it('says nothing of a trial that was waiting', async () => {
    const test = await scene()
    const runId = await rejected(test)
    await keep(test, runId)
    await publishTried(test, null, { version: '2.0.0', dryRuns: 0 })
    await undo(test, runId)
    const { claimed } = await claimTrials.run(test.key, { chain: at.chain, version: '2.0.0', limit: 20 })
    const { nodes } = broken()
    for (const { trialId, attempt } of claimed)
      await reportTrial.run(test.key, { trialId, attempt, run: { status: 'failed', nodes } })
    expect(await getDb().notification.count({ where: { projectId: test.project.id, kind: 'failure_worse' } })).toBe(0)
  })

  it('is from another run of the same request whose verdict stands, once that is kept', async () => {
    const test = await scene()
    const [first, other] = [await rejected(test), await rejected(test, broken({ version: '1.1.0' }))]
    const { scenario } = await keep(test, first)
    await undo(test, first)
    expect(await getRunScenario.run(test.key, { runId: other })).toMatchObject({ refusal: null })
    const again = await keepScenario.run(await test.as('reviewer', 'Ben'), { runId: other })
    expect(again).toMatchObject({
      outcome: 'revived',
      scenario: { id: scenario.id, runId: other, version: '1.1.0', by: 'Ben', takenBack: false },
    })
  })
})

describe('a chain with more retired scenarios than a page has', () => {
  it('lists all of them page by page, those retired last first', async () => {
    const test = await scene()
    const { scenario } = await keep(test, await rejected(test))
    const { id: _, ...first } = await getDb().keptScenario.findFirstOrThrow({ where: { projectId: test.project.id } })
    await getDb().keptScenario.createMany({
      data: Array.from({ length: 405 }, (_, nth) => ({
        ...first,
        id: uuid(),
        ...{ request: nth, faults: [], requestHash: `hash ${nth}`, scenario: `scenario ${nth}` },
        // Two are retired at each time.
        retiredAt: new Date(Date.UTC(2026, 2, 1) + Math.floor(nth / 2) * 1000),
      })),
    })
    const found: string[] = []
    let cursor: string | undefined
    do {
      const page = await listKeptScenarios.run(test.key, {
        chain: at.chain,
        retired: true,
        limit: 99,
        ...(cursor && { cursor }),
      })
      expect(page.retired).toBe(405)
      found.push(...page.scenarios.map(({ scenario: name }) => name))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(new Set(found).size).toBe(405)
    expect(found.slice(0, 1)).toEqual(['scenario 404'])
    expect(found.slice(-2).toSorted()).toEqual(['scenario 0', 'scenario 1'])
    expect((await list(test)).scenarios.map(({ id }) => id)).toEqual([scenario.id])
  })
})

describe('a chain with as many kept scenarios as it can have', () => {
  it('revives no retired one, neither by its run nor by itself', async () => {
    const test = await scene()
    const runId = await rejected(test)
    const { scenario } = await keep(test, runId)
    const change = { chain: at.chain, scenarioId: scenario.id }
    await updateKeptScenario.run(test.reviewer, { ...change, retired: true })
    const { id: _, ...first } = await getDb().keptScenario.findFirstOrThrow({ where: { projectId: test.project.id } })
    await getDb().keptScenario.createMany({
      data: Array.from({ length: KEPT_MAX }, (_, nth) => ({
        ...first,
        id: uuid(),
        ...{ request: nth, faults: [], requestHash: `hash ${nth}`, scenario: `scenario ${nth}`, retiredAt: null },
      })),
    })
    const refusal = { code: 'conflict', message: expect.stringContaining('retire one first') }
    await expect(updateKeptScenario.run(test.reviewer, { ...change, retired: false })).rejects.toMatchObject(refusal)
    await expect(keep(test, runId)).rejects.toMatchObject(refusal)
    expect((await getRunScenario.run(test.key, { runId })).refusal).toContain('retire one first')
  })
})

describe('the next version', () => {
  it('is tried with the kept scenarios in dry runs outside of the means, and once if it ships the same request', async () => {
    const test = await scene()
    await keep(test, await rejected(test), 'refund')
    await keep(test, await rejected(test, broken({ request: 'Where is it?' })), 'where')
    await publishTried(test, null, { version: '2.0.0', scenarios: [{ name: 'shipped', request: 'Where is it?' }] })
    const { trials } = await trialsOf(test, '2.0.0')
    expect(trials.filter(({ kind }) => kind === 'dry_run').map(({ scenario }) => scenario)).toEqual([
      'refund',
      'shipped',
    ])
    expect(trials.filter(({ kind }) => kind === 'live')).toHaveLength(3)
    expect((await list(test)).scenarios.map(({ standing }) => standing?.state)).toEqual(['waiting', 'waiting'])
  })

  it('shows a fault that came back first and at its gate, and distinguishes other failures', async () => {
    const test = await scene()
    await keep(test, await rejected(test), 'refund')
    await keep(test, await rejected(test, broken({ request: 'Where is it?' })), 'where')
    await publishTried(test, null, { version: '2.0.0', dryRuns: 0 })
    const answers: Record<string, Partial<RunBody>> = {
      refund: {
        status: 'failed',
        nodes: [{ id: 'fetch', name: 'Fetcher', status: 'failed', error: 'invalid api key' }],
      },
      where: {
        status: 'failed',
        nodes: [{ id: 'fetch', name: 'Fetcher', status: 'failed', error: 'connect ETIMEDOUT 10.9.9.9:5432' }],
      },
    }
    const { claimed } = await claimTrials.run(test.key, { chain: at.chain, version: '2.0.0', limit: 20 })
    for (const { trialId, attempt, scenario } of claimed)
      await reportTrial.run(test.key, { trialId, attempt, run: answers[scenario ?? ''] ?? {} })
    expect(await keptAtGate(test, '2.0.0')).toMatchObject([
      { name: 'where', state: 'came_back', fault: { kind: 'failure', failureClass: 'timeout' }, runs: 1, showing: 1 },
      { name: 'refund', state: 'failed_otherwise', fault: { kind: 'failure', failureClass: 'provider_auth' } },
    ])
  })

  it('tells who kept a scenario, and who looks after the failure, that its fault came back in a trial, and nobody else', async () => {
    const test = await scene()
    await keep(test, await rejected(test), 'refund')
    await keep(test, await rejected(test, broken({ request: 'Where is it?' })), 'where')
    const owner = await test.as('reviewer', 'Ben')
    await test.as('admin', 'Ada')
    const { fingerprint } = await getDb().failureGroup.findFirstOrThrow({ where: { projectId: test.project.id } })
    const userId = personOf(owner.actor)?.userId
    await actOnFailureGroups.run(owner, { action: 'assign', groups: [fingerprint], owner: userId })
    await publishTried(test, null, { version: '2.0.0', dryRuns: 0 })
    const { claimed } = await claimTrials.run(test.key, { chain: at.chain, version: '2.0.0', limit: 20 })
    const fails = (error: string) => ({
      status: 'failed' as const,
      nodes: [{ id: 'fetch', name: 'Fetcher', status: 'failed' as const, error }],
    })
    for (const { trialId, attempt, scenario } of claimed) {
      const run = fails(scenario === 'refund' ? 'connect ETIMEDOUT 10.9.9.9:5432' : 'invalid api key')
      await reportTrial.run(test.key, { trialId, attempt, run })
    }
    const told = await getDb().notification.findMany({
      where: { projectId: test.project.id, kind: 'failure_worse' },
      orderBy: { id: 'asc' },
    })
    expect(new Set(told.map((one) => one.userId))).toEqual(new Set([personOf(test.reviewer.actor)?.userId, userId]))
    const [runId] = (await list(test)).scenarios.flatMap(({ name, standing }) =>
      name === 'refund' ? (standing?.runId ?? []) : [],
    )
    expect(told.map(({ text, link }) => [text, link])).toEqual(
      told.map(() => [`Came back in ${at.chain} 2.0.0: the fault of “refund” (Fetcher: timed out)`, `/runs/${runId}`]),
    )
    expect(told).toHaveLength(2)
  })

  it("without trials is judged by runs of the same scenario and request, and a person's verdict counts first", async () => {
    const test = await scene()
    await keep(test, await rejected(test, broken({ scenario: 'refund' })))
    const good = runBody({ version: '2.0.0', scenario: 'refund', request })
    const other = runBody({ version: '2.0.0', scenario: 'refund', request: 'another' })
    const taken = await ingest(test.key, [good, other])
    expect(await keptAtGate(test, '2.0.0')).toMatchObject([{ name: 'refund', state: 'not_seen', runs: 1 }])
    const runId = taken.get(good.id) ?? ''
    await reviewRun.run(test.reviewer, { runId, verdict: 'reject', reason: 'Still no order.' })
    expect((await list(test)).scenarios).toMatchObject([
      { standing: { state: 'came_back', by: 'Rita', runId, fault: { kind: 'rejected', reason: 'Still no order.' } } },
    ])
  })

  it('is reported as unclear if only a person could judge it, and as not run without runs', async () => {
    const test = await scene()
    const polite = runBody({ request, scenario: 'polite' })
    await keep(test, await rejected(test, polite))
    await ingest(test.key, [runBody({ version: '2.0.0' })])
    expect(await keptAtGate(test, '2.0.0')).toMatchObject([{ state: 'not_run', runs: 0, runId: null }])
    await ingest(test.key, [runBody({ version: '3.0.0', request, scenario: 'polite' })])
    expect(await keptAtGate(test, '3.0.0')).toMatchObject([{ state: 'unclear', runs: 1 }])
  })

  it('ignores scenarios of other chains and projects, and those found in the version itself', async () => {
    const test = await scene()
    await keep(test, await rejected(test))
    await ingest(test.key, [runBody({ chain: 'others', version: '2.0.0' })])
    const { gate } = await openGate.run(test.key, { chain: 'others', version: '2.0.0', question: 'Good?' })
    expect((await see(test.reviewer, gate.id)).evidence.kept).toEqual([])
    expect(await keptAtGate(test, '1.0.0')).toEqual([])
    const elsewhere = await scene()
    const [row] = await getDb().keptScenario.findMany({ where: { projectId: test.project.id } })
    await expect(
      updateKeptScenario.run(elsewhere.reviewer, { chain: at.chain, scenarioId: row?.id ?? '', retired: true }),
    ).rejects.toMatchObject({ code: 'not_found' })
  })
})
