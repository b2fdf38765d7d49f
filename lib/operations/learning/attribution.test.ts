import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { ingest, makeProject, runBody } from '../testing/factories'
import { getAttribution, recordAttribution } from './attribution'

const nodes = [
  { id: 'plan', name: 'Planner', output: 'Read the file and sum it.' },
  { id: 'code', name: 'Coder', output: 'print(sum(rows))' },
  { id: 'run', name: 'Terminal', output: "exitcode: 1 (execution failed)\nNameError: name 'rows' is not defined" },
]

async function makeFailed() {
  const test = await makeProject()
  const bodies = [runBody({ id: 'failed', status: 'failed', nodes }), runBody({ id: 'fine', nodes: nodes.slice(0, 2) })]
  const ids = await ingest(test.key, bodies)
  return { ...test, ids, failed: { runId: ids.get('failed') ?? '' }, reviewer: await test.as('reviewer', 'Ada') }
}

describe('the attribution of a failed run', () => {
  it('is suggested but never asserted, and not suggested for a run without signs of failure', async () => {
    const { key, ids, failed } = await makeFailed()
    expect(await getAttribution.run(key, failed)).toMatchObject({
      suggestions: [{ nodeId: 'code', agent: 'Coder', reason: expect.stringContaining('NameError') }, {}],
      asserted: false,
      attribution: null,
      record: { n: 0 },
    })
    expect(await getAttribution.run(key, { runId: ids.get('fine') ?? '' })).toMatchObject({ suggestions: [] })
  })

  it('is never a step that failed or was skipped because of another one', async () => {
    const { key } = await makeProject()
    const steps = [
      { id: 'ask', name: 'ChatModel', type: 'llm', status: 'failed' as const, error: 'HTTP 503' },
      {
        id: 'agent',
        name: 'agent',
        type: 'agent',
        status: 'failed' as const,
        error: 'HTTP 503',
        dependencies: ['ask'],
      },
      { id: 'answer', name: 'writer', type: 'llm', status: 'skipped' as const, dependencies: ['agent'] },
    ]
    const ids = await ingest(key, [runBody({ id: 'failed', status: 'failed', nodes: steps })])
    const { suggestions } = await getAttribution.run(key, { runId: ids.get('failed') ?? '' })
    expect(suggestions.map(({ nodeId }) => nodeId)).toEqual(['ask'])
  })

  it('records that a person confirms, corrects, names no step, or withdraws it', async () => {
    const { key, reviewer, failed, project } = await makeFailed()
    const say = (what: object) => recordAttribution.run(reviewer, { ...failed, ...what })
    const { attribution } = await say({ nodeId: 'code', reason: 'It never read the file.' })
    expect(attribution).toMatchObject({ nodeId: 'code', agent: 'Coder', rank: 1, by: 'Ada' })
    expect(await getAttribution.run(key, failed)).toMatchObject({ attribution, record: { n: 1, first: 1, listed: 1 } })
    expect((await say({ nodeId: 'run' })).attribution).toMatchObject({ nodeId: 'run', rank: null })
    expect((await say({ nodeId: null })).attribution).toMatchObject({ nodeId: null, agent: null, rank: null })
    expect(await getAttribution.run(key, failed)).toMatchObject({ record: { n: 1, first: 0, listed: 0 } })
    expect(await say({ takeBack: true })).toEqual({ attribution: null })
    expect(await getAttribution.run(key, failed)).toMatchObject({ attribution: null, record: { n: 0 } })
    expect(await getDb().attribution.count({ where: { projectId: project.id } })).toBe(4)
  })

  it('of several people is that of the newest that nobody withdrew', async () => {
    const { key, reviewer, failed, as } = await makeFailed()
    const bob = await as('reviewer', 'Bob')
    const say = async (ctx: typeof bob, what: object) =>
      (await recordAttribution.run(ctx, { ...failed, ...what })).attribution?.nodeId
    await say(reviewer, { nodeId: 'plan' })
    await say(reviewer, { nodeId: 'code' })
    expect(await say(bob, { nodeId: 'run' })).toBe('run')
    expect(await say(bob, { takeBack: true })).toBe('code')
    expect(await getAttribution.run(key, failed)).toMatchObject({ attribution: { by: 'Ada' }, record: { n: 1 } })
    expect(await say(reviewer, { takeBack: true })).toBeUndefined()
    expect(await say(bob, { nodeId: 'run' })).toBe('run')
  })

  it('improves the suggestions of other runs, but never those of its own run', async () => {
    const test = await makeProject()
    const bodies = Array.from({ length: 9 }, (_, at) => runBody({ id: `run-${at}`, status: 'failed', nodes }))
    const ids = await ingest(test.key, bodies)
    const reviewer = await test.as('reviewer')
    const idOf = (at: number) => ids.get(`run-${at}`) ?? ''
    const see = async (at: number) => (await getAttribution.run(test.key, { runId: idOf(at) })).suggestions
    const published = await see(0)
    for (let at = 0; at < 8; at++) await recordAttribution.run(reviewer, { runId: idOf(at), nodeId: 'plan' })
    expect(await see(0)).toEqual(published)
    expect((await see(8)).find(({ nodeId }) => nodeId === 'plan')?.score).toBeGreaterThan(
      published.find(({ nodeId }) => nodeId === 'plan')?.score ?? 1,
    )
  })

  it('rejects steps of other runs, a step together with a withdrawal, and API keys', async () => {
    const { key, reviewer, failed } = await makeFailed()
    const refusal = (ctx: typeof reviewer, what: object) => recordAttribution.run(ctx, { ...failed, ...what })
    await expect(refusal(reviewer, { nodeId: 'elsewhere' })).rejects.toMatchObject({ issues: [{ path: 'nodeId' }] })
    await expect(refusal(reviewer, {})).rejects.toMatchObject({ issues: [{ path: 'nodeId' }] })
    await expect(refusal(reviewer, { nodeId: 'code', takeBack: true })).rejects.toMatchObject({
      issues: [{ path: 'nodeId' }],
    })
    await expect(refusal(reviewer, { takeBack: true })).rejects.toMatchObject({ code: 'conflict' })
    await expect(refusal(key, { nodeId: 'code' })).rejects.toMatchObject({ code: 'forbidden' })
  })
})
