import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { type RunBody, runInput } from '@/lib/contracts/run-input'
import { detectFormat } from './detect-format'
import type { Imported } from './imported'
import { inspectArchive } from './inspect-archive'
import { inspectLog } from './inspect-log'
import { plainRun, recordsOf } from './plain-runs'
import { tauBench } from './tau-bench'
import { whoWhen } from './who-when'

function runOf(imported: Imported | undefined): RunBody {
  if (!imported?.ok) throw new Error(imported?.reason ?? 'nothing was imported')
  expect(runInput.safeParse(JSON.parse(JSON.stringify(imported.run))).error?.issues).toBeUndefined()
  return imported.run
}

const asking = (id: string, name: string, args: string) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: args } }],
})
const toolSays = (id: string, name: string, content: string) => ({ role: 'tool', tool_call_id: id, name, content })

const trajectory = {
  run_id: 'tau-airline-07-t2',
  task_id: 7,
  trial: 2,
  reward: 1.0,
  instruction: 'Change my seat.',
  messages: [
    { role: 'system', content: 'policy' },
    { role: 'user', content: 'Hello' },
    asking('c1', 'find_user', '{"id":"u1"}'),
    toolSays('c1', 'find_user', '{"name":"Mia"}'),
    asking('c1', 'change_seat', '{"seat":"3A"}'),
    toolSays('c1', 'change_seat', 'Error: seat is taken'),
    { role: 'assistant', content: 'Seat 3A is taken.' },
    { role: 'user', content: '###STOP###' },
  ],
}

describe('tau-bench', () => {
  it('makes a run of a trajectory, with the reward as what came of it', () => {
    const run = runOf(tauBench(trajectory, { version: 'gpt-4o' }))
    expect(run).toMatchObject({
      id: 'tau-airline-07-t2',
      chain: 'tau-bench-airline',
      version: 'gpt-4o',
      scenario: '7',
      status: 'completed',
      request: 'Change my seat.',
      output: 'Seat 3A is taken.',
      signals: [{ evaluator: 'downstream', value: true }],
    })
    expect(run).not.toHaveProperty('execution')
  })

  it('makes a node of each turn and each tool call, and a failed one of a tool that reports an error', () => {
    const { nodes } = runOf(tauBench(trajectory))
    expect(nodes?.map((node) => [node.name, node.status])).toEqual([
      ['user', undefined],
      ['find_user', 'completed'],
      ['change_seat', 'failed'],
      ['assistant', undefined],
      ['user', undefined],
    ])
    expect(nodes?.[2]).toMatchObject({ error: 'Error: seat is taken', dependencies: [nodes?.[1]?.id] })
  })

  it('matches a call and its result although an id is used twice', () => {
    const { nodes } = runOf(tauBench(trajectory))
    expect(nodes?.[1]).toMatchObject({
      toolCalls: [{ name: 'find_user', arguments: { id: 'u1' }, result: { name: 'Mia' } }],
    })
    expect(nodes?.[2]).toMatchObject({ toolCalls: [{ name: 'change_seat', arguments: { seat: '3A' } }] })
  })

  it('reads the published form, and makes up no time, token or version', () => {
    const { messages, run_id, instruction, ...rest } = trajectory
    const run = runOf(
      tauBench({ ...rest, traj: messages, info: { task: { instruction, user_id: 'u1', actions: [] } } }),
    )
    expect(run).toMatchObject({
      id: 'tau-bench/task-7/trial-2',
      chain: 'tau-bench',
      request: instruction,
      metadata: { userId: 'u1' },
    })
    for (const field of ['version', 'startedAt', 'durationMs', 'tokens', 'costUsd'])
      expect(run).not.toHaveProperty(field)
  })

  it('leaves a missing reward out: it is no zero', () => {
    expect(runOf(tauBench({ ...trajectory, reward: undefined })).signals).toEqual([])
  })

  it.each([
    ['no object', 'text'],
    ['no task', { ...trajectory, task_id: undefined }],
    ['no messages', { ...trajectory, messages: 'none' }],
  ])('says why it cannot import: %s', (_, record) => {
    expect(tauBench(record)).toMatchObject({ ok: false, reason: expect.stringMatching(/\w/) })
  })
})

describe('Who&When', () => {
  const failure = {
    run_id: 'ww-1',
    kind: 'Hand-Crafted',
    question: 'How many?',
    ground_truth: '4',
    mistake_agent: 'Surfer',
    mistake_step: 1,
    mistake_reason: 'looked away',
    history: [
      { step: 0, agent: 'human', role: 'human', content: 'How many?' },
      { step: 1, agent: 'Surfer', role: 'Surfer', content: 'exitcode: 1 (execution failed)\nboom' },
      {
        step: 2,
        agent: 'Orchestrator',
        role: 'Orchestrator (termination condition)',
        content: 'done\nFINAL ANSWER: 5\nCOMPLETE',
      },
    ],
  }

  it('makes a failed run with its steps in a row', () => {
    const run = runOf(whoWhen(failure))
    expect(run).toMatchObject({
      chain: 'who-when-magentic-one',
      status: 'failed',
      output: '5',
      signals: [{ evaluator: 'downstream', value: false }],
    })
    expect(run.nodes?.map((node) => [node.name, node.status])).toEqual([
      ['human', undefined],
      ['Surfer', 'failed'],
      ['Orchestrator', undefined],
    ])
  })

  it('keeps the attribution out of everything that is scored', () => {
    const { metadata, ...scored } = runOf(whoWhen(failure))
    expect(metadata).toMatchObject({ attribution: { agent: 'Surfer', step: 1, reason: 'looked away' } })
    expect(JSON.stringify(scored)).not.toContain('looked away')
    expect(scored).not.toHaveProperty('error')
  })

  it('takes the last speaker’s word for the answer, not its sign to stop', () => {
    const history = [
      ...failure.history.slice(0, 2),
      { agent: 'A', content: 'It is 6.' },
      { agent: 'A', content: 'TERMINATE' },
    ]
    expect(runOf(whoWhen({ ...failure, history })).output).toBe('It is 6.')
  })

  it.each([
    ['no object', 3],
    ['no id', { ...failure, run_id: undefined }],
    ['no history', { ...failure, history: {} }],
  ])('says why it cannot import: %s', (_, record) => {
    expect(whoWhen(record)).toMatchObject({ ok: false })
  })
})

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
    { role: 'assistant', content: [{ type: 'text', text: 'Yes' }] },
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
  it('make a run of each sample', () => {
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
      error: { type: 'timeout', message: 'took too long' },
    })
  })

  it.each([
    ['finished in a log that was cancelled', 'cancelled', sample, 'completed'],
    ['cut off in a log that was cancelled', 'cancelled', { ...sample, scores: null }, 'cancelled'],
    ['cut off in a log that broke', 'error', { ...sample, scores: {} }, 'cancelled'],
    ['broken', 'error', { ...sample, error: { message: 'boom', traceback: 'at x' } }, 'failed'],
    ['not scored, but finished', 'success', { ...sample, scores: null }, 'completed'],
  ])('a sample %s', (_, status, value, expected) => {
    expect(onlyRun(log(status, value)).status).toBe(expected)
  })

  it.each([
    ['a program’s check', 'includes', 'I', 'downstream', false],
    ['a share', 'f1', 0.25, 'downstream', 0.25],
    ['a partly right answer', 'match', 'P', 'downstream', 0.5],
    ['a model’s grade', 'model_graded_qa', 'C', 'peer', 1],
  ])('%s is a signal of its kind', (_, scorer, value, evaluator, expected) => {
    expect(onlyRun(log('success', { ...sample, scores: { [scorer]: { value } } })).signals).toMatchObject([
      { evaluator, value: expected },
    ])
  })

  it.each([
    ['a number beyond 1', 42],
    ['several values', { a: 1 }],
    ['nothing', null],
    ['a word', 'good'],
  ])('%s is no signal', (_, value) => {
    expect(onlyRun(log('success', { ...sample, scores: { custom: { value } } })).signals).toEqual([])
  })

  it('without samples have no runs, and what is no log says so', () => {
    expect(inspectLog(log('cancelled'))).toEqual([])
    expect(inspectLog({ runs: [] })).toMatchObject([{ ok: false }])
  })

  it('come to the same runs from a zip', () => {
    const bytes = zipSync({
      'header.json': strToU8(JSON.stringify({ version: 2, status: 'success', eval: evaluation })),
      'samples/1_epoch_1.json': strToU8(JSON.stringify(sample)),
      'summaries.json': strToU8('[]'),
    })
    expect([...inspectArchive(bytes)]).toEqual(inspectLog(log('success', sample)))
  })

  it('read from a zip keep the samples beside a broken one, and NaN as missing', () => {
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
    ['bytes that are no zip', strToU8('hello')],
    ['a zip cut in half', zipSync({ 'header.json': strToU8('{}') }).slice(0, 30)],
    ['a zip without a header', zipSync({ 'a.txt': strToU8('a') })],
  ])('%s are answered with a reason, never an exception', (_, bytes) => {
    expect([...inspectArchive(bytes)]).toMatchObject([{ ok: false, reason: expect.stringMatching(/\w/) }])
  })
})

describe('plain runs', () => {
  it('pass as they are, under another chain or version when asked', () => {
    expect(plainRun({ id: 'a', chain: 'c', x: 1 })).toEqual({ ok: true, run: { id: 'a', chain: 'c', x: 1 } })
    expect(plainRun({ id: 'a', chain: 'c' }, { chain: 'd', version: '2' })).toEqual({
      ok: true,
      run: { id: 'a', chain: 'd', version: '2' },
    })
    expect(plainRun([])).toMatchObject({ ok: false })
  })

  it('come singly, in a list, or in an envelope', () => {
    expect(recordsOf([1, 2])).toEqual([1, 2])
    expect(recordsOf({ runs: [1] })).toEqual([1])
    expect(recordsOf({ id: 'a' })).toEqual([{ id: 'a' }])
  })
})

describe('detectFormat', () => {
  it.each([
    ['log.eval', '', 'inspect'],
    ['log.bin', 'PK\u0003\u0004...', 'inspect'],
    ['log.json', JSON.stringify(log('success')), 'inspect'],
    ['a.jsonl', JSON.stringify(trajectory), 'tau-bench'],
    ['a.jsonl', '{"run_id":"x","question":"y","history":[{"step":0', 'who-when'],
    ['a.jsonl', '{"id":"x","chain":"y"}', 'jsonl'],
    ['a.jsonl', '{"foo":1}', null],
    ['a.jsonl', '', null],
  ])('%s beginning with %s is %s', (name, head, expected) => {
    expect(detectFormat(name, head)).toBe(expected)
  })
})
