import { beforeAll, describe, expect, it } from 'vitest'
import type { ExportedRun } from '@/lib/contracts/run-export'
import { giveVerdict } from '../review-queue/verdict'
import { reviewRun } from '../reviews/review'
import { getRun } from '../run-detail/get'
import { listRuns } from '../runs/list'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { drawnRun, take } from '../testing/review-queue'
import { exportRuns } from './export-runs'

const COUNT = 23
const timeOf = (index: number) => new Date(Date.parse('2026-03-01T00:00:00Z') + index * 3_600_000).toISOString()

let test: TestProject
beforeAll(async () => {
  test = await makeProject()
  const bodies = Array.from({ length: COUNT }, (_, index) =>
    runBody({
      id: `run-${index}`,
      startedAt: timeOf(index),
      chain: index % 3 === 0 ? 'letters' : 'answers',
      metadata: { index },
      signals: index % 2 === 0 ? { self: 0.4, peer: 0.9 } : {},
      ...(index === 5 && { status: 'failed', error: 'no luck' }),
    }),
  )
  const ids = await ingest(test.key, bodies)
  await reviewRun.run(await test.as('reviewer'), { runId: ids.get('run-4') ?? '', verdict: 'approve' })
})

async function all(input: Parameters<typeof exportRuns.run>[1] = {}, between = async () => {}): Promise<ExportedRun[]> {
  const rows: ExportedRun[] = []
  let cursor: string | undefined
  do {
    const page = await exportRuns.run(test.key, { ...input, cursor })
    rows.push(...page.rows)
    cursor = page.next ?? undefined
    await between()
  } while (cursor)
  return rows
}

describe('the export of runs', () => {
  it('contains every run once, oldest first, in pages', async () => {
    const rows = await all({ limit: 5 })
    expect(rows.map((row) => row.clientId)).toEqual(Array.from({ length: COUNT }, (_, index) => `run-${index}`))
  })

  it("contains the same facts as the run's page", async () => {
    const rows = await all()
    const listed = new Map((await listRuns.run(test.key, { limit: 200 })).runs.map((run) => [run.id, run]))
    for (const row of rows) {
      const detail = await getRun.run(test.key, { runId: row.id })
      expect(row).toMatchObject(listed.get(row.id) ?? { id: 'not listed' })
      const { error, metadata, receivedAt, startedAt, endedAt, submittedVia } = detail
      expect(row).toMatchObject({ error, metadata, receivedAt, startedAt, endedAt, submittedVia })
      expect(row.tokenCounts).toEqual(detail.tokens)
      expect(row.allSignals).toEqual(detail.signals)
      const scores = detail.scores.map(({ warnings: _, factors, ...score }) => ({
        ...score,
        factors: factors.map(({ name, weight, value }) => ({ name, weight, value })),
      }))
      expect(row.scores).toEqual(scores)
    }
    const reviewed = rows.find((row) => row.clientId === 'run-4')
    expect(reviewed).toMatchObject({ signals: { human: 1 }, humanOrigin: 'review' })
    expect(reviewed?.scores.find((score) => score.series === 'confidence')?.revision).toBeGreaterThan(1)
  })

  it('applies the filters of the list, and limits the page size', async () => {
    const rows = await all({ chain: ['letters'], to: timeOf(10), limit: 2 })
    expect(rows.map((row) => row.clientId)).toEqual(['run-0', 'run-3', 'run-6', 'run-9'])
    expect((await exportRuns.run(test.key, { limit: 2 })).rows).toHaveLength(2)
    await expect(exportRuns.run(test.key, { limit: 501 })).rejects.toMatchObject({ issues: [{ path: 'limit' }] })
  })

  it('says of a score that too little was measured for it', async () => {
    const other = await makeProject()
    const bare = { id: 'bare', startedAt: timeOf(0), chain: 'bare', status: 'completed' } as const
    await ingest(other.key, [runBody({ id: 'whole', startedAt: timeOf(1) }), bare])
    const { rows } = await exportRuns.run(other.key, {})
    expect(
      rows.map(({ clientId, quality, tooLittleMeasured }) => [clientId, quality !== null, tooLittleMeasured]),
    ).toEqual([
      ['bare', true, true],
      ['whole', true, false],
    ])
  })

  it('has no line breaks inside a row', async () => {
    for (const row of await all()) expect(JSON.stringify(row)).not.toContain('\n')
  })

  it("neither loses nor duplicates runs while others arrive, and contains no other project's", async () => {
    let arrived = 0
    const rows = await all({ limit: 7 }, async () => {
      if (arrived < 3) await ingest(test.key, [runBody({ id: `late-${arrived++}`, startedAt: timeOf(100 + arrived) })])
    })
    const ids = rows.map((row) => row.clientId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(Array.from({ length: COUNT }, (_, index) => `run-${index}`)))
    expect((await exportRuns.run((await makeProject()).key, {})).rows).toEqual([])
  })
})

it('neither the verdict of another nor the confidence with it is exported for whoever is to review the run blind', async () => {
  const { runId, ada, bob } = await drawnRun({ blind: true, second_share: 1 })
  await giveVerdict.run(ada, { runId, verdict: 'reject', reason: 'no' })
  expect(await take(bob)).toEqual([runId])
  const exportedFor = async (who: typeof ada) => {
    const [row] = (await exportRuns.run(who, {})).rows
    return [row?.scores.map(({ series }) => series).sort(), row?.allSignals.map(({ evaluator }) => evaluator).sort()]
  }
  expect(await exportedFor(bob)).toEqual([
    ['gaff', 'stratt'],
    ['downstream', 'peer'],
  ])
  expect(await exportedFor(ada)).toEqual([
    ['confidence', 'gaff', 'stratt'],
    ['downstream', 'human', 'peer'],
  ])
})
