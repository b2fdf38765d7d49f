import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { addDeadLetter } from '../dead-letters/add'
import { reviewRun, undoReview } from '../reviews/review'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { getRun } from './get'

let test: TestProject

beforeAll(async () => {
  test = await makeProject()
})

describe('getRun', () => {
  it("finds a run by its internal id and by its client's id", async () => {
    const runId = (await ingest(test.key, [runBody({ id: 'mine' })])).get('mine') ?? ''
    const byOurs = await getRun.run(test.key, { runId })
    expect(byOurs.run).toMatchObject({ id: runId, clientId: 'mine' })
    expect(await getRun.run(test.key, { runId: 'mine' })).toEqual(byOurs)
  })

  it('does not find runs of another project, by either id', async () => {
    const runId = (await ingest(test.key, [runBody({ id: 'private' })])).get('private') ?? ''
    const other = await makeProject()
    for (const name of [runId, 'private', 'never was'])
      await expect(getRun.run(other.key, { runId: name })).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the detail of a run', () => {
  it('counts all checks, of which the latest 200 are listed', async () => {
    const runId = (await ingest(test.key, [runBody({ id: 'checked' })])).get('checked') ?? ''
    const check = { runKey: 'checked', kind: 'fixup', isOk: true, input: {}, result: {}, by: 'key' }
    const data = Array.from({ length: 230 }, () => ({ ...check, projectId: test.project.id, id: randomUUID() }))
    await getDb().runCheck.createMany({ data })
    const { checks, checkCount } = await getRun.run(test.key, { runId })
    expect([checks.length, checkCount]).toEqual([200, 230])
  })

  it('counts all gates, of which the newest 50 are listed', async () => {
    const runId = (await ingest(test.key, [runBody({ id: 'gated' })])).get('gated') ?? ''
    const { chainId, versionId } = await getDb().run.findFirstOrThrow({
      where: { projectId: test.project.id, id: runId },
    })
    const time = (place: number) => new Date(Date.UTC(2026, 0, 1, 0, place))
    const data = Array.from({ length: 53 }, (_, place) => ({
      ...{ projectId: test.project.id, id: randomUUID(), kind: 'manual', chainId, versionId, runId, state: 'approved' },
      ...{
        title: `Gate ${place}`,
        question: '?',
        openedBy: 'key',
        openedAt: time(place),
        deadlineAt: time(90),
        warnAt: time(80),
      },
    }))
    await getDb().gate.createMany({ data })
    const { gates, gateCount } = await getRun.run(test.key, { runId })
    expect([gates.length, gates[0]?.title, gateCount]).toEqual([50, 'Gate 52', 53])
  })

  it('has null rather than zero for missing values', async () => {
    await ingest(test.key, [{ id: 'bare', chain: 'bare' }])
    const detail = await getRun.run(test.key, { runId: 'bare' })
    expect(detail).toMatchObject({
      tokens: { input: null, output: null, total: null, useful: null },
      budget: null,
      error: null,
      contractFrom: null,
      startedAt: null,
      endedAt: null,
      metadata: null,
      nodes: [],
      sources: [],
      signals: [],
      execution: null,
    })
    expect(detail.run).toMatchObject({ durationMs: null, tokens: null, costUsd: null, confidence: null })
    expect([detail.output, detail.request]).toEqual([undefined, undefined])
  })

  it('distinguishes null from missing values', async () => {
    const nodes = [{ id: 'silent' }, { id: 'told', output: null }, { id: 'full', output: { deep: null } }]
    await ingest(test.key, [
      { id: 'nulls', chain: 'bare', request: null, output: null, nodes },
      { id: 'half', chain: 'bare', request: { deep: [null] } },
    ])
    const detail = await getRun.run(test.key, { runId: 'nulls' })
    expect([detail.request, detail.output]).toEqual([null, null])
    expect(detail.nodes.map(({ output }) => output)).toEqual([undefined, null, { deep: null }])
    const half = await getRun.run(test.key, { runId: 'half' })
    expect([half.request, half.output]).toEqual([{ deep: [null] }, undefined])
  })

  it('keeps the keys of what was sent in their order', async () => {
    const sent = { total: 12, id: 'inv-1', lines: [{ price: 2, at: 1 }], meta: { z: 1, aa: 2, b: 3 } }
    const call = { name: 'look_up', arguments: sent, result: sent }
    const node = { id: 'write', input: sent, output: sent, toolCalls: [call] }
    await ingest(test.key, [runBody({ id: 'ordered', request: sent, output: sent, metadata: sent, nodes: [node] })])
    const { request, output, metadata, nodes } = await getRun.run(test.key, { runId: 'ordered' })
    const [step] = nodes
    for (const shown of [request, output, metadata, step?.input, step?.output])
      expect(JSON.stringify(shown)).toBe(JSON.stringify(sent))
    expect(JSON.stringify(step?.toolCalls)).toBe(JSON.stringify([call]))
  })

  it('contains the newest dead letters without their arguments, and their number', async () => {
    await ingest(test.key, [runBody({ id: 'lettered' }), runBody({ id: 'unlettered' })])
    const letter = { operation: 'tool:bash', args: { key: 'x' }, category: 'PERMANENT', runKey: 'lettered' } as const
    for (let number = 1; number <= 12; number++) await addDeadLetter(test.key, { ...letter, error: `exit ${number}` })
    const other = await makeProject()
    await addDeadLetter(other.key, { ...letter, error: 'theirs' })
    const { total, newest } = (await getRun.run(test.key, { runId: 'lettered' })).deadLetters
    expect([total, newest.length]).toEqual([12, 10])
    expect(newest[0]).toMatchObject({ error: 'exit 12', status: 'pending', waitsFor: 'person' })
    expect(newest[0]).not.toHaveProperty('args')
    expect((await getRun.run(test.key, { runId: 'unlettered' })).deadLetters).toEqual({ total: 0, newest: [] })
  })

  it('contains nodes with order, tools and times, and the class of failed ones', async () => {
    await ingest(test.key, [
      runBody({
        id: 'graph',
        status: 'failed',
        nodes: [
          { id: 'plan', toolCalls: 3, tokens: { input: 5, output: 7 } },
          {
            id: 'act',
            dependencies: ['plan'],
            status: 'failed',
            error: { message: 'too many', httpStatus: 429, code: 429 },
          },
          {
            id: 'tell',
            dependencies: ['act'],
            status: 'failed',
            error: 'act failed',
            toolCalls: [{ name: 'send', arguments: { to: 'a' } }],
          },
          { id: 'wait', dependencies: ['act'], toolCalls: -1 },
        ],
      }),
    ])
    const { nodes } = await getRun.run(test.key, { runId: 'graph' })
    expect(nodes.map((node) => [node.id, node.toolCallCount, node.failure?.role ?? null])).toEqual([
      ['plan', 3, null],
      ['act', null, 'root'],
      ['tell', 1, 'cascade'],
      ['wait', -1, null],
    ])
    expect(nodes[0]).toMatchObject({ toolCalls: null, tokens: { input: 5, output: 7, total: 12 }, durationMs: null })
    expect(nodes[1]).toMatchObject({
      error: { message: 'too many', code: '429', httpStatus: 429 },
      failure: { failureClass: 'rate_limited' },
    })
    expect(nodes[2]?.toolCalls).toEqual([{ name: 'send', arguments: { to: 'a' } }])
  })

  it('contains its title and the input of each step, up to a total length', async () => {
    const asked = { model: 'm', provider: 'p', systemPrompt: 'be kind', attributes: { 'my.flag': true } }
    const long = 'x'.repeat(300_000)
    await ingest(test.key, [
      runBody({
        id: 'asked',
        title: 'Answer a ticket',
        nodes: [
          { id: 'first', input: [{ role: 'user', content: 'hi' }], ...asked },
          { id: 'second', input: long },
          { id: 'third', input: long },
          { id: 'fourth' },
        ],
      }),
    ])
    const { run, nodes } = await getRun.run(test.key, { runId: 'asked' })
    expect(run.title).toBe('Answer a ticket')
    expect(nodes[0]).toMatchObject({ input: [{ role: 'user', content: 'hi' }], ...asked })
    expect(nodes.map(({ input, inputLeftOut = false }) => [input !== undefined, inputLeftOut])).toEqual([
      [true, false],
      [true, false],
      [false, true],
      [false, false],
    ])
    expect(nodes[3]).toMatchObject({ model: null, provider: null, attributes: null })
  })

  it('names the steps of its feedback, because ids of spans say nothing', async () => {
    const nodes = [{ id: '8ce9cfe287409f62', name: 'ask the model', status: 'failed' as const, error: 'boom' }]
    await ingest(test.key, [runBody({ id: 'spans', status: 'failed', error: 'boom', nodes })])
    const { feedback, run } = await getRun.run(test.key, { runId: 'spans' })
    expect(feedback.issues.map(({ field }) => field)).toContain('ask the model')
    expect(`${feedback.guidance} ${run.reason}`).not.toContain('8ce9cfe287409f62')
  })

  it('has the failure class of the error that ended it, not of a handled one', async () => {
    const error = { message: 'too many requests', httpStatus: 429 }
    const nodes = [
      { id: 'look', type: 'tool', status: 'failed' as const, error },
      { id: 'think', type: 'llm', dependencies: ['look'] },
      { id: 'write', type: 'tool', dependencies: ['think'], status: 'failed' as const, error: 'request timed out' },
    ]
    await ingest(test.key, [
      runBody({ id: 'past', status: 'failed', error: 'request timed out', nodes }),
      runBody({ id: 'itself', status: 'failed', error: 'request timed out', nodes: nodes.slice(0, 2) }),
      runBody({ id: 'only', status: 'completed', nodes: nodes.slice(0, 2) }),
    ])
    const rolesOf = async (runId: string) => {
      const { run, nodes: views } = await getRun.run(test.key, { runId })
      return [run.failureClass, ...views.flatMap(({ failure }) => failure?.role ?? [])]
    }
    expect(await rolesOf('past')).toEqual(['timeout', 'handled', 'root'])
    expect(await rolesOf('itself')).toEqual(['timeout', 'handled'])
    expect(await rolesOf('only')).toEqual(['rate_limited', 'root'])
  })

  it('contains scores whose factors add up to them', async () => {
    await ingest(test.key, [runBody({ id: 'scored', signals: { self: 0.9, peer: 0.6 } })])
    const { scores } = await getRun.run(test.key, { runId: 'scored' })
    expect(scores.map((score) => score.profile).sort()).toEqual(['confidence', 'gaff', 'stratt'])
    for (const score of scores) {
      const sum = score.factors.reduce((total, factor) => total + (factor.contribution ?? 0), 0)
      expect(sum).toBeCloseTo(score.value ?? Number.NaN, 9)
    }
  })

  it('contains the contract of its version if it has none of its own', async () => {
    await ingest(test.key, [runBody({ id: 'own' }), runBody({ id: 'inherited', chain: 'kept', contract: undefined })])
    await test.key.db.chainVersion.updateMany({
      where: { projectId: test.project.id, chain: { name: 'kept' } },
      data: { contract: { requiredOutputs: ['answer'] } },
    })
    expect(await getRun.run(test.key, { runId: 'own' })).toMatchObject({ contractFrom: 'run' })
    expect(await getRun.run(test.key, { runId: 'inherited' })).toMatchObject({
      contractFrom: 'version',
      contract: { requiredOutputs: ['answer'] },
    })
  })

  it('contains the attempts of its execution with the best one marked', async () => {
    const attempts = [0.4, 0.7, 0.6].map((peer, place) =>
      runBody({ id: `try-${place + 1}`, execution: 'case', attempt: place + 1, signals: { peer } }),
    )
    await ingest(test.key, attempts)
    const { execution } = await getRun.run(test.key, { runId: 'try-1' })
    expect(execution?.attempts.map(({ attempt, score, best }) => [attempt, score, best])).toEqual([
      [1, 0.4, false],
      [2, 0.7, true],
      [3, 0.6, false],
    ])
    expect(execution?.best).toEqual({ attempt: 2, score: 0.7 })
  })
})

describe('signals and decisions', () => {
  it('stay on record when superseded or undone', async () => {
    const reviewer = await test.as('reviewer', 'Rita')
    const runId =
      (await ingest(test.key, [runBody({ id: 'judged', signals: { peer: 0.5, human: 0.2 } })])).get('judged') ?? ''
    const { decision } = await reviewRun.run(reviewer, { runId, verdict: 'approve' })
    const reviewed = await getRun.run(test.key, { runId })
    expect(
      reviewed.signals
        .filter((signal) => signal.evaluator === 'human')
        .map(({ value, origin, inForce, decisionId }) => [value, origin, inForce, decisionId]),
    ).toEqual([
      [0.2, 'ingest', false, null],
      [1, 'review', true, decision.id],
    ])
    expect(reviewed.decisions).toMatchObject([
      { id: decision.id, verdict: 'approve', undone: false, by: { name: 'Rita' } },
    ])

    await undoReview.run(reviewer, { runId, decisionId: decision.id })
    const undone = await getRun.run(test.key, { runId })
    expect(undone.signals.map(({ value, inForce, retracted }) => [value, inForce, retracted])).toEqual([
      [0.5, true, false],
      [0.2, true, false],
      [1, false, true],
    ])
    expect(undone.decisions.map(({ kind, undone: isUndone }) => [kind, isUndone])).toEqual([
      ['review', true],
      ['review_undone', false],
    ])
    expect(undone.run.confidence).toBeCloseTo((0.25 * 0.5 + 0.5 * 0.2) / 0.75, 12)
  })

  it('show that a rejection vetoes', async () => {
    const reviewer = await test.as('reviewer')
    const runId = (await ingest(test.key, [runBody({ id: 'vetoed', signals: { peer: 1 } })])).get('vetoed') ?? ''
    await reviewRun.run(reviewer, { runId, verdict: 'reject', reason: 'wrong' })
    expect(await getRun.run(test.key, { runId })).toMatchObject({ vetoed: true, run: { humanOrigin: 'review' } })
  })
})
