import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { actOnFailureGroups } from '../failures/act'
import { undoFailureEvents } from '../failures/undo'
import { openGate } from '../gates/open'
import { reviewRun, undoReview } from '../reviews/review'
import { ingest, runBody } from '../testing/factories'
import { broken, keep, list, rejected, request, type Scene, scene } from '../testing/kept-runs'
import { at, forgetTrials, publishTried, trialsOf } from '../testing/published-trials'
import { see } from '../testing/regressed-chain'
import { claimTrials, reportTrial } from '../trials/claim'
import { getRunScenario, keepScenario } from './keep'
import { listKeptScenarios, updateKeptScenario } from './list'
import { KEPT_MAX } from './store'

beforeEach(forgetTrials)

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
