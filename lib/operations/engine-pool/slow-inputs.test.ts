import { describe, expect, it } from 'vitest'
import { putVersion } from '../chains/version'
import { ingestBatch } from '../ingest/ingest-batch'
import { rescoreRuns } from '../rescore/rescore'
import { doublingSchema } from '../testing/doubling-schema'
import { ingest, makeProject, runBody } from '../testing/factories'
import { hurryThreads } from '../testing/hurried-threads'
import { statelessTool } from '../testing/stateless-tool'
import { toAppError } from '../to-app-error'

hurryThreads()

const PATIENCE_MS = 120_000
/** More than run at once on any machine: one project gets half of at most four threads. */
const SLOW_CALLS = 5
const cheap = { schema: { type: 'string', pattern: '^w' }, output: 'well' }

/** Counts how often the event loop turned until `work` was done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0
  let isDone = false
  const end = () => {
    isDone = true
  }
  work.then(end, end)
  while (!isDone) {
    turns++
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return turns
}

describe('inputs that would take years', () => {
  it(
    'are rejected with the field at fault while other projects are served',
    async () => {
      const [{ key: slow }, { key: other }] = [await makeProject(), await makeProject()]
      let refused = 0
      const calls = Array.from({ length: SLOW_CALLS }, () =>
        statelessTool('validate_output')
          .run(slow, { schema: doublingSchema(), output: 1 })
          .catch(toAppError)
          .finally(() => refused++),
      )
      const all = Promise.all(calls)
      const turns = turnsDuring(all)
      for (let call = 0; call < 5; call++)
        expect(await statelessTool('validate_output').run(other, cheap)).toMatchObject({ valid: true })
      expect(refused).toBeLessThan(SLOW_CALLS)
      const errors = await all
      for (const error of errors)
        expect(error).toMatchObject({ code: expect.stringMatching(/^(invalid_input|rate_limited)$/) })
      expect(errors).toContainEqual(
        expect.objectContaining({
          code: 'invalid_input',
          issues: [{ path: 'schema', message: expect.stringContaining('takes longer than') }],
        }),
      )
      expect(await turns).toBeGreaterThan(20)
    },
    PATIENCE_MS,
  )

  it.each([
    ['compiled', doublingSchema()],
    ['interpreted', { ...doublingSchema(), unevaluatedProperties: false }],
  ])(
    'do not affect the other runs of their batch or the process: %s',
    async (_, schema) => {
      const { key } = await makeProject()
      const contract = { schema }
      const work = ingestBatch(
        key,
        [runBody({ id: 'before' }), runBody({ id: 'slow', contract }), runBody({ id: 'after' })],
        'test',
      )
      const turns = turnsDuring(work)
      const { accepted, rejected } = await work
      expect(accepted.map((run) => run.id)).toEqual(['before', 'after'])
      expect(rejected).toMatchObject([{ id: 'slow', code: 'invalid_input', path: 'contract' }])
      expect(await turns).toBeGreaterThan(20)
    },
    PATIENCE_MS,
  )

  it(
    'end a page of rescoring early and get no score',
    async () => {
      const { key, as } = await makeProject()
      const admin = await as('admin')
      await ingest(
        key,
        ['a', 'b', 'c'].map((id) => runBody({ id, contract: undefined })),
      )
      await putVersion.run(admin, { chain: 'answers', version: '1.0.0', contract: { schema: doublingSchema() } })
      const ask = (cursor?: string) => rescoreRuns.run(admin, { series: 'again', profile: 'stratt', cursor })
      const first = await ask()
      expect(first).toMatchObject({ rescored: 0, unmeasured: 2, next: expect.any(String) })
      expect(await ask(first.next ?? undefined)).toMatchObject({ rescored: 0, unmeasured: 1, next: null })
    },
    PATIENCE_MS,
  )

  it.each<[string, { run: (ctx: never, input: never) => Promise<unknown> }, string, unknown]>([
    [
      'a chain of 30,000 nodes that all failed',
      statelessTool('determine_rerun_strategy'),
      'intent_graph',
      longChain(30_000),
    ],
    [
      'texts of megabytes',
      statelessTool('detect_hallucinations'),
      'output',
      {
        output: '1 2 '.repeat(50_000),
        toolResults: Array.from({ length: 30 }, () => '1 '.repeat(100_000)),
      },
    ],
    [
      'thousands of long messages',
      statelessTool('group_failures'),
      'messages',
      { messages: Array.from({ length: 4000 }, (_, index) => `${index} ${"a-a.'5 ms ".repeat(300)}`) },
    ],
  ])(
    'do not block the process: %s',
    async (_what, operation, path, input) => {
      const { key } = await makeProject()
      const work = operation.run(key as never, input as never)
      const turns = turnsDuring(work)
      const error = await work.then(() => null, toAppError)
      expect(await turns).toBeGreaterThan(20)
      if (error) expect(error).toMatchObject({ code: 'invalid_input', issues: [{ path }] })
    },
    PATIENCE_MS,
  )
})

function longChain(length: number) {
  const nodes = Array.from({ length }, (_, index) => `n${index}`)
  const results = Object.fromEntries(nodes.map((id) => [id, { node_id: id, success: false, error: `bad ${id}` }]))
  return {
    execution_result: { results, nodes_failed: nodes },
    validation_result: {},
    intent_graph: { nodes, edges: nodes.slice(1).map((to, index) => ({ from: nodes[index], to })) },
  }
}
