import { gzipSync } from 'node:zlib'
import type { APIResponse } from '@playwright/test'
import { errorBody } from '@/lib/contracts/errors'
import { ingestResult, MAX_BODY_BYTES } from '@/lib/contracts/ingest'
import { listRuns } from '@/lib/contracts/runs'
import { expect, test } from '../fixtures'
import { runBody } from '../runs'

const JSON_TYPE = { 'content-type': 'application/json' }
// A body refused before its end closes the connection, which the next request may already have been given.
const AGAIN = { maxRetries: 1 }
const node = (id: string, dependencies: string[] = []) => ({ id, dependencies })

test('an invalid run is refused with the path of the error', async ({ wire }) => {
  const cases: [string, object, string | RegExp][] = [
    ['no id', { id: undefined }, 'id'],
    ['a blank id', { id: '  ' }, 'id'],
    ['a number as id', { id: 7 }, 'id'],
    ['a control character in an id', { id: 'a\u0000b' }, 'id'],
    ['half a surrogate pair in an id', { id: 'a\ud800' }, 'id'],
    ['a list for a chain', { chain: ['a'] }, 'chain'],
    ['an unknown field', { colour: 'red' }, 'colour'],
    ['an unknown field of a node', { nodes: [{ id: 'a', colour: 'red' }] }, 'nodes[0].colour'],
    ['an unknown status', { status: 'fine' }, 'status'],
    ['an attempt of zero', { attempt: 0 }, 'attempt'],
    ['a fractional attempt', { attempt: 1.5 }, 'attempt'],
    ['negative tokens', { tokens: { input: -1 } }, 'tokens.input'],
    ['tokens above the largest safe integer', { tokens: { input: 2 ** 60 } }, 'tokens.input'],
    ['a signal above 1', { signals: { self: 1.01 } }, 'signals.self'],
    ['a signal that is text', { signals: [{ evaluator: 'self', value: 'high' }] }, 'signals[0].value'],
    ['an unknown evaluator', { signals: [{ evaluator: 'boss', value: 1 }] }, 'signals[0].evaluator'],
    ['an invalid time', { startedAt: 'yesterday' }, 'startedAt'],
    ['an end before the start', { startedAt: '2026-01-02T00:00:00Z', endedAt: '2026-01-01T00:00:00Z' }, 'endedAt'],
    ['a dependency on a missing node', { nodes: [node('a', ['b'])] }, 'nodes[0].dependencies[0]'],
    ['a node that depends on itself', { nodes: [node('a', ['a'])] }, 'nodes[0].dependencies'],
    ['a cycle', { nodes: [node('x'), node('a', ['c']), node('b', ['a']), node('c', ['b'])] }, 'nodes[1].dependencies'],
    ['a duplicate node id', { nodes: [node('a'), node('a')] }, 'nodes[1].id'],
    ['a contract that is text', { contract: 'an answer' }, 'contract'],
    [
      'a rule without a field',
      { criteria: { accuracy: { validation_rules: [{ id: 'a', op: '==' }] } } },
      /^criteria\./,
    ],
  ]
  for (const [what, overrides, path] of cases) {
    await test.step(what, async () => {
      const answer = await wire.post('/api/v1/runs', { data: { ...runBody(), ...overrides } })
      const { code, issues } = await errorOf(answer, 400)
      expect.soft(code, what).toBe('invalid_input')
      const paths = issues.map((issue) => issue.path)
      expect.soft(paths, what).toContainEqual(typeof path === 'string' ? path : expect.stringMatching(path))
    })
  }
})

test('a body that is not a JSON object is refused', async ({ wire }) => {
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
  const cases: [string, string | Buffer][] = [
    ['nothing', ''],
    ['cut-off JSON', '{"id": "a'],
    ['NaN', '{"id": "a", "chain": "c", "costUsd": NaN}'],
    ['Infinity', '{"id": "a", "chain": "c", "costUsd": -Infinity}'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['a list', '[]'],
    ['a text', '"run"'],
    ['null', 'null'],
    ['a thousand levels', deep(1000)],
    ['a hundred thousand levels', deep(100_000)],
    ['unclosed lists', '['.repeat(100_000)],
  ]
  for (const [what, data] of cases) {
    await test.step(what, async () => {
      const body = { headers: JSON_TYPE, data: Buffer.from(data), ...AGAIN }
      await errorOf(await wire.post('/api/v1/runs', body), 400)
    })
  }
  await test.step('a number that overflows', async () => {
    const data = JSON.stringify(runBody()).replace(/}$/, ', "costUsd": 1e999}')
    const { issues } = await errorOf(await wire.post('/api/v1/runs', { headers: JSON_TYPE, data }), 400)
    expect(issues.map((issue) => issue.path)).toContain('costUsd')
  })
  await test.step('another content type', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
      await errorOf(await wire.post('/api/v1/runs', { headers: { 'content-type': type }, data: '{}' }), 415)
  })
  await test.step('a field named __proto__ changes nothing', async () => {
    const data = JSON.stringify(runBody()).replace(/^{/, '{"__proto__": {"status": "failed"}, ')
    const answer = await wire.post('/api/v1/runs', { headers: JSON_TYPE, data })
    expect([200, 400]).toContain(answer.status())
  })
})

test('an invalid run does not affect the rest of its batch', async ({ desk, wire }) => {
  const runs = [runBody(), { ...runBody(), attempt: 'first' }, runBody(), 'no run at all', { ...runBody(), nodes: {} }]
  const answer = await wire.post('/api/v1/runs', { data: { runs } })
  expect(answer.status()).toBe(200)
  const { accepted, rejected } = ingestResult.parse(await answer.json())
  expect(accepted.map((run) => run.index)).toEqual([0, 2])
  expect(rejected.map(({ index, path }) => [index, path])).toEqual([
    [1, 'attempt'],
    [3, ''],
    [4, 'nodes'],
  ])
  expect((await desk.send(listRuns, {})).runs).toHaveLength(2)
})

test('an empty, oversized or malformed batch is refused', async ({ wire }) => {
  const batches = [[], Array.from({ length: 1001 }, () => ({})), {}, 'runs', null]
  for (const runs of batches) {
    const { issues } = await errorOf(await wire.post('/api/v1/runs', { data: { runs } }), 400)
    expect(issues.map((issue) => issue.path)).toContain('runs')
  }
})

test('resending an id with the same body is idempotent, and with another body a conflict', async ({ desk, wire }) => {
  const run = runBody()
  const send = async (data: object) => wire.post('/api/v1/runs', { data })
  const first = ingestResult.parse(await (await send(run)).json()).accepted[0]
  const again = ingestResult.parse(await (await send(run)).json()).accepted[0]
  expect(again).toMatchObject({ runId: first?.runId, duplicate: true })
  const { code } = await errorOf(await send({ ...run, output: { answer: 'something else' } }), 409)
  expect(code).toBe('conflict')
  expect((await desk.send(listRuns, {})).runs).toHaveLength(1)
})

test('a text of 10 MB is stored and read back whole', async ({ desk, wire }) => {
  const long = 'ä'.repeat(5 * 1024 * 1024)
  const answer = await wire.post('/api/v1/runs', { data: runBody({ output: { answer: long } }) })
  expect(answer.status()).toBe(200)
  const { accepted } = ingestResult.parse(await answer.json())
  const detail = await wire.get(`/api/v1/runs/${accepted[0]?.runId}?project=${desk.slug}`)
  expect(detail.status()).toBe(200)
  expect((await detail.json()).output.answer).toHaveLength(long.length)
})

test('a body over the limit is refused, whether plain, chunked or gzip', async ({ wire }) => {
  const tooLong = Buffer.alloc(MAX_BODY_BYTES + 1, ' ')
  await errorOf(await wire.post('/api/v1/runs', { headers: JSON_TYPE, data: tooLong }), 413)
  const packed = gzipSync(tooLong)
  expect(packed.byteLength).toBeLessThan(100_000)
  const headers = { ...JSON_TYPE, 'content-encoding': 'gzip' }
  await errorOf(await wire.post('/api/v1/runs', { headers, data: packed }), 413)
})

test('other routes accept only small bodies', async ({ desk, visit, baseURL }) => {
  const page = await visit('admin', '/signin')
  const headers = { origin: baseURL ?? '' }
  const answer = await page.request.post(`/api/v1/keys?project=${desk.slug}`, {
    headers,
    data: { name: 'a'.repeat(2 * 1024 * 1024) },
  })
  await errorOf(answer, 413)
})

test('gzip is accepted, invalid gzip and other encodings are refused', async ({ wire }) => {
  const send = (encoding: string, data: Buffer) =>
    wire.post('/api/v1/runs', { headers: { ...JSON_TYPE, 'content-encoding': encoding }, data })
  const body = Buffer.from(JSON.stringify(runBody()))
  expect((await send('gzip', gzipSync(body))).status()).toBe(200)
  await errorOf(await send('gzip', body), 400)
  await errorOf(await send('gzip', gzipSync(body).subarray(0, 40)), 400)
  await errorOf(await send('br', body), 415)
})

test('an invalid query is refused with the path of the error', async ({ wire }) => {
  const unknownId = '01890a5d-ac96-774b-bcce-b302099a8057'
  const refused: [string, number, string | null][] = [
    ['/api/v1/runs?limit=0', 400, 'limit'],
    ['/api/v1/runs?limit=many', 400, 'limit'],
    ['/api/v1/runs?grade=superb', 400, 'grade[0]'],
    ['/api/v1/runs?colour=red', 400, 'colour'],
    ['/api/v1/runs?cursor=nonsense', 400, null],
    ['/api/v1/runs?from=yesterday', 400, 'from'],
    ['/api/v1/runs?qualityMin=2', 400, 'qualityMin'],
    ['/api/v1/overview?range=forever', 400, 'range'],
    ['/api/v1/gates/not-an-id', 400, 'gateId'],
    [`/api/v1/gates/${unknownId}`, 404, null],
    [`/api/v1/runs/${unknownId}`, 404, null],
    ['/api/v1/runs/nothing%00here', 400, null],
    ['/api/v1/runs/%F0%9F%92%A9', 404, null],
    [`/api/v1/runs/${'x'.repeat(500)}`, 400, 'runId'],
    ['/api/v1/chains/unheard-of', 404, null],
    ['/api/v1/nothing', 404, null],
  ]
  for (const [path, status, field] of refused) {
    const answer = await wire.get(path)
    expect(answer.status(), path).toBe(status)
    if (field)
      expect(
        (await errorOf(answer, status)).issues.map((issue) => issue.path),
        path,
      ).toContain(field)
  }
})

test('text with SQL or HTML is treated as plain text', async ({ desk }) => {
  const { runs } = await desk.send(listRuns, { text: `'; drop table run; -- %_\\ <script>` })
  expect(runs).toEqual([])
})

async function errorOf(answer: APIResponse, status: number) {
  expect(answer.status(), await answer.text()).toBe(status)
  expect(answer.headers()['x-request-id']).toBeTruthy()
  return errorBody.parse(await answer.json()).error
}
