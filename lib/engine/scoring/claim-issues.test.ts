import { describe, expect, it } from 'vitest'
import { runInput } from '@/lib/contracts/run-input'
import { claimIssues } from './claim-issues'

const quoted = (body: object) =>
  claimIssues(runInput.parse({ id: 'r', chain: 'c', ...body })).map(
    ({ message, blocker }) => `${blocker ? 'contradicted' : 'unsupported'} ${message.split(':')[0]}`,
  )

const flight = { number: 'HAT1236', price: 240, from: 'EWR' }
const calls = [{ id: 'a', toolCalls: [{ name: 'find_flight', result: flight }] }]

describe('the results of tools are what an answer is checked against', () => {
  it.each([
    ['as calls of a step', calls],
    ['as steps of their own', [{ id: 'a', type: 'tool', output: flight }]],
  ])('%s', (_what, nodes) => {
    expect(quoted({ nodes, output: 'Flight HAT1236 from Newark (EWR) costs $240.' })).toEqual([])
    expect(quoted({ nodes, output: 'Flight HAT1263 from Newark (EWR) costs $275.' })).toEqual([
      'contradicted “HAT1263”',
      'unsupported “$275”',
    ])
  })

  it('though an agent may talk, quote and cite beside them', () => {
    const output = 'You are welcome! As my grandmother said [4], “travel makes one modest and rather tired”.'
    expect(quoted({ nodes: calls, output })).toEqual([])
    expect(
      quoted({ nodes: calls, output, sources: [{ id: 's', text: 'The airport has two terminals.' }] }),
    ).not.toEqual([])
  })

  it('field by field where it is JSON: a code is contradicted, a value may have been changed by the run', () => {
    const output = { flight: 'HAT1263', from: 'EWR', price: 275 }
    expect(quoted({ nodes: calls, output })).toEqual(['contradicted “HAT1263”', 'unsupported “275”'])
    const sources = [{ id: 's', text: 'Flight HAT1236 leaves from Newark (EWR).\nPrice: $240' }]
    const issues = claimIssues(runInput.parse({ id: 'r', chain: 'c', sources, output }))
    expect(issues.map(({ field, blocker }) => [field, blocker])).toEqual([
      ['output.flight', true],
      ['output.price', true],
    ])
  })

  it('unless they are too long to read on arrival', () => {
    const long = { id: 'long', type: 'tool', output: 'The queue is empty. '.repeat(25_000) }
    const output = 'Flight HAT1263 from Newark (EWR) costs $275.'
    expect(quoted({ nodes: [...calls, { ...long, output: long.output.slice(0, 499_000) }], output })).toHaveLength(2)
    expect(quoted({ nodes: [...calls, long], output })).toEqual([])
  })

  it('unless there are none', () => {
    expect(quoted({ output: 'Flight HAT1263 costs $275.' })).toEqual([])
    expect(quoted({ nodes: [{ id: 'a', toolCalls: 3 }], output: 'Flight HAT1263 costs $275.' })).toEqual([])
    expect(quoted({ nodes: [{ id: 'a', type: 'tool' }], output: 'Flight HAT1263 costs $275.' })).toEqual([])
  })
})

describe('what a run was asked with needs no support', () => {
  const output = 'Your ticket TCK-4821 for $275 is closed.'

  it.each([
    ['the request', { request: { text: 'Close ticket TCK-4821 for $275.' } }, []],
    ['an amount in words', { request: 'Close ticket TCK-4821 for 275 dollars.' }, []],
    ['instructions', { nodes: [...calls, { id: 'b', systemPrompt: 'TCK-4821 costs $275.' }] }, []],
    [
      'a message of a person',
      { nodes: [...calls, { id: 'b', type: 'user', output: 'TCK-4821 for $275, please.' }] },
      [],
    ],
    ['a prompt', { nodes: [...calls, { id: 'b', input: [{ role: 'user', content: 'TCK-4821 for $275' }] }] }, []],
    [
      'but not what the agent said before',
      { nodes: [...calls, { id: 'b', input: { messages: [{ role: 'assistant', content: 'TCK-4821 for $275' }] } }] },
      ['unsupported “TCK-4821”', 'unsupported “$275”'],
    ],
    [
      'nor in a message of LangChain',
      {
        nodes: [
          ...calls,
          {
            id: 'b',
            input: {
              messages: [
                [
                  { lc: 1, id: ['langchain', 'schema', 'HumanMessage'], kwargs: { content: 'TCK-4821, please.' } },
                  { lc: 1, id: ['langchain', 'schema', 'AIMessage'], kwargs: { content: 'It costs $275.' } },
                ],
              ],
            },
          },
        ],
      },
      ['unsupported “$275”'],
    ],
    [
      'nor in a request that has the conversation so far',
      {
        request: {
          messages: [
            { role: 'user', content: 'Close TCK-4821.' },
            { role: 'assistant', content: 'It costs $275.' },
          ],
        },
      },
      ['unsupported “$275”'],
    ],
    [
      'nor in the history of a state',
      {
        nodes: [
          ...calls,
          {
            id: 'b',
            input: {
              state: {
                history: [
                  { role: 'user', parts: [{ text: 'Close TCK-4821.' }] },
                  { role: 'model', parts: [{ text: 'It costs $275.' }] },
                ],
              },
            },
          },
        ],
      },
      ['unsupported “$275”'],
    ],
    [
      'nor in a transcript',
      { request: 'User: Close TCK-4821.\nAssistant: It costs $275.\nShall I?\nUser: Yes.' },
      ['unsupported “$275”'],
    ],
    [
      'nor what one step passes to the next',
      {
        request: 'Close TCK-4821.',
        nodes: [
          ...calls,
          { id: 'b', type: 'llm', output: 'TCK-4821 costs $275 to close.' },
          { id: 'c', type: 'llm', input: { draft: 'TCK-4821 costs $275 to close.', tone: 'polite' } },
        ],
      },
      ['unsupported “$275”'],
    ],
  ])('%s', (_what, body, expected) => {
    expect(quoted({ nodes: calls, ...body, output })).toEqual(expected)
  })

  it.each([
    ['the request', { request: 'Find a flight on 2024-05-19.' }, []],
    [
      'the arguments of a call',
      {
        nodes: [
          { ...calls[0], toolCalls: [{ name: 'search', arguments: { date: '2024-05-19' }, result: ['HAT072'] }] },
        ],
      },
      [],
    ],
    ['but not another one', { request: 'Find a flight on 2024-05-18.' }, ['unsupported “May 19, 2024”']],
  ])('a date in another notation: %s', (_what, body, expected) => {
    expect(
      quoted({ nodes: calls, ...body, output: 'Flight HAT072 leaves on May 19, 2024.' }).filter((one) =>
        one.includes('May'),
      ),
    ).toEqual(expected)
  })

  it('but what the agent said before is no source of its answer', () => {
    const said = 'Your ticket TCK-4821 costs $275 to close.'
    const nodes = [...calls, { id: 'b', type: 'llm', output: said }]
    expect(quoted({ nodes, output, sources: [{ id: 'b', text: said }] })).toEqual([
      'unsupported “TCK-4821”',
      'unsupported “$275”',
    ])
    expect(quoted({ nodes: [...calls, { id: 'b', type: 'agent.executor', output: said }], output })).toEqual([
      'unsupported “TCK-4821”',
      'unsupported “$275”',
    ])
    expect(
      quoted({
        nodes: [...calls, { id: 'b', type: 'loader', output: said }],
        output,
        sources: [{ id: 'b', text: said }],
      }),
    ).toEqual([])
  })

  it('but a number that a source gives otherwise stays contradicted', () => {
    const sources = [{ id: 's', text: 'The outage lasted 47 minutes and affected 3 regions.' }]
    const request = 'Which outage lasted 93 minutes?'
    expect(quoted({ request, sources, output: 'The outage lasted 93 minutes and affected 3 regions.' })).toEqual([
      'contradicted “93 minutes”',
    ])
  })
})
