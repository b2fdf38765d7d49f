import { describe, expect, it } from 'vitest'
import { runsOf } from '../testing/trace-runs'

describe('rows that are spans', () => {
  const id = (last: number) => `0198aaaa-0000-7000-8000-00000000000${last}`
  const times = { start_time: '2026-11-01T10:00:00.000000', end_time: '2026-11-01T10:00:02.000000' }

  it('of LangSmith become one run of each trace, with its thread, tokens and failed step', () => {
    const [run, ...others] = runsOf('langsmith', [
      {
        ...{ id: id(1), trace_id: id(1), parent_run_id: null, run_type: 'chain', name: 'support', ...times },
        ...{ inputs: { question: '2+2' }, outputs: { answer: '4' }, error: null, session_id: 'a-project' },
        ...{ extra: { metadata: { thread_id: 't1' } }, feedback_stats: { thumbs: { n: 2, avg: 0.5 } } },
        tags: ['prod', 'seq:step:1'],
      },
      {
        ...{ id: id(2), trace_id: id(1), parent_run_id: id(1), run_type: 'llm', name: 'ChatOpenAI', ...times },
        ...{ inputs: { messages: [{ role: 'user', content: '2+2' }] }, outputs: null, error: 'Timeout' },
        ...{ prompt_tokens: 10, completion_tokens: 2, total_tokens: 12, total_cost: 0.01 },
        extra: { metadata: { ls_model_name: 'm' } },
      },
    ])
    expect(others).toEqual([])
    expect(run).toMatchObject({
      ...{ id: id(1).replaceAll('-', ''), tags: ['prod'] },
      ...{ chain: 'support', request: { question: '2+2' }, output: { answer: '4' }, costUsd: 0.01, durationMs: 2000 },
      ...{ tokens: { input: 10, output: 2, total: 12 }, metadata: { conversation: 't1' } },
      signals: [{ evaluator: 'downstream', value: 0.5, by: 'thumbs' }],
      nodes: [{ type: 'llm', model: 'm', status: 'failed', error: { message: 'Timeout' } }],
    })
    expect(run).not.toHaveProperty('execution', 'a-project')
  })

  it('of Braintrust become one run of each trace, with scores, tokens and errors', () => {
    const row = (span: string, parents: string[] | null, fields: object) => ({
      ...{ id: span, span_id: span, root_span_id: 's1', span_parents: parents, error: null, scores: null },
      ...{ metrics: { start: 1793527200, end: 1793527201.5 }, ...fields },
    })
    const [run] = runsOf('braintrust', [
      row('s1', null, {
        ...{ input: { q: '2+2' }, output: '4', error: 'Timeout', scores: { Factuality: 1 }, tags: ['a', 'b'] },
        span_attributes: { name: 'answers', type: 'eval' },
      }),
      row('s2', ['s1'], {
        metrics: { start: 1793527200.2, end: 1793527201, prompt_tokens: 10, completion_tokens: 2 },
        ...{ metadata: { model: 'm' }, span_attributes: { name: 'Chat Completion', type: 'llm' } },
      }),
    ])
    expect(run).toMatchObject({
      ...{ id: 's1', tags: ['a', 'b'] },
      ...{ chain: 'answers', request: { q: '2+2' }, output: '4', status: 'failed', error: { message: 'Timeout' } },
      ...{ tokens: { input: 10, output: 2 }, signals: [{ evaluator: 'downstream', value: 1, by: 'Factuality' }] },
      ...{ durationMs: 1500, nodes: [{ type: 'llm', model: 'm' }] },
    })
  })
})
