import { describe, expect, it } from 'vitest'
import { runOf } from '../testing/run-of'
import { tauBench } from './tau-bench'

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
  it('imports a trajectory as a run, with the reward as the downstream signal', () => {
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

  it('makes a node of each message and tool call, failed if the tool reports an error', () => {
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

  it('matches calls and results even if an id is used twice', () => {
    const { nodes } = runOf(tauBench(trajectory))
    expect(nodes?.[1]).toMatchObject({
      toolCalls: [{ name: 'find_user', arguments: { id: 'u1' }, result: { name: 'Mia' } }],
    })
    expect(nodes?.[2]).toMatchObject({ toolCalls: [{ name: 'change_seat', arguments: { seat: '3A' } }] })
  })

  it('reads the published form, and does not invent times, tokens or a version', () => {
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

  it.each([
    [1, true],
    [0, false],
    [0.5, 0.5],
    [3, 1],
  ])('takes the reward %j for the outcome %j', (reward, value) => {
    expect(runOf(tauBench({ ...trajectory, reward })).signals).toMatchObject([{ evaluator: 'downstream', value }])
  })

  it('omits a missing reward instead of reading it as zero', () => {
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
