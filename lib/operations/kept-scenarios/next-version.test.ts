import { beforeEach, describe, expect, it } from 'vitest'
import type { RunBody } from '@/lib/contracts/run-input'
import { getDb } from '@/lib/db/client'
import { personOf } from '../context'
import { actOnFailureGroups } from '../failures/act'
import { openGate } from '../gates/open'
import { reviewRun } from '../reviews/review'
import { ingest, runBody } from '../testing/factories'
import { broken, keep, keptAtGate, list, rejected, request, scene } from '../testing/kept-runs'
import { at, forgetTrials, publishTried, trialsOf } from '../testing/published-trials'
import { see } from '../testing/regressed-chain'
import { claimTrials, reportTrial } from '../trials/claim'
import { updateKeptScenario } from './list'

beforeEach(forgetTrials)

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
