import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { ChainRun, tolerate } from './chain-run'
import { countTokens, Provider } from './provider'
import { moveTrace } from './trace'

const NOON = new Date('2026-06-01T12:00:00Z')
const begin = (provider = new Provider({ msPerToken: 0 })) => new ChainRun(provider, NOON)

describe('the steps of a chain', () => {
  it('get the values of their dependencies, and run in parallel', async () => {
    const run = begin()
    const two = run.step('two', 'tool', {}, () => wait(20).then(() => 2))
    const three = run.step('three', 'tool', {}, () => wait(20).then(() => 3))
    const product = run.step('product', 'check', { two, three }, ({ two, three }) => two * three)
    const { values, trace } = await run.finish({ product })
    expect(values).toEqual({ product: 6 })
    expect(trace.nodes.map(({ id, status, dependencies }) => [id, status, dependencies])).toEqual([
      ['two', 'completed', []],
      ['three', 'completed', []],
      ['product', 'completed', ['two', 'three']],
    ])
    const [first, second] = trace.nodes
    expect(Date.parse(second?.startedAt ?? '')).toBeLessThan(Date.parse(first?.endedAt ?? ''))
    expect(first?.durationMs).toBeGreaterThanOrEqual(19)
  })

  it('are skipped without times after a failed dependency', async () => {
    const run = begin()
    const broken = run.step('broken', 'tool', {}, (): number => {
      throw Object.assign(new Error('no such table'), { code: 'ENOTABLE' })
    })
    const behind = run.step('behind', 'model', { broken }, ({ broken }) => broken + 1)
    const { values, trace } = await run.finish({ behind })
    expect(values).toBeNull()
    expect(trace.error).toEqual({ message: 'no such table', type: 'Error', code: 'ENOTABLE' })
    expect(trace.nodes[1]).toEqual({ id: 'behind', type: 'model', dependencies: ['broken'], status: 'skipped' })
  })

  it('that tolerate a failure run without its value', async () => {
    const run = begin()
    const broken = run.step('broken', 'tool', {}, (): string => {
      throw new Error('gone')
    })
    const greeting = run.step('greet', 'model', { name: tolerate(broken) }, ({ name }) => `Dear ${name ?? 'reader'}`)
    const { values, trace } = await run.finish({ greeting })
    expect(values).toEqual({ greeting: 'Dear reader' })
    expect(trace.nodes[0]?.status).toBe('failed')
  })

  it('record each tool call with its result, and the tokens of each prompt', async () => {
    const run = begin()
    const looked = run.step('look', 'tool', {}, async (_, tools) => {
      await tools.call('find', { name: 'a' }, () => 1)
      return tools.call('find', { name: 'b' }, (): number => {
        throw new RangeError('there is no b')
      })
    })
    const asked = run.step('ask', 'model', {}, (_, tools) => tools.ask('one two', () => 'three four five'))
    const { trace } = await run.finish({ looked, asked })
    const find = { name: 'find' }
    expect(trace.nodes[0]?.toolCalls).toEqual([
      { ...find, arguments: { name: 'a' }, result: 1 },
      { ...find, arguments: { name: 'b' }, error: { message: 'there is no b', type: 'RangeError' } },
    ])
    expect(trace.tokens).toEqual({ input: 2, output: 3 })
    expect(trace.costUsd).toBeGreaterThan(0)
  })

  it('keep their relative times when the run is moved in time', async () => {
    const run = begin()
    const step = run.step('only', 'tool', {}, () => wait(5))
    const { trace } = await run.finish({ step })
    const moved = moveTrace(trace, NOON)
    expect(new Date(moved.startedAtMs).toISOString()).toBe(NOON.toISOString())
    expect(moved.endedAtMs - moved.startedAtMs).toBeCloseTo(trace.endedAtMs - trace.startedAtMs, 6)
    expect(Date.parse(moved.nodes[0]?.startedAt ?? '')).toBeGreaterThanOrEqual(NOON.getTime())
    expect(moved.nodes[0]?.durationMs).toBe(trace.nodes[0]?.durationMs)
  })
})

describe('the provider', () => {
  const question = (provider: Provider, timeoutMs?: number) => {
    const run = begin(provider)
    const answer = run.step('ask', 'model', {}, (_, tools) => tools.ask('a question', () => 'an answer', timeoutMs))
    return run.finish({ answer })
  }

  it('refuses calls over its limit per minute', async () => {
    const provider = new Provider({ callsPerMinute: 1, msPerToken: 0 })
    expect((await question(provider)).trace.error).toBeNull()
    expect((await question(provider)).trace.error).toMatchObject({ httpStatus: 429, code: 'rate_limit_exceeded' })
  })

  it('refuses when the credit is used up, then blocks the key, and answers again after a top-up', async () => {
    const provider = new Provider({ creditUsd: 1e-9, unpaidCallsMax: 1, msPerToken: 0 })
    const statuses: (number | undefined)[] = []
    for (let call = 0; call < 3; call++) statuses.push((await question(provider)).trace.error?.httpStatus)
    expect(statuses).toEqual([undefined, 402, 401])
    provider.topUp(1)
    expect((await question(provider)).trace.error).toBeNull()
  })

  it('charges for the prompt of an answer that timed out', async () => {
    const { trace } = await question(new Provider({ msPerToken: 1000 }), 10)
    expect(trace.error).toMatchObject({ type: 'TimeoutError' })
    expect(trace.tokens).toEqual({ input: countTokens('a question'), output: 0 })
  })
})

it.each([
  ['', 0],
  ['one two', 2],
  ['extraordinary', 3],
  ['{"a": 1.5}', 9],
])('the tokens of %j are %d', (text, tokens) => {
  expect(countTokens(text)).toBe(tokens)
})
