import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { importFormats } from '@/lib/ingest/importers/detect-format'
import { EXIT } from '../exit-codes'
import { deskTerminal } from '../testing/desk-terminal'

const folder = mkdtempSync(path.join(tmpdir(), 'veritas-import-'))
afterAll(() => rmSync(folder, { recursive: true }))

const TRACE = '0123456789abcdef0123456789abcdef'
const OTHER = 'f123456789abcdef0123456789abcdef'
const otlp = (traceId: string, spanId: string, parentSpanId?: string) => ({
  resourceSpans: [
    {
      scopeSpans: [
        { spans: [{ traceId, spanId, parentSpanId, name: 'step', startTimeUnixNano: '1763800000000000123' }] },
      ],
    },
  ],
})
const phoenix = (trace_id: string, span_id: string, parent_id: string | null) => ({
  name: 'step',
  span_kind: 'CHAIN',
  parent_id,
  context: { trace_id, span_id },
  start_time: '2026-11-22T10:00:00Z',
  end_time: '2026-11-22T10:00:01Z',
})
const answer = (custom_id: string) => ({
  id: `batch_req_${custom_id}`,
  custom_id,
  response: {
    status_code: 200,
    body: { model: 'm', choices: [{ message: { role: 'assistant', content: custom_id } }] },
  },
})
const question = (custom_id: string) => ({
  custom_id,
  method: 'POST',
  url: '/v1/chat/completions',
  body: { messages: [custom_id] },
})

let count = 0
function fileOf(content: object[] | string | Buffer, name = 'x.jsonl') {
  const file = path.join(folder, `${++count}-${name}`)
  const text = Array.isArray(content) ? content.map((line) => `${JSON.stringify(line)}\n`).join('') : content
  writeFileSync(file, text)
  return file
}

type Sent = { id: string; chain: string; request?: unknown; output?: unknown; nodes?: unknown[] }

/** Imports into a desk that accepts everything, and returns what was sent. */
async function imported(...args: string[]) {
  const sent: Sent[] = []
  const desk = deskTerminal((_, body) => {
    const { runs } = body as { runs: Sent[] }
    sent.push(...runs)
    return Response.json({ accepted: [], rejected: [] })
  })
  const code = await desk.run('import', '--no-resume', '--resume-file', path.join(folder, 'state.json'), ...args)
  return { code, sent, out: desk.out.join('\n'), notes: desk.notes.join('\n'), asked: desk.asked.length }
}

describe('format detection', () => {
  it.each([
    ['promptfoo', [{ evalId: 'e', results: { results: [] } }], 'results.json'],
    ['promptfoo', [{ promptIdx: 0, testIdx: 0, vars: {} }], 'results.jsonl'],
    ['langfuse', [{ id: 'o', traceId: 't', parentObservationId: null, type: 'SPAN' }], 'observations.jsonl'],
    ['langfuse', [{ id: 'o', trace_id: 't', parent_observation_id: '', type: 'SPAN' }], 'blob.jsonl'],
    ['phoenix', [phoenix(TRACE, '00000000000000a0', null)], 'spans.jsonl'],
    ['otlp', [otlp(TRACE, '00000000000000a0')], 'traces.json'],
    ['openai-batch', [answer('a')], 'output.jsonl'],
    ['anthropic-batch', [{ custom_id: 'a', result: { type: 'expired' } }], 'results.jsonl'],
    ['jsonl', [{ id: 'a', chain: 'c', metadata: { custom_id: 1, response: 2, evalId: 3, results: 4 } }], 'runs.jsonl'],
  ] as const)('detects %s', async (format, lines, name) => {
    expect(importFormats).toContain(format)
    expect((await imported(fileOf([...lines], name))).out).toContain(`(${format})`)
  })

  it.each([
    ['gzip', gzipSync('{"id":"a","chain":"c"}'), 'runs.jsonl.gz', 'gunzip -c'],
    ['zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x04]), 'runs.jsonl', 'zstd -dc'],
    ['a table', 'id,question\n1,"What, now?"\n', 'answers.csv', 'JSON lines'],
  ])('names a file it cannot read as it is, and the way out: %s', async (_, content, name, way) => {
    for (const more of [[], ['--dry-run'], ['--format', 'jsonl']]) {
      const { code, notes, sent } = await imported(fileOf(content, name), ...more)
      expect({ code, notes, sent }).toEqual({ code: EXIT.usage, notes: expect.stringContaining(way), sent: [] })
      expect(notes).toContain(name)
    }
  })

  it('says which file is missing, or is a folder', async () => {
    expect((await imported(path.join(folder, 'gone.jsonl'))).notes).toMatch(
      /gone\.jsonl: there is no such file or folder$/,
    )
    expect((await imported(folder)).notes).toContain(`${folder} is a folder`)
  })

  it.each(['', '[]'])('says that a file of %j contains no runs', async (content) => {
    const file = fileOf(content, content === '' ? 'none.jsonl' : 'none.json')
    for (const more of [[], ['--dry-run']])
      expect((await imported(file, ...more)).out, more.join()).toContain('it contains no runs')
  })

  it('rejects an undetected format and suggests --dry-run', async () => {
    const file = fileOf([{ uuid: 'a', question: 'How?' }])
    expect(await imported(file)).toMatchObject({
      code: EXIT.usage,
      notes: expect.stringContaining('--dry-run'),
      sent: [],
    })
  })
})

describe('spans of one trace', () => {
  it('become one run, however far apart their lines are', async () => {
    const file = fileOf([
      phoenix(TRACE, '00000000000000a1', '00000000000000a0'),
      phoenix(OTHER, '00000000000000b0', null),
      phoenix(TRACE, '00000000000000a0', null),
    ])
    const { sent } = await imported(file, '--chain', 'mine')
    expect(sent.map(({ id, chain }) => [id, chain])).toEqual([
      [TRACE, 'mine'],
      [OTHER, 'mine'],
    ])
  })

  it('are read from lines in a .json file, and from a single document', async () => {
    const lines = [otlp(TRACE, '00000000000000a1', '00000000000000a0'), otlp(TRACE, '00000000000000a0')]
    expect((await imported(fileOf(lines, 'traces.json'))).sent).toHaveLength(1)
    const document = { resourceSpans: lines.flatMap(({ resourceSpans }) => resourceSpans) }
    expect((await imported(fileOf(JSON.stringify(document, null, 2), 'trace.json'))).sent).toHaveLength(1)
  })

  it('are one run whether its id is in lower case, upper case or base64', async () => {
    const base64 = Buffer.from(TRACE, 'hex').toString('base64')
    const file = fileOf([
      otlp(TRACE.toUpperCase(), '00000000000000a1', '00000000000000a0'),
      otlp(TRACE, '00000000000000a0'),
      otlp(base64, '00000000000000a2', '00000000000000a0'),
    ])
    const { sent } = await imported(file)
    expect(sent.map(({ id }) => id)).toEqual([TRACE])
    expect(sent[0]?.nodes).toHaveLength(2)
  })

  it('are combined with the traces of a second file', async () => {
    const observation = {
      id: 'o',
      traceId: 't',
      parentObservationId: null,
      type: 'SPAN',
      name: 'step',
      startTime: '2026-11-22T10:00:00Z',
    }
    const trace = { id: 't', name: 'answers', bookmarked: false, release: null, input: 'How?' }
    const { sent } = await imported(fileOf([observation]), '--with', fileOf([trace]))
    expect(sent).toMatchObject([{ chain: 'answers', request: 'How?' }])
  })

  it('cannot be read from standard input, which can be read only once', async () => {
    expect(await imported('-', '--format', 'otlp')).toMatchObject({
      code: EXIT.usage,
      notes: expect.stringContaining('use a file'),
    })
  })
})

it.each([
  ['a run', JSON.stringify({ id: 'a', chain: 'c', output: { total: 'N' } })],
  ['a span', JSON.stringify(otlp(TRACE, '00000000000000a0')).replace('1763800000000000123', 'N')],
])('%s with a number beyond a double is rejected, and the other lines are imported', async (what, line) => {
  const other = JSON.stringify(what === 'a run' ? { id: 'b', chain: 'c' } : otlp(OTHER, '00000000000000b0'))
  const { code, sent, out } = await imported(fileOf(`${line.replace('"N"', '1e400')}\n${other}\n`))
  expect(code).toBe(EXIT.failed)
  expect(sent).toHaveLength(1)
  expect(out).toMatch(/rejected line 1: .*(output\.total|startTimeUnixNano) is a number beyond/)
})

it('a batch gets its requests from the second file, in any order', async () => {
  const requests = fileOf([question('a'), question('b')])
  const { sent } = await imported(fileOf([answer('b'), answer('a')]), '--with', requests)
  expect(sent).toMatchObject([
    { request: ['b'], output: 'b' },
    { request: ['a'], output: 'a' },
  ])
  expect(await imported(requests)).toMatchObject({ code: EXIT.failed, out: expect.stringContaining('--with') })
})

describe('a dry run', () => {
  const records = [
    { uuid: 'a', question: 'How?', extra: 1, response: { text: 'Like this.' } },
    { uuid: 'b', question: 'Why?', response: { text: 'Because.' } },
  ]

  it('shows the field mapping of an unknown format, and sends nothing', async () => {
    const { code, out, asked } = await imported(fileOf(records), '--dry-run', '--chain', 'support')
    expect({ code, asked }).toEqual({ code: EXIT.ok, asked: 0 })
    expect(out).toMatch(/^id +uuid +a$/m)
    expect(out).toMatch(/^request +question +How\?$/m)
    expect(out).toContain('kept as metadata: extra')
    expect(out).toContain('2 runs would be sent')
  })

  it('lists what would be rejected', async () => {
    const { code, out } = await imported(fileOf(records), '--dry-run')
    expect(code).toBe(EXIT.failed)
    expect(out).toContain('rejected line 1: chain: needed')
  })

  it('examines every record, and exits as the import would', async () => {
    const run = (id: number) => ({ id: `r${id}`, chain: 'c' })
    const good = Array.from({ length: 1200 }, (_, at) => run(at))
    expect(await imported(fileOf(good), '--dry-run')).toMatchObject({ code: EXIT.ok })
    const bad = await imported(fileOf([...good, { id: 'late' }]), '--dry-run')
    expect(bad).toMatchObject({
      code: EXIT.failed,
      out: expect.stringContaining('rejected line 1201: chain: is required'),
    })
    const json = await imported(fileOf([...good, { id: 'late' }]), '--dry-run', '--json')
    expect(json.code).toBe(EXIT.failed)
  })

  it('rejects a run that is too large or too deep for a request, as the import does', async () => {
    const nested = (depth: number) =>
      `{"id":"d${depth}","chain":"c","output":${'['.repeat(depth)}${']'.repeat(depth)}}\n`
    const large = `{"id":"l","chain":"c","output":"${'x '.repeat(11 * 2 ** 20)}"}\n`
    const file = fileOf(nested(97) + nested(98) + nested(20_000) + large)
    const { code, out } = await imported(file, '--dry-run')
    expect(code).toBe(EXIT.failed)
    expect(out).toContain('1 run would be sent, 3 rejected')
    expect(out).toContain('rejected line 2: the body is nested deeper than 100 levels')
    expect(out).toContain('rejected line 3: not JSON: nested deeper than 1000 levels')
    expect(out).toContain('rejected line 4: the body is larger than')
    expect((await imported(file)).sent.map(({ id }) => id)).toEqual(['d97', 'd98', 'l'])
  })

  it('rejects an id that another run of the file has, and accepts the same run twice', async () => {
    const same = [
      { id: 'a', chain: 'c' },
      { chain: 'c', id: 'a' },
    ]
    expect(await imported(fileOf(same), '--dry-run')).toMatchObject({ code: EXIT.ok })
    const { code, out } = await imported(fileOf([...same, { id: 'a', chain: 'd' }]), '--dry-run')
    expect(code).toBe(EXIT.failed)
    expect(out).toContain('rejected line 3: id: another run with this id and another body exists; it differs in chain')
  })

  it('shows the same runs as an import with the same map', async () => {
    const file = fileOf(records)
    const args = [file, '--chain', 'support', '--map', 'output=response.text', '--map', 'request=']
    expect((await imported(...args, '--dry-run')).out).toMatch(/^output +response.text +Like this\.$/m)
    const { sent } = await imported(...args)
    expect(sent).toMatchObject([{ id: 'a', output: 'Like this.', metadata: { question: 'How?' } }, { id: 'b' }])
    expect(sent[0]).not.toHaveProperty('request')
  })

  it.each(['x.jsonl', 'x.json'])('reads an error that the first record of %s lacks', async (name) => {
    const records = [
      { id: 'a', question: 'q', answer: '1', error: null },
      { id: 'b', question: 'q', error_message: 'Timeout' },
    ]
    const file = fileOf(name === 'x.json' ? JSON.stringify(records) : records, name)
    const { sent } = await imported(file, '--format', 'map', '--chain', 'c')
    expect(sent[1]).toMatchObject({ id: 'b', status: 'failed', error: { message: 'Timeout' } })
    expect(sent[0]).not.toHaveProperty('error')
    const { out } = await imported(file, '--chain', 'c', '--dry-run')
    expect(out).toMatch(/^error +error_message +Timeout$/m)
  })

  it('works for every format, and lists the fields of a map', async () => {
    expect((await imported(fileOf([answer('a')]), '--dry-run')).out).toContain('1 run would be sent')
    expect(await imported('x', '--map', 'colour=a')).toMatchObject({
      code: EXIT.usage,
      notes: expect.stringContaining('durationMs'),
    })
    expect(await imported('x', '--map', 'id=a', '--format', 'otlp')).toMatchObject({ code: EXIT.usage })
  })
})
