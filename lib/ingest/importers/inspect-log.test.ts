import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { runInput } from '@/lib/contracts/run-input'
import { classifyFailure } from '@/lib/engine/failures/classify-failure'
import { runOf } from '../testing/run-of'
import { inspectArchive } from './inspect-archive'
import { inspectLog } from './inspect-log'

const evaluation = { task: 'quiz', task_id: 't', run_id: 'r', model: 'org/model', created: '2026-01-01T00:00:00+00:00' }
const sample = {
  id: 1,
  epoch: 1,
  uuid: 'sample-1',
  input: 'attachment://00000000000000000000000000000001',
  target: 'Yes',
  messages: [
    { role: 'user', content: 'Is it?' },
    {
      role: 'assistant',
      content: 'Let me look.',
      tool_calls: [{ id: 'a', function: 'bash', arguments: { cmd: 'ls' } }],
    },
    {
      role: 'tool',
      tool_call_id: 'a',
      function: 'bash',
      content: '',
      error: { type: 'timeout', message: 'took too long' },
    },
    { role: 'assistant', model: 'model-2', content: [{ type: 'text', text: 'Yes' }] },
  ],
  output: { choices: [{ message: { role: 'assistant', content: 'Yes' } }] },
  scores: { match: { value: 'C', explanation: 'it is' } },
  model_usage: {
    'org/model': { input_tokens: 5, output_tokens: 2, total_tokens: 7 },
    'org/other': { input_tokens: 99 },
  },
  total_time: 1.5,
  attachments: { '00000000000000000000000000000001': 'Is it?' },
}
const log = (status: string, ...samples: object[]) => ({ version: 2, status, eval: evaluation, samples })
const onlyRun = (value: object) => runOf(inspectLog(value)[0])

describe('Inspect logs', () => {
  it('are called by their task and sample, as their ids say nothing', () => {
    expect(onlyRun(log('success', sample))).toMatchObject({ id: 'sample-1', title: 'quiz 1' })
    expect(onlyRun(log('success', { ...sample, epoch: 2 })).title).toBe('quiz 1, epoch 2')
  })

  it('have the tokens of the only answer if the model is not named, and none if there were several', () => {
    const output = { ...sample.output, usage: { input_tokens: 4, output_tokens: 1, total_tokens: 5 } }
    const [asked, , , answer] = sample.messages
    const once = { ...sample, output, model_usage: {}, messages: [asked, answer] }
    expect(onlyRun(log('success', once)).tokens).toEqual({ input: 4, output: 1, total: 5 })
    expect(onlyRun(log('success', { ...once, messages: sample.messages })).tokens).toBeUndefined()
  })

  it('keep the thoughts of a model and the pictures of a user', () => {
    const thought = { type: 'reasoning', reasoning: 'It looks so.' }
    const messages = [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Is it?' },
          { type: 'image', image: 'data:image/png;base64,AA==' },
        ],
      },
      { role: 'assistant', content: [thought], tool_calls: [{ id: 'a', function: 'bash', arguments: {} }] },
      { role: 'tool', tool_call_id: 'a', function: 'bash', content: 'ok' },
      { role: 'assistant', content: [thought, { type: 'text', text: 'Yes' }] },
    ]
    const run = onlyRun(log('success', { ...sample, messages }))
    expect(run.nodes?.map(({ output }) => output)).toEqual([
      { role: 'user', content: messages[0]?.content },
      { role: 'assistant', content: [thought] },
      'ok',
      { role: 'assistant', content: messages[3]?.content },
    ])
    expect(run.output).toBe('Yes')
  })

  it('let no tool wait for one that failed before it, and what follows wait for all of them', () => {
    const asks = { role: 'assistant', content: '', tool_calls: [{ id: 'a', function: 'bash', arguments: {} }] }
    const fails = {
      role: 'tool',
      tool_call_id: 'a',
      function: 'bash',
      content: '',
      error: { type: 'timeout', message: 'late' },
    }
    const messages = [sample.messages[0], asks, fails, asks, fails, { role: 'assistant', content: 'Yes' }]
    const { nodes } = onlyRun(log('success', { ...sample, messages }))
    expect(nodes?.map(({ id, dependencies }) => [id, dependencies])).toEqual([
      ['step-000', []],
      ['step-002', ['step-000']],
      ['step-004', ['step-000']],
      ['step-005', ['step-002', 'step-004']],
    ])
  })

  it('tell the model that gave an answer', () => {
    const models = onlyRun(log('success', sample)).nodes?.map(({ model }) => model)
    expect(models?.at(-1)).toBe('model-2')
    expect(models?.filter(Boolean)).toHaveLength(1)
  })

  it.each([
    ['timeout', 'timeout'],
    ['file_not_found', 'missing_target_path'],
    ['permission', 'permission_required'],
    ['approval', 'permission_required'],
    ['parsing', 'invalid_tool_args'],
    ['unicode_decode', 'unknown'],
    ['constructor', 'unknown'],
  ])('classify a tool failure of type %s', (type, failureClass) => {
    const failed = { role: 'tool', tool_call_id: 'a', function: 'bash', content: '', error: { type, message: '...' } }
    const messages = sample.messages.map((message) => (message.role === 'tool' ? failed : message))
    const error = onlyRun(log('success', { ...sample, messages })).nodes?.find((node) => node.name === 'bash')?.error
    if (typeof error !== 'object' || error === null) throw new Error('the tool has no error')
    expect(classifyFailure({ message: error.message, errorCode: error.code ?? error.type }).failureClass).toBe(
      failureClass,
    )
  })

  it('become one run per sample', () => {
    const run = onlyRun(log('success', sample))
    expect(run).toMatchObject({
      id: 'sample-1',
      chain: 'quiz',
      version: 'org/model',
      scenario: '1',
      status: 'completed',
      request: 'Is it?',
      output: 'Yes',
      tokens: { input: 5, output: 2, total: 7 },
      durationMs: 1500,
      signals: [{ evaluator: 'downstream', value: true, by: 'match', comment: 'it is' }],
    })
    expect(run.nodes?.find((node) => node.name === 'bash')).toMatchObject({
      status: 'failed',
      error: { type: 'timeout', message: 'took too long', code: 'request_timeout' },
    })
  })

  it('stay apart where long names begin alike, and lose what cannot be stored of a name', () => {
    const long = (end: string) => `${'a/'.repeat(120)}\n${end}`
    const made = ['one', 'two'].map((end) => {
      const names = { ...evaluation, task: long(end), model: long(end) }
      return runOf(inspectLog({ version: 2, eval: names, samples: [{ ...sample, id: long(end), uuid: long(end) }] })[0])
    })
    for (const name of ['id', 'chain', 'version', 'scenario'] as const)
      expect(new Set(made.map((run) => run[name])).size, name).toBe(2)
    for (const run of made) expect(runInput.safeParse(run).error).toBeUndefined()
  })

  it.each([
    ['that finished in a cancelled log', 'cancelled', sample, 'completed'],
    ['that was interrupted in a cancelled log', 'cancelled', { ...sample, scores: null }, 'cancelled'],
    ['that was interrupted in a failed log', 'error', { ...sample, scores: {} }, 'cancelled'],
    ['with an error', 'error', { ...sample, error: { message: 'boom', traceback: 'at x' } }, 'failed'],
    ['without scores, but finished', 'success', { ...sample, scores: null }, 'completed'],
  ])('a sample %s', (_, status, value, expected) => {
    expect(onlyRun(log(status, value)).status).toBe(expected)
  })

  it.each([
    ['a program’s check', 'includes', 'I', 'downstream', false],
    ['a number from 0 to 1', 'f1', 0.25, 'downstream', 0.25],
    ['a partly right answer', 'match', 'P', 'downstream', 0.5],
    ['a model’s grade', 'model_graded_qa', 'C', 'peer', 1],
  ])('%s is a signal of its kind', (_, scorer, value, evaluator, expected) => {
    expect(onlyRun(log('success', { ...sample, scores: { [scorer]: { value } } })).signals).toMatchObject([
      { evaluator, value: expected },
    ])
  })

  it.each([
    ['a number above 1', 42],
    ['several values', { a: 1 }],
    ['nothing', null],
    ['text', 'good'],
  ])('%s is no signal', (_, value) => {
    expect(onlyRun(log('success', { ...sample, scores: { custom: { value } } })).signals).toEqual([])
  })

  it('keep the system message at the first turn of the model', () => {
    const messages = [{ role: 'system', content: 'Be brief.' }, ...sample.messages]
    const nodes = onlyRun(log('success', { ...sample, messages })).nodes ?? []
    expect(nodes.map(({ name, systemPrompt }) => [name, systemPrompt])).toEqual([
      ['user', undefined],
      ['assistant', 'Be brief.'],
      ['bash', undefined],
      ['assistant', undefined],
    ])
  })

  it('without samples have no runs, and other files are reported as no log', () => {
    expect(inspectLog(log('cancelled'))).toEqual([])
    expect(inspectLog({ runs: [] })).toMatchObject([{ ok: false }])
  })

  it('produce the same runs from a zip', () => {
    const bytes = zipSync({
      'header.json': strToU8(JSON.stringify({ version: 2, status: 'success', eval: evaluation })),
      'samples/1_epoch_1.json': strToU8(JSON.stringify(sample)),
      'summaries.json': strToU8('[]'),
    })
    expect([...inspectArchive(bytes)]).toEqual(inspectLog(log('success', sample)))
  })

  it('are read from a zip of a thousand samples in order and once each, even next to a damaged one', () => {
    const samples = Array.from({ length: 1000 }, (_, index) => ({ ...sample, uuid: `sample-${index}`, messages: [] }))
    const files = Object.fromEntries(
      samples.map((one, at) => [`samples/${at}_epoch_1.json`, strToU8(JSON.stringify(one))]),
    )
    const bytes = zipSync({
      'header.json': strToU8(JSON.stringify({ version: 2, status: 'success', eval: evaluation })),
      ...files,
    })
    const idsIn = (zip: Uint8Array) => [...inspectArchive(zip)].map((made) => (made.ok ? made.run.id : null))
    const ids: (string | null)[] = samples.map(({ uuid }) => uuid)
    expect(idsIn(bytes)).toEqual(ids)
    const damaged = bytes.slice()
    const at = Buffer.from(damaged).indexOf('samples/500_epoch_1.json')
    damaged.fill(0xff, at + 30, at + 60)
    expect(idsIn(damaged)).toEqual(ids.with(500, null))
  })

  it('in a zip keep the samples next to a broken one, and read NaN as missing', () => {
    const withNaN = JSON.stringify({
      ...sample,
      scores: { f1: { value: 'X', explanation: 'NaN stays a word' } },
    }).replace('"X"', 'NaN')
    const bytes = zipSync({
      '_journal/start.json': strToU8(JSON.stringify({ version: 2, eval: evaluation })),
      'samples/1_epoch_1.json': strToU8('{'),
      'samples/2_epoch_1.json': strToU8(withNaN),
    })
    const [broken, good] = inspectArchive(bytes)
    expect(broken).toMatchObject({ ok: false, id: 'samples/1_epoch_1.json' })
    expect(runOf(good)).toMatchObject({
      signals: [],
      metadata: { scores: { f1: { value: null, explanation: 'NaN stays a word' } } },
    })
  })

  it.each([
    ['bytes that are not a zip', strToU8('hello')],
    ['a truncated zip', zipSync({ 'header.json': strToU8('{}') }).slice(0, 30)],
    ['a zip without a header', zipSync({ 'a.txt': strToU8('a') })],
  ])('%s are answered with a reason, never an exception', (_, bytes) => {
    expect([...inspectArchive(bytes)]).toMatchObject([{ ok: false, reason: expect.stringMatching(/\w/) }])
  })
})

it('reads a sample with roles that are objects with a field named toString, or named like one', () => {
  const odd = {
    ...sample,
    messages: [
      { role: { toString: 1 }, content: 'a' },
      { role: 'constructor', content: 'b' },
    ],
  }
  expect(onlyRun(log('success', odd)).nodes?.map(({ name, type }) => [name, type])).toEqual([
    ['message', undefined],
    ['constructor', undefined],
  ])
})

it('takes names of several lines, and tells apart samples whose long ids begin alike', () => {
  const samples = ['How?', 'Why?'].map((end) => ({
    ...sample,
    uuid: undefined,
    id: `${'A long\nquestion. '.repeat(20)}${end}`,
  }))
  const made = inspectLog({ ...log('success', ...samples), eval: { ...evaluation, task: 'quiz\nof facts' } })
  const runs = made.map((one) => runInput.parse(one.ok && one.run))
  expect(runs.map(({ chain }) => chain)).toEqual(['quiz of facts', 'quiz of facts'])
  expect(new Set(runs.flatMap(({ id, scenario }) => [id, scenario])).size).toBe(4)
})
