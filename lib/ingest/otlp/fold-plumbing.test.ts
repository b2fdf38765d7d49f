import { describe, expect, it } from 'vitest'
import type { RunBody } from '@/lib/contracts/run-input'
import { makeSpan, nodeOf, onlyRun, spanId } from '../testing/spans'

const namesOf = (run: RunBody) => run.nodes?.map(({ name }) => name)
const chain = { 'openinference.span.kind': 'CHAIN' }
const llm = (input: number) => ({
  'openinference.span.kind': 'LLM',
  'llm.model_name': 'm',
  'llm.token_count.prompt': input,
  'llm.token_count.completion': 1,
})

describe('plumbing spans', () => {
  it('are folded into their step, which adopts their children', () => {
    const run = onlyRun([
      makeSpan({ id: '1', name: 'LangGraph', ms: [0, 100] }),
      makeSpan({ id: '2', parent: '1', name: '__start__', ms: [0, 1], attributes: chain }),
      makeSpan({ id: '3', parent: '1', name: 'agent', ms: [2, 60], attributes: chain }),
      makeSpan({ id: '4', parent: '3', name: 'RunnableSequence', ms: [3, 50], attributes: chain }),
      makeSpan({ id: '5', parent: '4', name: 'ChatOpenAI', ms: [4, 50], attributes: llm(9) }),
      makeSpan({ id: '6', parent: '3', name: 'ChannelWrite<agent,messages>', ms: [51, 52], attributes: chain }),
      makeSpan({ id: '7', parent: '1', name: 'tools', ms: [61, 90] }),
    ])
    expect(namesOf(run)).toEqual(['agent', 'ChatOpenAI', 'tools'])
    expect(nodeOf(run, '3')?.dependencies).toEqual([spanId('5')])
    expect(nodeOf(run, '7')?.dependencies).toEqual([spanId('3')])
    expect(run.tokens).toMatchObject({ input: 9, output: 1 })
    expect(run.metadata?.otlp).toMatchObject({
      folded: { [spanId('2')]: spanId('1'), [spanId('4')]: spanId('3'), [spanId('6')]: spanId('3') },
    })
  })

  it('are kept if they failed themselves, or are the only ones with tokens', () => {
    const run = onlyRun([
      makeSpan({ id: '1', ms: [0, 9] }),
      makeSpan({ id: '2', parent: '1', name: 'JsonOutputParser', status: { code: 'error', message: 'no JSON' } }),
      makeSpan({ id: '3', parent: '1', name: 'RunnableLambda', attributes: { 'gen_ai.usage.input_tokens': 4 } }),
      makeSpan({ id: '4', parent: '1', name: 'RunnableSequence', status: { code: 'error', message: 'boom' } }),
      makeSpan({ id: '5', parent: '4', name: 'ask', attributes: llm(1), status: { code: 'error', message: 'boom' } }),
    ])
    expect(namesOf(run)).toEqual(['JsonOutputParser', 'RunnableLambda', 'ask'])
    expect(run.tokens?.input).toBe(5)
  })

  it("include the steps that Vercel's SDK 7 draws around its requests, also failed ones, but no step of that name", () => {
    const step = { 'gen_ai.operation.name': 'agent_step' }
    const failed = { code: 'error', message: 'no such model' } as const
    const run = onlyRun([
      makeSpan({ id: '1', name: 'invoke_agent m', attributes: { 'gen_ai.operation.name': 'invoke_agent' } }),
      makeSpan({ id: '2', parent: '1', name: 'step 1', attributes: step, ms: [0, 9] }),
      makeSpan({ id: '3', parent: '2', name: 'chat m', attributes: llm(4), ms: [1, 5] }),
      makeSpan({
        id: '4',
        parent: '2',
        name: 'execute_tool look',
        attributes: { 'gen_ai.tool.name': 'look' },
        ms: [6, 8],
      }),
      makeSpan({ id: '5', parent: '1', name: 'step 2', attributes: step, status: failed, ms: [10, 19] }),
      makeSpan({ id: '6', parent: '5', name: 'chat m', attributes: llm(4), status: failed, ms: [11, 18] }),
      makeSpan({ id: '7', parent: '1', name: 'step 3', ms: [20, 21] }),
    ])
    expect(namesOf(run)).toEqual(['chat m', 'look', 'chat m', 'step 3'])
    expect(nodeOf(run, '6')?.dependencies).toEqual([spanId('4')])
  })

  it('include what OpenAI Agents draws around an agent and its turns, but no turn that says something itself', () => {
    const tool = { 'openinference.span.kind': 'TOOL' }
    const run = onlyRun([
      makeSpan({ id: '1', name: 'Agent workflow', ms: [0, 100], attributes: { 'openinference.span.kind': 'AGENT' } }),
      makeSpan({ id: '2', parent: '1', name: 'Agent workflow', ms: [1, 99], attributes: chain }),
      makeSpan({
        id: '3',
        parent: '2',
        name: 'weather',
        ms: [2, 98],
        attributes: { 'openinference.span.kind': 'AGENT' },
      }),
      makeSpan({ id: '4', parent: '3', name: 'turn', ms: [3, 40], attributes: chain }),
      makeSpan({ id: '5', parent: '4', name: 'response', ms: [4, 20], attributes: llm(9) }),
      makeSpan({ id: '6', parent: '4', name: 'forecast', ms: [21, 39], attributes: tool }),
      makeSpan({ id: '7', parent: '3', name: 'turn', ms: [41, 60], attributes: chain }),
      makeSpan({ id: '8', parent: '7', name: 'response', ms: [42, 59], attributes: llm(9) }),
      makeSpan({
        id: '9',
        parent: '3',
        name: 'turn',
        ms: [61, 97],
        attributes: { ...chain, 'input.value': 'Ada speaks' },
      }),
    ])
    expect(namesOf(run)).toEqual(['weather', 'response', 'forecast', 'response', 'turn'])
    expect(nodeOf(run, '8')?.dependencies).toEqual([spanId('6')])
  })

  it("include LangChain's nodes around the model and the tools of an agent, but not those that do something else", () => {
    const tool = { 'openinference.span.kind': 'TOOL' }
    const run = onlyRun([
      makeSpan({ id: '1', name: 'weather-bot', ms: [0, 100], attributes: chain }),
      makeSpan({ id: '2', parent: '1', name: 'model_request', ms: [1, 20], attributes: chain }),
      makeSpan({ id: '3', parent: '2', name: 'ChatOpenAI', ms: [2, 18], attributes: llm(9) }),
      makeSpan({ id: '4', parent: '2', name: 'RunnableLambda', ms: [18, 19], attributes: chain }),
      makeSpan({ id: '5', parent: '1', name: 'tools', ms: [21, 40], attributes: chain }),
      makeSpan({ id: '6', parent: '5', name: 'weather', ms: [22, 39], attributes: tool }),
      makeSpan({ id: '7', parent: '1', name: 'model', ms: [41, 60], attributes: chain }),
      makeSpan({ id: '8', parent: '7', name: 'ChatOpenAI', ms: [42, 58], attributes: llm(9) }),
      makeSpan({ id: '9', parent: '1', name: 'tools', ms: [61, 80], attributes: chain }),
      makeSpan({ id: 'b', parent: '9', name: 'ChatOpenAI', ms: [62, 78], attributes: llm(9) }),
      makeSpan({ id: 'c', parent: '1', name: 'model', ms: [81, 90], attributes: chain }),
    ])
    expect(namesOf(run)).toEqual(['ChatOpenAI', 'weather', 'ChatOpenAI', 'tools', 'ChatOpenAI', 'model'])
    expect(nodeOf(run, '6')?.dependencies).toEqual([spanId('3')])
    expect(nodeOf(run, '8')?.dependencies).toEqual([spanId('6')])
  })

  it('pass their unique facts to their step', () => {
    const run = onlyRun([
      makeSpan({ id: '1' }),
      makeSpan({ id: '2', parent: '1', name: 'answer' }),
      makeSpan({
        id: '3',
        parent: '2',
        name: 'RunnableSequence',
        attributes: { 'input.value': 'why?', 'output.value': 'so' },
      }),
      makeSpan({ id: '4', parent: '2', name: 'look' }),
    ])
    expect(nodeOf(run, '2')).toMatchObject({ input: 'why?', output: 'so' })
  })
})

describe('a request recorded by two spans', () => {
  it('is one step with its tokens once, its calls and the facts of both', () => {
    const run = onlyRun([
      makeSpan({ id: '1' }),
      makeSpan({
        id: '2',
        parent: '1',
        name: 'ai.generateText',
        attributes: {
          'ai.operationId': 'ai.generateText',
          'ai.prompt': '{"system":"be kind","prompt":"hi"}',
          'ai.usage.inputTokens': 5,
        },
      }),
      makeSpan({
        id: '3',
        parent: '2',
        name: 'ai.generateText.doGenerate',
        attributes: {
          'ai.operationId': 'ai.generateText.doGenerate',
          'ai.model.id': 'm',
          'ai.model.provider': 'p',
          'ai.usage.inputTokens': 5,
          'ai.usage.outputTokens': 2,
          'ai.response.toolCalls': '[{"toolCallId":"t1","toolName":"look","input":"{}"}]',
        },
      }),
    ])
    expect(run.nodes).toHaveLength(1)
    expect(nodeOf(run, '2')).toMatchObject({
      name: 'ai.generateText',
      type: 'llm',
      model: 'm',
      provider: 'p',
      systemPrompt: 'be kind',
      input: 'hi',
      tokens: { input: 5, output: 2 },
      toolCalls: [{ name: 'look' }],
    })
    expect(run.tokens).toMatchObject({ input: 5, output: 2 })
  })

  it('is two steps if the first try failed and the wrapper did not', () => {
    const run = onlyRun([
      makeSpan({ id: '1' }),
      makeSpan({ id: '2', parent: '1', attributes: llm(3) }),
      makeSpan({ id: '3', parent: '2', attributes: llm(3), status: { code: 'error', message: 'busy' } }),
    ])
    expect(run.nodes?.map(({ status }) => status).sort()).toEqual(['completed', 'failed'])
  })

  it('is one step per request if several were made', () => {
    const run = onlyRun([
      makeSpan({ id: '1' }),
      makeSpan({ id: '2', parent: '1', name: 'ai.generateText', attributes: { 'ai.operationId': 'ai.generateText' } }),
      ...['3', '4'].map((id) =>
        makeSpan({
          id,
          parent: '2',
          name: 'ai.generateText.doGenerate',
          attributes: { 'ai.operationId': 'ai.generateText.doGenerate', 'ai.usage.inputTokens': 5 },
        }),
      ),
    ])
    expect(run.nodes).toHaveLength(3)
    expect(run.tokens?.input).toBe(10)
  })
})
