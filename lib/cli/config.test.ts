import { expect, it } from 'vitest'
import { runProgram } from './run-program'
import { fakeTerminal } from './testing/fake-terminal'

const view = {
  chain: null,
  number: 2,
  at: '2026-01-02T03:04:05.000Z',
  by: 'Ada',
  comment: null,
  own: { stratt_weights: { efficiency: 1 } },
}

/** Runs the command against a desk that answers everything with this, and returns its output. */
async function run(answer: unknown, stdin: string, ...args: string[]) {
  const asked: { url: string; body: unknown }[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    asked.push({ url: String(url), body: init?.body ? JSON.parse(String(init.body)) : null })
    return Response.json(answer)
  }
  const { terminal, out, notes } = fakeTerminal({ fetch, readStdin: async () => Buffer.from(stdin) })
  const code = await runProgram(['config', ...args, '--url', 'http://desk.test', '--api-key', 'k'], terminal)
  return { code, out: out.join('\n'), notes, asked }
}

it('lists the versions of a chain with their changes', async () => {
  const change = { path: 'stratt_weights.efficiency', to: 1 }
  const version = { number: 2, by: 'Ada', at: view.at, comment: 'cheaper', config: view.own, changes: [change] }
  const { code, out, asked } = await run({ versions: [version], next: null }, '', 'history', '--chain', 'a b')
  expect(code).toBe(0)
  expect(asked[0]?.url).toContain('chain=a+b')
  expect(out).toBe(`version 2 by Ada, ${view.at}: cheaper\n  stratt_weights.efficiency: inherited -> 1`)
})

const side = { n: 1, mean: 0.5, histogram: Array.from({ length: 20 }, () => 0) }
const preview = {
  runs: 9,
  compared: 8,
  notCompared: [{ reason: 'not reached in time', count: 1 }],
  before: side,
  after: { ...side, mean: null },
  changed: { any: 3, quality: 3, grade: 2, band: 1, confidence: 0, decision: 1 },
  grades: [{ from: 'good', to: null, count: 2 }],
  bands: [],
  decisions: [],
  list: [],
  verdicts: [],
}

it('previews an unchanged gaff.json', async () => {
  const file = { quality_assurance: { quality_threshold: 0.9 } }
  const { code, out, asked } = await run(preview, JSON.stringify(file), 'preview', '-', '--runs', '9')
  expect(code).toBe(0)
  expect(asked[0]?.body).toEqual({ config: file, runs: 9 })
  expect(out.split('\n')).toEqual([
    '8 of the last 9 runs compared: 2 would change grade, 1 trace quality, 1 decision',
    '  mean quality 0.50 now, — then',
    '  good to none: 2',
    '  not compared: 1, not reached in time',
    '  nothing was written',
  ])
})

it('previews a whole gaff.json by its quality_assurance alone, and names what else it holds', async () => {
  const file = { name: 'flows', agents: {}, quality_assurance: { quality_threshold: 0.9 } }
  const { code, notes, asked } = await run(preview, JSON.stringify(file), 'preview', '-')
  expect(code).toBe(0)
  expect(asked[0]?.body).toEqual({ config: { quality_assurance: { quality_threshold: 0.9 } } })
  expect(notes).toContain('left out, as the desk has no such settings: name, agents')
})

it.each([
  ['an unknown key in the block of a gaff.json', '{"agents":{},"quality_assurance":{"treshold":1}}', ['preview', '-']],
  ['invalid JSON', '{', ['preview', '-']],
  ['an unknown key', '{"router":{}}', ['preview', '-']],
  ['too many runs', '{}', ['preview', '-', '--runs', '501']],
  ['to put', '{}', ['put', '-']],
])('rejects %s without asking the desk', async (_, stdin, args) => {
  const { code, asked } = await run(preview, stdin, ...args)
  expect(code).toBe(2)
  expect(asked).toEqual([])
})
