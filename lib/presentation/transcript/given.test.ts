import { describe, expect, it } from 'vitest'
import { nodeView as node } from '../testing/node-view'
import { prepareTranscript, type TranscriptSource } from './prepare-transcript'
import type { Step } from './step'
import { findInSteps, stepText } from './text'

const read = (run: Partial<TranscriptSource>) =>
  prepareTranscript({ error: null, nodes: [], startedAt: null, checks: [], issues: [], ...run })

describe('what a step was given', () => {
  const said = (steps: readonly Step[]) => steps.map(({ given }) => given.map(({ role, parts }) => [role, parts]))

  it('is the messages of its input that no earlier step shows, each result in its call', () => {
    const call = { id: 'c', type: 'function', function: { name: 'look', arguments: '{"zoom":2}' } }
    const history = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'What is this?' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c', content: 'a dot' },
    ]
    const nodes = [
      node('one', { type: 'llm', input: { messages: history }, output: 'A dot.' }),
      node('two', {
        type: 'llm',
        dependencies: ['one'],
        input: [...history, { role: 'assistant', content: 'A dot.' }, { role: 'user', content: 'Sure?' }],
        output: 'Yes.',
      }),
    ]
    const { steps } = read({ request: { question: 'What is this?' }, nodes, output: 'Yes.' })
    expect(steps.map(stepText)).toEqual([expect.stringContaining('What is this?'), 'A dot.', 'Yes.'])
    expect(said(steps)).toEqual([
      [],
      [
        ['system', [{ kind: 'text', text: 'Be brief.' }]],
        ['assistant', [expect.objectContaining({ name: 'look', arguments: { zoom: 2 }, result: 'a dot' })]],
      ],
      [['user', [{ kind: 'text', text: 'Sure?' }]]],
    ])
  })

  it('is its instructions once, and an input that is not just what came before it', () => {
    const nodes = [
      node('search', { type: 'step', input: { query: 'refund' }, output: ['30 days'] }),
      node('write', {
        type: 'llm',
        dependencies: ['search'],
        systemPrompt: 'Be polite.',
        input: ['30 days'],
        output: 'x',
      }),
      node('check', { type: 'llm', dependencies: ['write'], systemPrompt: 'Be polite.', input: 'x', output: 'y' }),
    ]
    expect(said(read({ nodes }).steps)).toEqual([
      [[null, [{ kind: 'json', value: { query: 'refund' } }]]],
      [['system', [{ kind: 'text', text: 'Be polite.' }]]],
      [],
    ])
  })

  it('is instructions as text, also if they are sent as parts', () => {
    const parts = [{ type: 'text', content: 'Be brief.' }]
    const blocks = [{ type: 'text', text: 'Be kind.' }]
    const nodes = [
      node('ask', { type: 'llm', systemPrompt: parts, output: 'x' }),
      node('answer', { type: 'llm', dependencies: ['ask'], systemPrompt: blocks, output: 'y' }),
    ]
    expect(said(read({ nodes }).steps)).toEqual([
      [['system', [{ kind: 'text', text: 'Be brief.' }]]],
      [['system', [{ kind: 'text', text: 'Be kind.' }]]],
    ])
  })

  it('is no result that its tool showed, also where its kind is named beside it', () => {
    const weather = { location: 'San Francisco', temperature: 64 }
    const args = { location: 'San Francisco' }
    const asked = { toolCallId: 'c', toolName: 'getWeather', input: args }
    const output = { type: 'json', value: weather }
    const history = [
      { role: 'user', content: [{ type: 'text', text: 'How warm is it?' }] },
      { role: 'assistant', content: [{ type: 'tool-call', ...asked }] },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c', toolName: 'getWeather', output }] },
    ]
    const nodes = [
      node('ask', { type: 'llm', input: history.slice(0, 1), output: [asked] }),
      node('getWeather', { type: 'tool', dependencies: ['ask'], input: args, output: weather }),
      node('tell', { type: 'llm', dependencies: ['getWeather'], input: history, output: '64 degrees.' }),
    ]
    const { steps } = read({ request: 'How warm is it?', nodes, output: '64 degrees.' })
    expect(said(steps).flat()).toEqual([])
  })

  it('is no result that its tool showed, whether sent as JSON or as text', () => {
    const history = [{ role: 'tool', content: '[{"title": "Heron", "id": 7}]' }]
    const nodes = [
      node('find', { type: 'tool', input: { word: 'bird' }, output: [{ id: 7, title: 'Heron' }] }),
      node('write', { type: 'llm', dependencies: ['find'], input: history, output: 'A heron.' }),
    ]
    expect(said(read({ nodes }).steps)).toEqual([[], []])
  })

  it('is found by the search of a transcript', () => {
    const { steps } = read({
      nodes: [node('write', { type: 'llm', input: 'Mention the voucher.', output: 'Dear Ada' })],
    })
    expect(findInSteps(steps, 'voucher')).toEqual([{ place: 0, count: 1 }])
  })

  it('is the arguments of a tool: its input and output are a call', () => {
    const tool = node('find', { type: 'tool', input: { id: 7 }, output: { name: 'Ada' } })
    const failed = node('save', {
      type: 'tool',
      input: { id: 8 },
      error: { message: 'denied', code: null, httpStatus: null, type: null },
    })
    const { steps } = read({ nodes: [tool, failed] })
    expect(steps.map(({ parts }) => parts)).toMatchObject([
      [{ kind: 'call', name: 'find', arguments: { id: 7 }, result: { name: 'Ada' } }],
      [{ kind: 'call', name: 'save', arguments: { id: 8 }, error: { message: 'denied' } }],
    ])
    expect(said(steps)).toEqual([[], []])
  })
})
