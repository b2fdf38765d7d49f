import { describe, expect, it } from 'vitest'
import { getRunBrief } from '../briefs/get'
import { addComment, listComments } from '../comments/comments'
import { type Context, personOf } from '../context'
import { getGate } from '../gates/get'
import { openGate } from '../gates/open'
import { getRunScenario, keepScenario } from '../kept-scenarios/keep'
import { listKeptScenarios } from '../kept-scenarios/list'
import { getAttribution, recordAttribution } from '../learning/attribution'
import { listNotifications } from '../notifications/list'
import { getRun } from '../run-detail/get'
import { exportDspy } from '../run-export/export-dspy'
import { exportRuns } from '../run-export/export-runs'
import { listRuns } from '../runs/list'
import { listExecutions } from '../runs/list-executions'
import { configure } from '../testing/configure'
import { ingest, makeProject, runBody } from '../testing/factories'
import { at } from '../testing/published-trials'
import { drawnRun } from '../testing/review-queue'
import { getAgreement } from './agreement'
import { nextReviews } from './claim'
import { giveVerdict } from './verdict'

const nodes = [
  { id: 'plan', name: 'Planner', output: 'Read the file and sum it.' },
  { id: 'run', name: 'Terminal', status: 'failed' as const, error: 'connect ETIMEDOUT 10.0.0.7:5432' },
]

/** A failed run of which Ada has said all that can be said, and which Bob has claimed; Cyd only looks on. */
async function judgedRun() {
  const test = await makeProject()
  await configure(test, { review: { second_share: 1 } })
  const request = { question: 'Sum the rows' }
  const body = (id: string, attempt: number) =>
    runBody({ id, status: 'failed', nodes, request, execution: 'sum', attempt, output: 'nothing came' })
  const ids = await ingest(test.key, [body('first', 1), body('second', 2)])
  const runId = ids.get('second') ?? ''
  const [ada, bob, cyd] = await Promise.all(['Ada', 'Bob', 'Cyd'].map((name) => test.as('reviewer', name)))
  const people = { ada: ada as Context, bob: bob as Context, cyd: cyd as Context }
  await recordAttribution.run(people.ada, { runId, nodeId: 'plan', reason: 'Zebra: a wrong plan.' })
  await addComment.run(people.ada, { runId, body: 'Zebra: look at the plan.' })
  await giveVerdict.run(people.ada, { runId, verdict: 'reject', reason: 'Zebra: it sums nothing.' })
  await keepScenario.run(people.ada, { runId })
  await nextReviews.run(people.bob, { count: 1, first: runId })
  return { ...test, ...people, runId }
}

/** Everything that a person can read about the run. */
const readings: Record<string, (who: Context, runId: string) => Promise<unknown>> = {
  'the run': (who, runId) => getRun.run(who, { runId }),
  'its cause': (who, runId) => getAttribution.run(who, { runId }),
  'its comments': (who, runId) => listComments.run(who, { runId }),
  'its brief': (who, runId) => getRunBrief.run(who, { runId }),
  'its scenario': (who, runId) => getRunScenario.run(who, { runId }),
  'the scenarios of its chain': (who) => listKeptScenarios.run(who, { chain: at.chain }),
  'the export': async (who) => (await exportRuns.run(who, {})).rows,
  'the export for DSPy': async (who) => Array.fromAsync(await exportDspy.open(who, { includeFailures: true })),
}

describe('a person who is about to review a run blind', () => {
  it.each(Object.keys(readings))('does not read in %s what another person said of it', async (name) => {
    const scene = await judgedRun()
    const read = async (who: Context) => JSON.stringify(await readings[name]?.(who, scene.runId))
    expect(await read(scene.bob)).not.toMatch(/Zebra/)
    await giveVerdict.run(scene.bob, { runId: scene.runId, verdict: 'approve' })
    expect(await read(scene.bob)).toMatch(/Zebra/)
  })

  it('sees it in lists as it was before the first verdict', async () => {
    const { ada, bob, runId } = await judgedRun()
    const { gate } = await openGate.run(ada, { runId, question: 'Good?' })
    const rowsOf = async (who: Context) => {
      const rows = [
        (await listRuns.run(who, {})).runs,
        (await exportRuns.run(who, {})).rows,
        (await getGate.run(who, { gateId: gate.id })).evidence.run,
      ]
      return rows.flat().filter((row) => row?.id === runId)
    }
    for (const row of await rowsOf(bob)) {
      expect(row).toMatchObject({ signals: { human: null }, decisionKind: null, flag: null, humanOrigin: null })
      expect(row?.decision).not.toBe('reject')
    }
    for (const row of await rowsOf(ada)) expect(row).toMatchObject({ signals: { human: 0 }, humanOrigin: 'review' })
    const [attempts] = (await listExecutions.run(bob, {})).executions
    expect(attempts).toMatchObject({ best: null, attempts: [{ score: null }, { score: null }] })
  })

  it('is told that a comment mentions them, without its words', async () => {
    const { ada, bob, cyd, runId } = await judgedRun()
    const mentions = [bob, cyd].flatMap(({ actor }) => personOf(actor)?.userId ?? [])
    await addComment.run(ada, { runId, body: 'Zebra: is it not wrong?', mentions })
    const toldTo = async (who: Context) => (await listNotifications.run(who, {})).notifications.map(({ text }) => text)
    expect(await toldTo(bob)).toEqual([
      'Ada mentions you in a comment on second, shown once you have given your verdict',
    ])
    expect(await toldTo(cyd)).toEqual(['Ada mentions you on second: “Zebra: is it not wrong?”'])
  })

  it('does not see that others disagree about it', async () => {
    const { ada, bob, cyd, key, runId } = await drawnRun({ second_share: 1 })
    await giveVerdict.run(ada, { runId, verdict: 'approve' })
    await giveVerdict.run(bob, { runId, verdict: 'reject', reason: 'It is wrong.' })
    await nextReviews.run(cyd, { count: 1 })
    const apartFor = async (who: Context) => (await getAgreement.run(who, {})).verdicts.apart.runIds
    expect(await apartFor(key)).toEqual([runId])
    expect(await apartFor(cyd)).toEqual([])
  })
})
