import { describe, expect, it } from 'vitest'
import { CASES } from '../testing/span-cases'
import { makeSpan } from '../testing/spans'
import { readSpanFacts } from './span-facts'

describe.each(Object.entries(CASES))('%s', (_, cases) => {
  it.each(cases)('tells %s', (_what, attributes, expected) => {
    expect(readSpanFacts(makeSpan({ id: '1', attributes })).facts).toMatchObject(expected)
  })
})

describe('readSpanFacts', () => {
  it('keeps unknown attributes unchanged', () => {
    const { unread } = readSpanFacts(
      makeSpan({ id: '1', attributes: { 'my.flag': true, 'llm.model_name': 'm', 'my.list': [1] } }),
    )
    expect(unread).toEqual({ 'my.flag': true, 'my.list': [1] })
  })

  it('never reads a missing or invalid count as zero', () => {
    const attributes = {
      'openinference.span.kind': 'LLM',
      'llm.token_count.prompt': 'many',
      'llm.token_count.completion': -1,
      'llm.token_count.total': 1.5,
    }
    const { facts } = readSpanFacts(makeSpan({ id: '1', attributes }))
    expect(facts).not.toHaveProperty('inputTokens')
    expect(facts).not.toHaveProperty('outputTokens')
    expect(facts).not.toHaveProperty('totalTokens')
  })

  it.each([
    { 'gen_ai.usage.cost': -1 },
    { 'llm.cost.total': '-0.5' },
    { 'operation.cost': -1 },
    { 'langfuse.observation.cost_details': '{"total":-2}' },
  ])('never reads a cost below zero: %j', (attributes) => {
    expect(readSpanFacts(makeSpan({ id: '1', attributes })).facts).not.toHaveProperty('costUsd')
  })

  it('reads a key of many levels without running out of stack', () => {
    const attributes = { 'openinference.span.kind': 'LLM', [`llm.input_messages.${'0.'.repeat(20_000)}x`]: 'y' }
    expect(() => readSpanFacts(makeSpan({ id: '1', attributes }))).not.toThrow()
  })

  const zeros = { 'llm.token_count.prompt': 0, 'llm.token_count.completion': 0, 'llm.token_count.total': 0 }
  it.each([
    ['no attribute reports them', {}, { inputTokens: 8, outputTokens: 2, totalTokens: 10 }],
    ['all that attributes report are zeros', zeros, { inputTokens: 8, outputTokens: 2, totalTokens: 10 }],
    ['not if one does', { ...zeros, 'llm.token_count.prompt': 7 }, { inputTokens: 7, outputTokens: 0, totalTokens: 0 }],
  ])('reads tokens from a raw answer if %s', (_, told, counts) => {
    const attributes = {
      'openinference.span.kind': 'LLM',
      ...told,
      'output.value': '{"usage":{"prompt_tokens":8,"completion_tokens":2,"total_tokens":10}}',
    }
    expect(readSpanFacts(makeSpan({ id: '1', attributes })).facts).toMatchObject(counts)
  })

  it("leaves the zeros of attributes if the answer's counts are zeros too", () => {
    const attributes = {
      'openinference.span.kind': 'LLM',
      'llm.token_count.prompt': 0,
      'output.value': '{"usage":{"prompt_tokens":0,"completion_tokens":0}}',
    }
    const { facts } = readSpanFacts(makeSpan({ id: '1', attributes }))
    expect(facts).toMatchObject({ inputTokens: 0 })
    expect(facts).not.toHaveProperty('outputTokens')
  })

  it.each([
    [JSON.stringify('sent\n"now"'), 'sent\n"now"'],
    ['"half', '"half'],
    ['"a" and "b"', '"a" and "b"'],
    ['2', '2'],
  ])("reads a tool's serialised text %s as its text", (result, toolResult) => {
    const keys = ['gen_ai.tool.call.result', 'ai.toolCall.result']
    for (const key of keys)
      expect(readSpanFacts(makeSpan({ id: '1', attributes: { [key]: result } })).facts).toMatchObject({ toolResult })
  })

  it('leaves text that only looks like JSON unchanged', () => {
    const { facts } = readSpanFacts(
      makeSpan({ id: '1', attributes: { 'input.value': "{'query': 'x'}", 'output.value': '[' } }),
    )
    expect(facts).toMatchObject({ input: "{'query': 'x'}", output: '[' })
  })
})
