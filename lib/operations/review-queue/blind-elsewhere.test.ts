import { describe, expect, it } from 'vitest'
import { listAuditEvents } from '../audit-log/read'
import { updateChain } from '../chains/update'
import { addComment } from '../comments/comments'
import { type Context, type ProjectContext, personOf } from '../context'
import { decideGate, extendGate } from '../gates/act'
import { getGate } from '../gates/get'
import { listGates } from '../gates/list'
import { openGate } from '../gates/open'
import { keepScenario } from '../kept-scenarios/keep'
import { listNotifications } from '../notifications/list'
import { getRun } from '../run-detail/get'
import { countRuns } from '../runs/count'
import { listRuns } from '../runs/list'
import { listExecutions } from '../runs/list-executions'
import { searchEverything } from '../search/search'
import { configure } from '../testing/configure'
import { ingest, makeProject, runBody } from '../testing/factories'
import { at } from '../testing/published-trials'
import { getWeek, listWeeks } from '../weekly/page'
import { nextReviews } from './claim'
import { giveVerdict } from './verdict'

type Step = 'comment' | 'verdict' | 'gate'

/** A run of which Ada says what is named, the word zebra in all of it, and which Bob then claims for blind review. */
async function judgedRun(...steps: readonly Step[]) {
  const test = await makeProject()
  await configure(test, { review: { second_share: 1 } })
  const body = (id: string, attempt: number) => runBody({ id, request: { ask: 'Sum' }, execution: 'sum', attempt })
  const ids = await ingest(test.key, [body('first', 1), body('second', 2)])
  const runId = ids.get('second') ?? ''
  const [ada, bob] = [await test.as('admin', 'Ada'), await test.as('admin', 'Bob')]
  await updateChain.run(ada, { chain: at.chain, gateQuorum: 2 })
  const { gate } = await openGate.run(test.key, { runId, question: 'Good?' })
  if (steps.includes('comment')) {
    const mentions = [personOf(bob.actor)?.userId ?? '']
    await addComment.run(ada, { runId, body: 'Zebra: look at the plan.', mentions })
  }
  if (steps.includes('verdict')) await giveVerdict.run(ada, { runId, verdict: 'reject', reason: 'Zebra: no sum.' })
  const vote = async (who: Context, verdict: 'approved' | 'rejected') => {
    const { evidenceDigest } = await getGate.run(who, { gateId: gate.id })
    return decideGate.run(who, { gateId: gate.id, verdict, evidenceDigest, reason: 'Zebra: so I say.' })
  }
  if (steps.includes('gate')) await vote(ada, 'approved')
  await nextReviews.run(bob, { count: 1, first: runId })
  const judge = () => giveVerdict.run(bob, { runId, verdict: 'approve' })
  return { ...test, ada, bob, runId, gateId: gate.id, vote, judge }
}

describe('a person who is about to review a run blind', () => {
  it('does not see how others voted on its gate, nor why they did anything else, until their own verdict', async () => {
    const { ada, bob, key, gateId, judge } = await judgedRun('gate')
    const { deadlineAt } = (await getGate.run(ada, { gateId })).gate
    const later = new Date(Date.parse(deadlineAt) + 3_600_000).toISOString()
    await extendGate.run(ada, { gateId, deadlineAt: later, reason: 'Zebra: the sum is wrong.' })
    const approvals = async (who: Context) => (await listGates.run(who, {})).gates[0]?.approvals
    expect(JSON.stringify(await getGate.run(bob, { gateId }))).not.toMatch(/Zebra/)
    expect(await getGate.run(bob, { gateId })).toMatchObject({
      isCovered: true,
      votes: [],
      events: [{ kind: 'extended', reason: null }],
    })
    expect(await approvals(bob)).toBeNull()
    for (const who of [ada, key]) {
      expect((await getGate.run(who, { gateId })).votes).toMatchObject([{ reason: 'Zebra: so I say.' }])
      expect(await approvals(who)).toBe(1)
    }
    await judge()
    expect((await getGate.run(bob, { gateId })).votes).toHaveLength(1)
  })

  it('neither finds nor opens a gate of it that others have decided', async () => {
    const { ada, bob, runId, gateId, vote, judge } = await judgedRun('verdict')
    await vote(ada, 'rejected')
    const seen = async () => ({
      listed: (await listGates.run(bob, {})).gates.length,
      counted: (await listGates.run(bob, {})).counts.rejected,
      found: (await searchEverything.run(bob, { text: 'Review' })).gates.length,
      ofRun: (await getRun.run(bob, { runId })).gates.length,
    })
    expect(await seen()).toEqual({ listed: 0, counted: 0, found: 0, ofRun: 0 })
    await expect(getGate.run(bob, { gateId })).rejects.toMatchObject({ code: 'forbidden' })
    await judge()
    expect(await seen()).toEqual({ listed: 1, counted: 1, found: 1, ofRun: 1 })
    expect((await getGate.run(bob, { gateId })).gate.state).toBe('rejected')
  })

  it('sees what they decided on its gate themselves', async () => {
    const { bob, gateId, vote } = await judgedRun('verdict', 'gate')
    expect((await vote(bob, 'rejected')).gate.state).toBe('rejected')
    expect((await listGates.run(bob, {})).gates).toHaveLength(1)
    expect(await getGate.run(bob, { gateId })).toMatchObject({ votes: [{ by: { name: 'Bob' } }] })
  })

  it('does not read in the gate of a version why another person rejected the run of a kept scenario', async () => {
    const { ada, bob, key, runId } = await judgedRun('verdict')
    await keepScenario.run(ada, { runId })
    await ingest(key, [runBody({ id: 'later', version: '9.0.0' })])
    const { gate } = await openGate.run(ada, { chain: at.chain, version: '9.0.0', question: 'Publish?' })
    const kept = async (who: Context) => (await getGate.run(who, { gateId: gate.id })).evidence.kept
    expect(JSON.stringify(await kept(ada))).toMatch(/Zebra/)
    expect(JSON.stringify(await kept(bob))).not.toMatch(/Zebra/)
  })

  it('does not read it from a mean in the gate of a version that is the score of the run alone', async () => {
    const test = await makeProject()
    await configure(test, { review: { audit_share: 1, second_share: 1 } })
    const scored = (id: string, version: string, scenario: string) =>
      runBody({ id, version, scenario, signals: { peer: 0.6 } })
    const bodies = [
      scored('before', '1.0.0', 'sum'),
      scored('others', '1.0.0', 'list'),
      scored('run', '2.0.0', 'sum'),
      scored('one', '2.0.0', 'list'),
      scored('two', '2.0.0', 'list'),
    ]
    const runId = (await ingest(test.key, bodies)).get('run') ?? ''
    const [ada, bob] = [await test.as('admin', 'Ada'), await test.as('admin', 'Bob')]
    await giveVerdict.run(ada, { runId, verdict: 'reject', reason: 'It is wrong.' })
    const { gate } = await openGate.run(ada, { chain: at.chain, version: '2.0.0', question: 'Publish?' })
    const means = async (who: Context) => {
      const { scenarios } = (await getGate.run(who, { gateId: gate.id })).evidence
      return Object.fromEntries(scenarios.map(({ scenario, current }) => [scenario, current]))
    }
    const open = await means(bob)
    expect(open).toEqual({ sum: expect.any(Number), list: expect.any(Number) })
    await nextReviews.run(bob, { count: 1, first: runId })
    expect(await means(bob)).toEqual({ ...open, sum: null })
    expect(await means(ada)).toEqual(open)
    await giveVerdict.run(bob, { runId, verdict: 'approve' })
    expect(await means(bob)).toEqual({ ...open, sum: expect.any(Number) })
  })

  it('does not read on the page of a week how others decided its gate', async () => {
    const { ada, bob, gateId, vote, judge } = await judgedRun('verdict')
    await vote(ada, 'rejected')
    const { current } = await listWeeks.run(bob, {})
    const shown = async (who: Context) => {
      const { report, markdown } = await getWeek.run(who, { week: current })
      return { listed: report.gates.decided.map(({ id }) => id), isNamed: markdown.includes('- rejected by Ada') }
    }
    const open = { listed: [gateId], isNamed: true }
    expect(await shown(ada)).toEqual(open)
    expect(await shown(bob)).toEqual({ listed: [], isNamed: false })
    await judge()
    expect(await shown(bob)).toEqual(open)
  })

  it('sees in the audit log that others did something, not what', async () => {
    const { bob, key, runId, gateId, judge } = await judgedRun('comment', 'verdict', 'gate')
    const events = async (action: string[] = []) => (await listAuditEvents.run(bob, { action })).events
    const all = await events()
    expect(JSON.stringify(all)).not.toMatch(/Zebra|gate\.voted|run\.review/)
    for (const subject of [`run:${runId}`, `gate:${gateId}`])
      expect(all.find((event) => event.subject === subject)).toMatchObject({
        isCovered: true,
        before: null,
        after: null,
      })
    expect(all.map(({ seq }) => seq)).toEqual((await listAuditEvents.run(key, {})).events.map(({ seq }) => seq))
    expect(await events(['gate.voted'])).toEqual([])
    await judge()
    expect(await events(['gate.voted'])).toMatchObject([{ isCovered: false }])
  })

  it('reads there that the desk opened its gate: no person said anything by that', async () => {
    const test = await makeProject()
    await configure(test, { review: { second_share: 1 } })
    const [ada, bob] = [await test.as('admin', 'Ada'), await test.as('admin', 'Bob')]
    const ids = await ingest(test.key, [runBody({ id: 'bad', signals: { peer: 0.2 } })])
    const runId = ids.get('bad') ?? ''
    const gateId = (await listGates.run(ada, {})).gates[0]?.id ?? ''
    await giveVerdict.run(ada, { runId, verdict: 'reject', reason: 'Zebra: no sum.' })
    await nextReviews.run(bob, { count: 1, first: runId })
    const ofGate = async (filter: { action?: string[] }) =>
      (await listAuditEvents.run(bob, { subject: `gate:${gateId}`, ...filter })).events.map(
        ({ action, actor, isCovered }) => [action, actor, isCovered],
      )
    const opened = ['gate.opened', 'Escalation', false]
    expect(await ofGate({})).toEqual([opened])
    expect(await ofGate({ action: ['gate.opened'] })).toEqual([opened])
  })

  it('does not read what a comment said before they had the run', async () => {
    const { bob, judge } = await judgedRun('comment')
    const told = async () => (await listNotifications.run(bob, {})).notifications.map(({ text }) => text).join()
    expect(await told()).not.toMatch(/Zebra/)
    await judge()
    expect(await told()).toMatch(/Zebra/)
  })

  it('does not tell from the place of the run, or from a filter that finds it, what others decided', async () => {
    const { ada, bob, runId, judge } = await judgedRun('verdict')
    const finds = async (who: Context) => ({
      reviewed: (await listRuns.run(who, { reviewed: true })).runs.some(({ id }) => id === runId),
      count: (await countRuns.run(who, { reviewed: true })).count,
      sorted: (await listRuns.run(who, { sort: 'confidence_low' })).runs.some(({ id }) => id === runId),
      newest: (await listRuns.run(who, {})).runs.some(({ id }) => id === runId),
      executions: (await listExecutions.run(who, { sort: 'gain' })).executions.length,
    })
    const open = { reviewed: true, count: 1, sorted: true, newest: true, executions: 1 }
    expect(await finds(ada)).toEqual(open)
    expect(await finds(bob)).toEqual({ reviewed: false, count: 0, sorted: false, newest: true, executions: 0 })
    await judge()
    expect(await finds(bob)).toEqual(open)
  })

  it('reads no more through an app that they have connected', async () => {
    const { key, bob, gateId } = await judgedRun('gate')
    const app = { ...key, actor: { ...key.actor, person: personOf(bob.actor) } } as ProjectContext
    expect((await getGate.run(app, { gateId })).votes).toEqual([])
  })
})
