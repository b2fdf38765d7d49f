import { describe, expect, it } from 'vitest'
import { type RunBody, runInput } from '@/lib/contracts/run-input'
import { readTrace } from './read-trace'
import { isHandOver, isWrite } from './run-facts'

const traceOf = (nodes: RunBody['nodes']) => readTrace(runInput.parse({ id: 'r', chain: 'c', nodes }))
const search = { name: 'search', arguments: { q: 'x' } }

describe('a call', () => {
  it.each<[string, RunBody['nodes'], object[]]>([
    [
      'in toolCalls',
      [{ id: 'a', toolCalls: [{ ...search, result: 'found' }] }],
      [{ name: 'search', asked: '{"q":"x"}', failed: false, at: 0 }],
    ],
    [
      'in a node of a tool',
      [{ id: 'a', name: 'search', type: 'tool', output: 'found' }],
      [{ name: 'search', asked: null, failed: false, at: 0 }],
    ],
    [
      'in the output of a model and then in the node of its tool',
      [
        { id: 'a', type: 'llm', output: [search] },
        { id: 'b', name: 'search', type: 'tool', output: 'Error: no such thing' },
      ],
      [{ name: 'search', asked: '{"q":"x"}', failed: true, at: 0 }],
    ],
    [
      'below `function`, as in the chat APIs',
      [{ id: 'a', type: 'llm', output: [{ id: '1', function: { name: 'search', arguments: '{}' } }] }],
      [{ name: 'search', asked: '{}', failed: false, at: 0 }],
    ],
    [
      'that failed',
      [{ id: 'a', name: 'search', type: 'function', status: 'failed', error: 'timeout' }],
      [{ name: 'search', asked: null, failed: true, at: 0 }],
    ],
  ])('%s counts once', (_what, nodes, calls) => {
    expect(traceOf(nodes).calls).toEqual(calls)
  })

  it('is not read into an output that only has a name', () => {
    expect(traceOf([{ id: 'a', type: 'llm', output: { name: 'Ada', arguments: undefined } }]).calls).toEqual([])
  })
})

it('distinguishes people and models by the type of their nodes', () => {
  const { texts } = traceOf([
    { id: 'a', type: 'user', output: 'Hello' },
    { id: 'b', type: 'llm', output: 'Hi' },
  ])
  expect(texts).toEqual([
    { speaker: 'user', text: 'Hello', at: 0 },
    { speaker: 'model', text: 'Hi', at: 1 },
  ])
})

it.each([
  ['create_order', true],
  ['files.writeFile', true],
  ['mcp__crm__updateContact', true],
  ['get_order', false],
  ['list_updates', false],
  ['transfer_to_human_agents', false],
])('whether %s changes something: %s', (name, changes) => {
  expect(isWrite(name)).toBe(changes)
})

it.each([
  ['transfer_to_human_agents', true],
  ['escalateToSupport', true],
  ['transfer_funds', false],
])('whether %s hands over to a person: %s', (name, hands) => {
  expect(isHandOver(name)).toBe(hands)
})
