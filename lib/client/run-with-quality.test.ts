import { beforeEach, describe, expect, it } from 'vitest'
import type { Contract } from '../contracts/contract'
import { determineRerunStrategy, validateExecutionResult } from '../contracts/quality/execution'
import { decideIteration, synthesizeFeedback } from '../contracts/quality/iteration'
import { synthesizeFeedback as feedback } from '../engine/feedback/synthesize-feedback'
import { decideIteration as iteration } from '../engine/iteration/decide-iteration'
import { determineRerunStrategy as strategy } from '../engine/quality-check/determine-rerun-strategy'
import { validateExecutionResult as validate } from '../engine/quality-check/validate-execution-result'
import { type Chain, chainNode, chainOf, connectDesk, type QualityOptions, runWithQuality } from './index'

const answers: [Contract, (input: never) => unknown][] = [
  [validateExecutionResult, validate],
  [determineRerunStrategy, strategy],
  [synthesizeFeedback, feedback],
  [decideIteration, iteration],
]

type Run = { id: string; status: string; attempt: number; nodes: { id: string; attempts: number }[]; output?: unknown }
let runs: Run[] = []
let calls: string[] = []
const broken = new Set<string>()
beforeEach(() => {
  runs = []
  calls = []
  broken.clear()
})

/** A desk that answers with the engine itself, and fails on request. */
const answer: typeof globalThis.fetch = async (url, init) => {
  const body = JSON.parse(String(init?.body))
  const path = new URL(String(url)).pathname
  calls.push(path)
  if ([...broken].some((part) => path.includes(part))) return new Response('<html>', { status: 500 })
  if (path === '/api/v1/runs') {
    runs.push(body)
    return Response.json({ accepted: [], rejected: [{ ...rejection, reason: 'not kept here' }] })
  }
  const [contract, engine] = answers.find(([one]) => one.path === path) ?? []
  return Response.json(engine?.(contract?.input.parse(body) as never))
}
const desk = connectDesk({ url: 'http://desk.test', apiKey: 'k', fetch: answer })
const rejection = { index: 0, id: null, code: 'invalid_input', path: '', issues: [] }

const count: Record<string, number> = {}
/** Nodes that return the listed values call by call, repeating the last one. An Error is thrown. */
function scripted(id: string, dependencies: string[], ...script: unknown[]) {
  count[id] = 0
  return chainNode(id, dependencies, () => {
    const result = script[Math.min(count[id] ?? 0, script.length - 1)]
    count[id] = (count[id] ?? 0) + 1
    if (result instanceof Error) throw result
    return result
  })
}
const check = (chain: Chain, more: Partial<QualityOptions> = {}) =>
  runWithQuality({ desk, ...chain, criteria: { required_fields: ['total'], completeness_required: true }, ...more })

describe('runWithQuality', () => {
  it('accepts the first good result, having run each node once', async () => {
    const outcome = await check(chainOf([scripted('a', [], { x: 1 }), scripted('b', ['a'], { total: 3 })]))
    expect(outcome).toMatchObject({ status: 'accepted', result: { output: { total: 3 } } })
    expect(outcome.attempts).toHaveLength(1)
    expect(count).toMatchObject({ a: 1, b: 1 })
  })

  it('reruns only the failed node and its dependents, and keeps the other results', async () => {
    const chain = chainOf([
      scripted('fetch', [], { doc: 'd' }),
      scripted('parse', ['fetch'], new Error('unexpected token'), { rows: 2 }),
      scripted('sum', ['parse'], { total: 3 }),
    ])
    const outcome = await check(chain)
    expect(outcome.status).toBe('accepted')
    expect(count).toMatchObject({ fetch: 1, parse: 2, sum: 1 })
    expect(outcome.attempts[1]).toMatchObject({ strategy: 'partial', rerunNodes: ['parse', 'sum'], isAcceptable: true })
    expect(outcome.result).toMatchObject({ status: 'completed', nodes_failed: [], output: { total: 3 } })
    expect(outcome.result.results.parse?.attempts).toBe(2)
  })

  it('reruns everything after a shared cause, or without a partial rerun function', async () => {
    const down = new Error('connect ECONNREFUSED')
    const nodes = () => [scripted('a', [], down, { x: 1 }), scripted('b', [], down, { total: 3 })]
    expect((await check(chainOf(nodes()))).attempts[1]).toMatchObject({ strategy: 'full' })
    const { graph, execute } = chainOf([scripted('a', [], { x: 1 }), scripted('b', [], new Error('bad'), { total: 1 })])
    const outcome = await runWithQuality({ desk, graph, execute, criteria: { required_fields: ['total'] } })
    expect(outcome.attempts[1]).toMatchObject({ strategy: 'full' })
    expect(count).toMatchObject({ a: 2, b: 2 })
  })

  it('passes the issues of one attempt to the next as feedback', async () => {
    const seen: unknown[] = []
    const node = chainNode('a', [], ({ feedback }) => {
      seen.push(feedback)
      return seen.length === 1 ? {} : { total: 1 }
    })
    expect((await check(chainOf([node]))).status).toBe('accepted')
    expect(seen).toMatchObject([null, { specific_issues: [{ field: 'total' }] }])
  })

  it('stops with the best attempt when they no longer improve', async () => {
    const chain = chainOf([scripted('a', [], { total: 1, n: 1 }, { total: 1, n: 2 })])
    const criteria = { required_fields: ['total', 'x'], quality_threshold: 0.99 }
    const outcome = await check(chain, { criteria, maxRerunAttempts: 9 })
    expect(outcome).toMatchObject({ status: 'accepted_best', result: { output: { n: 1 } } })
    expect(outcome.attempts.length).toBeLessThan(5)
  })

  it.each([0, 1, 2])('makes at most 1 + %i executions', async (maxRerunAttempts) => {
    const outcome = await check(chainOf([scripted('a', [], new Error('bad input'))]), { maxRerunAttempts })
    expect(outcome.status).toBe('exhausted')
    expect(outcome.attempts).toHaveLength(1 + maxRerunAttempts)
  })

  it('treats an error in execute as a failed attempt', async () => {
    const execute = async () => Promise.reject(new Error('the router is gone'))
    const outcome = await runWithQuality({ desk, execute, criteria: {}, maxRerunAttempts: 1 })
    expect(outcome.status).not.toBe('accepted')
    expect(outcome.attempts[0]?.result).toMatchObject({ status: 'failed', context: { error: 'the router is gone' } })
  })

  it('drops the error of an execution whose nodes were then run again', async () => {
    const chain = chainOf([scripted('a', [], { total: 1 })])
    const execute = async () => Promise.reject(new Error('the router is gone'))
    const outcome = await check({ ...chain, execute }, { report: { chain: 'sums' } })
    expect(outcome.status).toBe('accepted')
    expect(outcome.attempts.at(-1)?.result.context).not.toHaveProperty('error')
    expect(runs.at(-1)).toMatchObject({ status: 'completed' })
    expect(runs.at(-1)).not.toHaveProperty('error')
  })

  it('leaves an execution that waits for an approval to a person', async () => {
    const execute = async () => ({
      ...{ status: 'paused_for_approval' as const, results: {}, execution_time_ms: 1, nodes_failed: [] },
      output: { total: 1 },
    })
    const outcome = await runWithQuality({ desk, execute, criteria: { required_fields: ['output.total'] } })
    expect(outcome).toMatchObject({ status: 'needs_human', reason: 'the execution waits for an approval' })
    expect(outcome.attempts).toHaveLength(1)
  })

  it('never accepts a result it could not check', async () => {
    broken.add('validate_execution_result')
    const outcome = await check(chainOf([scripted('a', [], { total: 1 })]))
    expect(outcome).toMatchObject({ status: 'unvalidated', attempts: [{ quality: null, isAcceptable: false }] })
    expect(outcome.reason).toContain('500')
  })

  it('ends in needs_human if the desk cannot advise', async () => {
    broken.add('determine_rerun_strategy')
    expect((await check(chainOf([scripted('a', [], {})]))).status).toBe('needs_human')
  })

  it('reports each attempt as a run of one execution, and continues if that fails', async () => {
    const chain = chainOf([scripted('a', [], new Error('bad')), scripted('b', ['a'], { total: 1 })])
    const outcome = await check(chain, { report: { chain: 'sums', execution: 'e' }, maxRerunAttempts: 1 })
    expect(runs).toMatchObject([
      {
        id: 'e-1',
        attempt: 1,
        maxAttempts: 2,
        status: 'failed',
        nodes: [{ id: 'a', status: 'failed' }, { status: 'skipped' }],
      },
      { id: 'e-2', attempt: 2 },
    ])
    expect(outcome.attempts[0]).toMatchObject({ runId: null, reportError: 'not kept here' })
  })

  it.each(['validate_execution_result', '/runs', 'determine_rerun_strategy'])(
    'ends when aborted while the desk is busy with %s, instead of taking that for its answer',
    async (part) => {
      const stop = new AbortController()
      const busy = connectDesk({
        fetch: async (url, init) => {
          if (!String(url).includes(part)) return answer(url, init)
          stop.abort(new Error('enough'))
          return new Response('', { status: 503, headers: { 'retry-after': '100' } })
        },
      })
      const chain = chainOf([scripted('a', [], {})])
      const pending = check(chain, { desk: busy, signal: stop.signal, report: { chain: 'sums' } })
      await expect(pending).rejects.toThrow('enough')
    },
  )

  it('ends immediately when aborted', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(check(chainOf([scripted('a', [], {})]), { signal })).rejects.toThrow('enough')
    expect(calls).toEqual([])
  })
})

describe('chainOf', () => {
  const node = (id: string, ...dependencies: string[]) => chainNode(id, dependencies, () => id)

  it.each([
    ['a duplicate id', [node('a'), node('a')], /two nodes have the id "a"/],
    ['an unknown dependency', [node('a', 'b')], /"a" depends on "b"/],
    ['a cycle', [node('a', 'b'), node('b', 'a')], /cycle/],
  ])('refuses %s', (_, nodes, message) => {
    expect(() => chainOf(nodes)).toThrow(message)
  })

  it('runs independent nodes concurrently, and passes each its dependencies', async () => {
    let started = 0
    let both: () => void = () => {}
    const together = new Promise<void>((resolve) => {
      both = resolve
    })
    const wait = async () => {
      started += 1
      if (started === 2) both()
      await together
      return started
    }
    const chain = chainOf([
      chainNode('sum', ['a', 'b'], ({ inputs }) => inputs),
      chainNode('a', [], wait),
      chainNode('b', [], wait),
    ])
    const result = await chain.execute({ attempt: 1, request: null, feedback: null, advice: null })
    expect(result.output).toEqual({ a: 2, b: 2 })
  })
})
