import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { ingest, makeProject, runBody } from '../testing/factories'
import { ingestBatch } from './ingest-batch'
import { ingestRuns } from './ingest-runs'

describe('a batch', () => {
  it('is partly accepted; each rejection has index, path and reason', async () => {
    const { key } = await makeProject()
    const bodies = [
      runBody({ id: 'good' }),
      { ...runBody({ id: 'typo' }), ouptut: 1 },
      { ...runBody(), tokens: { input: -1 } },
      runBody({
        nodes: [
          { id: 'a', dependencies: ['b'] },
          { id: 'b', dependencies: ['a'] },
        ],
      }),
      'not a run',
    ]
    const { accepted, rejected } = await ingestBatch(key, bodies, 'test')
    expect(accepted.map((run) => run.index)).toEqual([0])
    expect(rejected).toMatchObject([
      { index: 1, id: 'typo', path: 'ouptut', reason: 'unknown field: did you mean output?' },
      { index: 2, path: 'tokens.input' },
      { index: 3, path: 'nodes[0].dependencies', reason: expect.stringContaining('cycle') },
      { index: 4, id: null, path: '' },
    ])
  })

  it('rejects what could not be stored as sent, or not be requested by its id, naming the field', async () => {
    const { key } = await makeProject()
    const beyond = JSON.parse('1e400')
    const bodies = [
      runBody({ id: 'good' }),
      runBody({ id: 'output', output: { rows: [1, { total: beyond }] } }),
      runBody({ id: 'result', nodes: [{ id: 'a', toolCalls: [{ name: 't', result: [-beyond] }] }] }),
      runBody({ id: 'metadata', metadata: { cost: beyond } }),
      runBody({ id: 'duration', durationMs: beyond }),
      runBody({ id: '..' }),
      runBody({ id: ' . ' }),
      runBody({ id: 'chain', chain: '..' }),
      runBody({ id: 'version', version: '.' }),
    ]
    const { accepted, rejected } = await ingestBatch(key, bodies, 'test')
    expect(accepted.map((run) => run.id)).toEqual(['good'])
    expect(rejected.map(({ path }) => path)).toEqual([
      'output.rows[1].total',
      'nodes[0].toolCalls[0].result[0]',
      'metadata.cost',
      'durationMs',
      ...['id', 'id', 'chain', 'version'],
    ])
    expect(rejected[0]?.reason).toContain('beyond what can be stored')
    expect(rejected[4]?.reason).toBe('must not be "." or ".."')
    await expect(ingestRuns.run(key, runBody({ request: beyond }))).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'request' }],
    })
  })

  it('is accepted without the runs whose numbers are beyond a double', async () => {
    const { key } = await makeProject()
    const runs = [runBody({ id: 'good' }), runBody({ id: 'bad', output: JSON.parse('[1e400]') })]
    const { accepted, rejected } = await ingestRuns.run(key, { runs })
    expect(accepted.map(({ id }) => id)).toEqual(['good'])
    expect(rejected).toMatchObject([{ index: 1, id: 'bad', path: 'output[0]' }])
  })

  it('names the field of criteria that cannot be applied as it was sent', async () => {
    const { key } = await makeProject()
    const scoring_weights = { completeness: 0, accuracy: 0, performance: 0 }
    const { rejected } = await ingestBatch(
      key,
      [runBody({ criteria: { required_fields: ['a'], scoring_weights } })],
      'test',
    )
    expect(rejected).toMatchObject([{ path: 'criteria.scoring_weights.completeness' }])
  })

  it('sent as a bare list is refused with the form to send', async () => {
    const { key } = await makeProject()
    await expect(ingestRuns.run(key, [runBody()] as never)).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: '', message: expect.stringContaining('`runs`: a list of runs') }],
    })
  })

  it('with too many runs is refused, naming the field', async () => {
    const { key } = await makeProject()
    const runs = Array.from({ length: 1001 }, () => ({}))
    await expect(ingestRuns.run(key, { runs })).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'runs' }],
    })
  })

  it('adds to the rollups exactly what its rows contain', async () => {
    const { key, project } = await makeProject()
    await ingest(key, [
      runBody(),
      runBody({ output: {} }),
      runBody({ status: 'failed', error: 'connect ECONNREFUSED' }),
      runBody({ kind: 'dry_run' }),
      runBody({ status: 'cancelled' }),
      runBody({ chain: 'imported', contract: undefined, tokens: undefined }),
    ])
    const rows = await getDb().runSummary.findMany({ where: { projectId: project.id } })
    const rollups = await getDb().rollupHour.findMany({ where: { projectId: project.id } })
    const total = (pick: (rollup: (typeof rollups)[number]) => number) =>
      rollups.reduce((sum, rollup) => sum + pick(rollup), 0)
    const compared = rows.filter((row) => row.quality !== null && row.kind === 'live')
    const scored = compared.filter((row) => row.band !== null)
    expect(total((rollup) => rollup.runs)).toBe(6)
    expect(total((rollup) => rollup.scored)).toBe(scored.length)
    expect(total((rollup) => rollup.liveScored)).toBe(compared.length)
    expect(compared.length).toBe(scored.length + 1)
    expect(total((rollup) => rollup.qualitySum)).toBeCloseTo(
      scored.reduce((sum, row) => sum + (row.quality ?? 0), 0),
      9,
    )
    expect(total((rollup) => rollup.histogram.reduce((sum, count) => sum + count, 0))).toBe(scored.length)
    expect(total((rollup) => rollup.failedRuns)).toBe(1)
    expect(total((rollup) => rollup.flagged)).toBe(rows.filter((row) => row.flag !== null).length)
  })
})
