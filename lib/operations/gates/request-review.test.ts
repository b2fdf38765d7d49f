import { beforeEach, describe, expect, it } from 'vitest'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { openGate, requestReview } from './open'

let test: TestProject
let runId: string
beforeEach(async () => {
  test = await makeProject()
  runId = (await ingest(test.key, [runBody({ id: 'their/run 1' })])).get('their/run 1') ?? ''
})

describe('requesting a review', () => {
  it('opens a gate on the run, found by internal or client id, and returns its URL', async () => {
    const asked = await requestReview.run(test.key, {
      runId: 'their/run 1',
      question: 'Is it right?',
      deadlineHours: 2,
    })
    expect(asked.opened).toBe(true)
    expect(asked.gate).toMatchObject({
      kind: 'manual',
      state: 'pending',
      runId,
      title: 'Review their/run 1',
      question: 'Is it right?',
      openedBy: 'key test key',
    })
    expect(new URL(asked.url).pathname).toBe(`/p/${test.project.slug}/gates/${asked.gate.id}`)
    expect(Date.parse(asked.gate.deadlineAt) - Date.parse(asked.gate.openedAt)).toBe(2 * 3_600_000)
  })

  it('names the run by its title', async () => {
    const ids = await ingest(test.key, [runBody({ id: '4bf92f35', title: 'cancel order' })])
    const { gate } = await requestReview.run(test.key, { runId: ids.get('4bf92f35') ?? '' })
    expect(gate.title).toBe('Review cancel order')
  })

  it('returns the open gate when repeated, also concurrently', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => requestReview.run(test.key, { runId })))
    expect(answers.filter((answer) => answer.opened)).toHaveLength(1)
    expect(new Set(answers.map((answer) => answer.gate.id)).size).toBe(1)
    expect(await test.key.db.gate.count({ where: { projectId: test.project.id } })).toBe(1)
  })

  it('returns a gate that was opened manually', async () => {
    const { gate } = await openGate.run(test.key, { runId, question: 'Ready?' })
    expect(await requestReview.run(test.key, { runId })).toMatchObject({
      opened: false,
      gate: { id: gate.id, question: 'Ready?' },
    })
  })

  it('finds no run of another project or with an unknown id', async () => {
    const other = await makeProject()
    for (const ctx of [other.key, test.key])
      await expect(requestReview.run(ctx, { runId: ctx === test.key ? 'nobody' : runId })).rejects.toMatchObject({
        code: 'not_found',
      })
  })
})
