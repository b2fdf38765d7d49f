import { describe, expect, it } from 'vitest'
import { makeProject, runBody } from '../testing/factories'
import { hurryThreads } from '../testing/hurried-threads'
import { ingestBatch } from './ingest-batch'

hurryThreads()

const PATIENCE_MS = 120_000

/** A value nested `depth` levels deep, with a schema that checks each level twice: 2^depth steps. */
function explosion(depth: number) {
  let output: object = {}
  for (let level = 0; level < depth; level++) output = { x: output }
  const node = { properties: { x: { $ref: '#/$defs/node' } }, required: ['absent'] }
  return { output, contract: { schema: { $ref: '#/$defs/node', $defs: { node: { anyOf: [node, node] } } } } }
}

describe('a malicious run', () => {
  it(
    'is rejected when its schema would take years to check; the rest of the batch is accepted',
    async () => {
      const { key } = await makeProject()
      const result = await ingestBatch(
        key,
        [runBody({ id: 'before' }), runBody(explosion(90)), runBody({ id: 'after' })],
        'test',
      )
      expect(result.accepted.map((run) => run.id)).toEqual(['before', 'after'])
      expect(result.rejected).toMatchObject([{ index: 1, code: 'invalid_input', path: 'contract' }])
    },
    PATIENCE_MS,
  )

  it(
    'cannot delay a batch more than a few times; unchecked runs are reported as such',
    async () => {
      const { key } = await makeProject()
      const bodies = [...Array.from({ length: 5 }, () => runBody(explosion(90))), runBody({ id: 'last' })]
      const { rejected } = await ingestBatch(key, bodies, 'test')
      expect(rejected).toHaveLength(6)
      expect(rejected.at(-1)).toMatchObject({ id: 'last', path: '', reason: expect.stringContaining('send it again') })
    },
    PATIENCE_MS,
  )

  it.each([
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '2026-01-01T00:00:00+16:00',
    '2026-01-01T00:00:00-23:59',
  ])('at %s is rejected in every time field', async (time) => {
    const { key } = await makeProject()
    const bodies = [
      runBody({ startedAt: time }),
      runBody({ nodes: [{ id: 'a', endedAt: time }] }),
      runBody({ signals: [{ evaluator: 'self', value: 1, at: time }] }),
    ]
    const { accepted, rejected } = await ingestBatch(key, bodies, 'test')
    expect(accepted).toEqual([])
    expect(rejected.map((run) => run.path)).toEqual(['startedAt', 'nodes[0].endedAt', 'signals[0].at'])
  })
})
