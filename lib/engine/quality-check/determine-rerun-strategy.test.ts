import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EngineInputError } from '@/lib/engine/input-error'
import {
  determineRerunStrategy,
  estimateRerunSuccess,
  type RerunInput,
  recommendAttempts,
} from './determine-rerun-strategy'

type Node = { error?: string; skipped?: boolean; success?: boolean; result?: unknown }

const ok: Node = { success: true, result: 1 }
const failed = (error?: string): Node => ({ success: false, error })
const skipped: Node = { success: false, skipped: true }

function decide(nodes: Record<string, Node>, edges: string[], further: Partial<RerunInput> = {}) {
  return determineRerunStrategy({
    execution_result: {
      results: Object.fromEntries(Object.entries(nodes).map(([id, node]) => [id, { node_id: id, ...node }])),
    },
    validation_result: { is_acceptable: false, quality_score: 0.5 },
    intent_graph: {
      nodes: Object.keys(nodes).map((id) => ({ id })),
      edges: edges.map((edge) => ({ from: edge.charAt(0), to: edge.charAt(1) })),
    },
    ...further,
  })
}

const chain = { a: ok, b: failed('bad json'), c: skipped }
const refused = (port: number) => failed(`connect ECONNREFUSED 10.0.0.5:${port}`)

describe('strategy', () => {
  it('is none for an accepted result', () => {
    const decision = decide(chain, ['ab', 'bc'], { validation_result: { is_acceptable: true } })
    expect(decision).toMatchObject({
      strategy: 'none',
      rerun_required: false,
      rerun_nodes: [],
      estimated_success_probability: 1,
      exhausted: false,
    })
  })

  it('is partial for a single failure: the node and its dependents, with upstream results reused', () => {
    expect(decide(chain, ['ab', 'bc'])).toMatchObject({
      strategy: 'partial',
      rerun_required: true,
      rerun_nodes: ['b', 'c'],
      reused_nodes: ['a'],
      estimated_success_probability: 0.8,
      root_causes: [{ node_id: 'b', error: 'bad json', victims: ['c'] }],
    })
  })

  it('is partial for independent failures with different signatures', () => {
    const decision = decide({ a: ok, b: failed('schema mismatch'), c: failed('empty output') }, ['ab', 'ac'])
    expect(decision).toMatchObject({ strategy: 'partial', rerun_nodes: ['b', 'c'] })
  })

  it('treats failures without a message as independent, never as the same fault', () => {
    expect(decide({ a: ok, b: failed(), c: failed() }, ['ab', 'ac']).strategy).toBe('partial')
  })

  it('finds the single root of a cascade', () => {
    const decision = decide({ a: failed('bad json at line 7'), b: failed('Bad JSON at line 12'), c: skipped }, [
      'ab',
      'bc',
    ])
    expect(decision).toMatchObject({ strategy: 'partial', rerun_nodes: ['a', 'b', 'c'] })
    expect(decision.root_causes).toMatchObject([{ node_id: 'a', victims: ['b', 'c'] }])
  })

  it('is full when unrelated nodes share an infrastructure fault', () => {
    const decision = decide({ a: ok, b: refused(5432), c: refused(5433) }, ['ab', 'ac'])
    expect(decision).toMatchObject({
      strategy: 'full',
      rerun_nodes: ['a', 'b', 'c'],
      estimated_success_probability: 0.7,
    })
  })

  it('treats infrastructure faults of one kind as the same, whatever their wording', () => {
    const nodes = { a: ok, b: failed('HTTP 503 from search'), c: failed('status 500 from the database') }
    expect(decide(nodes, ['ab', 'ac']).strategy).toBe('full')
    expect(decide({ ...nodes, c: failed('HTTP 429 from the model') }, ['ab', 'ac']).strategy).toBe('partial')
  })

  it('is not full when unrelated nodes share an ordinary fault', () => {
    const decision = decide({ a: ok, b: failed('bad json'), c: failed('bad json') }, ['ab', 'ac'])
    expect(decision).toMatchObject({ strategy: 'adaptive', next_action: { action: 'relax_input', nodes: ['b', 'c'] } })
  })

  it('is full when the only entry node has an infrastructure fault and feeds half of the graph', () => {
    expect(decide({ a: refused(1), b: skipped, c: skipped }, ['ab', 'ac']).strategy).toBe('full')
    expect(decide({ a: failed('bad json'), b: skipped, c: skipped }, ['ab', 'ac']).strategy).toBe('partial')
    expect(decide({ a: refused(1), b: skipped, c: ok }, ['ab']).strategy).toBe('partial')
  })

  it('is full when three failed nodes are 60 % of the graph', () => {
    const nodes = { a: ok, b: failed('one'), c: failed('two'), d: failed('three'), e: ok }
    expect(decide(nodes, ['ab', 'ac', 'ad', 'ae']).strategy).toBe('full')
    expect(decide({ ...nodes, f: ok }, ['ab', 'ac', 'ad', 'ae', 'af']).strategy).toBe('partial')
  })

  it('is full after two failed partial reruns', () => {
    const attempt = { strategy: 'partial', rerun_nodes: ['b'], success: false }
    const decision = decide(chain, ['ab', 'bc'], { failure_history: [attempt, attempt], max_rerun_attempts: 5 })
    expect(decision.strategy).toBe('full')
  })

  it('is adaptive with a concrete step when failures depend on each other', () => {
    const decision = decide({ a: failed('one'), b: failed('two') }, ['ab'])
    expect(decision).toMatchObject({
      strategy: 'adaptive',
      rerun_required: true,
      rerun_nodes: ['a', 'b'],
      next_action: { action: 'rerun_nodes' },
    })
    const again = decide({ a: failed('one'), b: failed('two') }, ['ab'], {
      failure_history: [{ strategy: 'adaptive', success: false }],
    })
    expect(again.next_action.action).toBe('change_agent')
  })

  it('reruns what never finished or left no result, where nothing failed', () => {
    const lost = { node_id: 'b', success: true }
    const nodes = {
      a: { node_id: 'a', success: true, result: 1 },
      b: lost,
      c: { node_id: 'c', success: true, result: 3 },
    }
    const decision = decide(nodes, ['ab', 'bc'])
    expect(decision).toMatchObject({ strategy: 'adaptive', rerun_nodes: ['b', 'c'], reused_nodes: ['a'] })
    expect(decision.next_action).toMatchObject({ action: 'rerun_nodes', nodes: ['b'] })
  })

  it('asks a person about credentials and quotas', () => {
    const decision = decide({ a: failed('invalid api key'), b: failed('quota exceeded') }, ['ab', 'ba'])
    expect(decision).toMatchObject({ strategy: 'adaptive', next_action: { action: 'ask_human' } })
  })

  it('asks a person about an execution that waits for an approval, and reruns nothing', () => {
    const nodes = { a: { node_id: 'a', success: true, result: 1 } }
    const execution_result = { status: 'paused_for_approval', results: nodes }
    expect(decide({ a: ok, b: {} }, ['ab'], { execution_result })).toMatchObject({
      strategy: 'adaptive',
      rerun_nodes: [],
      next_action: { action: 'ask_human', nodes: [], reason: 'the execution waits for an approval' },
    })
    const failing = { ...nodes, b: { node_id: 'b', success: false, error: 'boom' } }
    const partly = { status: 'paused_for_approval', results: failing }
    expect(decide({ a: ok, b: {} }, ['ab'], { execution_result: partly })).toMatchObject({ rerun_nodes: ['b'] })
  })

  it('reruns the last nodes, or those held responsible, when the result is weak and nothing failed', () => {
    const nodes = { a: ok, b: ok, c: ok }
    expect(decide(nodes, ['ab', 'bc'])).toMatchObject({ strategy: 'adaptive', rerun_nodes: ['c'] })
    const validation_result = { is_acceptable: false, rerun_nodes: ['b'] }
    expect(decide(nodes, ['ab', 'bc'], { validation_result }).rerun_nodes).toEqual(['b', 'c'])
  })
})

describe('limits', () => {
  it.each([
    [0, 0],
    [1, 1],
    [2, 2],
    [undefined, 2],
  ])('with at most %s reruns stop after %s of them', (max_rerun_attempts, used) => {
    const failure_history = Array.from({ length: used }, () => ({ strategy: 'adaptive', success: false }))
    const decision = decide(chain, ['ab', 'bc'], { max_rerun_attempts, failure_history })
    expect(decision).toMatchObject({
      rerun_required: false,
      exhausted: true,
      rerun_nodes: [],
      next_action: { action: 'ask_human' },
    })
    if (used === 0) return
    const before = decide(chain, ['ab', 'bc'], { max_rerun_attempts, failure_history: failure_history.slice(1) })
    expect(before).toMatchObject({ rerun_required: true, exhausted: false })
  })

  it('reject a non-integer or negative number', () => {
    expect(() => decide(chain, [], { max_rerun_attempts: -1 })).toThrow(EngineInputError)
    expect(() => decide(chain, [], { max_rerun_attempts: 1.5 })).toThrow(EngineInputError)
  })
})

describe('nodes to rerun', () => {
  it('include an upstream node only when it has no reusable result', () => {
    const nodes = { a: { success: true }, b: ok, c: failed('x') }
    expect(decide(nodes, ['ac', 'bc'])).toMatchObject({ rerun_nodes: ['a', 'c'], reused_nodes: ['b'] })
    expect(decide({ ...nodes, a: skipped }, ['ac', 'bc']).rerun_nodes).toEqual(['a', 'c'])
  })

  it('count as reused only if their result is stored, also further upstream', () => {
    const nodes = { a: { success: true }, b: ok, c: failed('bad json') }
    expect(decide(nodes, ['ab', 'bc'])).toMatchObject({ rerun_nodes: ['c'], reused_nodes: ['b'] })
  })

  it('include everything upstream on request', () => {
    const nodes = { a: ok, b: ok, c: failed('x'), d: ok }
    const decision = decide(nodes, ['ab', 'bc'], { include_upstream: true })
    expect(decision).toMatchObject({ rerun_nodes: ['a', 'b', 'c'], reused_nodes: [] })
  })

  it('are read from nodes_failed too, and support cycles', () => {
    const decision = determineRerunStrategy({
      execution_result: { nodes_failed: ['b'], results: { a: { success: true, result: 1 } } },
      validation_result: { is_acceptable: false },
      intent_graph: {
        nodes: ['a', 'b', 'c'],
        edges: [
          { from: 'b', to: 'c' },
          { from: 'c', to: 'b' },
        ],
      },
    })
    expect(decision).toMatchObject({ strategy: 'partial', rerun_nodes: ['b', 'c'] })
  })

  it('always include every failed node, for any graph', () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const state = fc.constantFrom(ok, skipped, failed('x'), failed('HTTP 503'), failed())
    const edge = fc.constantFrom(...names.flatMap((from) => names.map((to) => from + to)))
    fc.assert(
      fc.property(fc.tuple(state, state, state, state, state), fc.array(edge, { maxLength: 10 }), (states, edges) => {
        const nodes = Object.fromEntries(names.map((name, index) => [name, states[index] ?? ok]))
        const decision = decide(nodes, edges)
        expect(decision.rerun_required).toBe(true)
        for (const name of names) {
          if (nodes[name]?.error !== undefined) expect(decision.rerun_nodes).toContain(name)
        }
        expect(decision.estimated_success_probability).toBeGreaterThan(0)
        expect(decision.estimated_success_probability).toBeLessThanOrEqual(1)
        expect(decision.rerun_nodes.filter((id) => decision.reused_nodes.includes(id))).toEqual([])
      }),
    )
  })
})

describe('probability of success', () => {
  it.each([
    ['partial', 0, 0.8],
    ['full', 0, 0.7],
    ['adaptive', 0, 0.75],
    ['partial', 2, 0.8 * 0.64],
  ] as const)('without a history: %s after %d failed attempts is %d', (strategy, attempts, expected) => {
    expect(estimateRerunSuccess(strategy, attempts)).toBeCloseTo(expected, 12)
  })

  it('shrinks a history towards the prior in two steps', () => {
    const none = { tried: 0, succeeded: 0 }
    expect(estimateRerunSuccess('partial', 0, { ofClass: none, ofNode: none })).toBeCloseTo(0.8, 12)
    const ofClass = { tried: 14, succeeded: 2 }
    const classShare = (2 + 6 * 0.8) / 20
    expect(estimateRerunSuccess('partial', 0, { ofClass, ofNode: none })).toBeCloseTo(classShare, 12)
    const ofNode = { tried: 2, succeeded: 0 }
    expect(estimateRerunSuccess('partial', 0, { ofClass, ofNode })).toBeCloseTo((8 * classShare) / 10, 12)
  })

  describe('from earlier reruns', () => {
    const probability = (rerun_history: RerunInput['rerun_history'], nodes: Record<string, Node> = chain) =>
      decide(nodes, ['ab', 'bc'], { rerun_history }).estimated_success_probability
    const timeout = { a: ok, b: failed('request timed out'), c: skipped }
    const of = (node_id: string, error: string, success: boolean) => ({ node_id, error, success })

    it('is the prior without any, or with none of the same class', () => {
      expect(probability([])).toBeCloseTo(0.8, 12)
      expect(probability([of('b', '429 Too Many Requests', false)], timeout)).toBeCloseTo(0.8, 12)
    })

    it('counts those of the class on any node, and those of the node again', () => {
      const others = Array.from({ length: 4 }, () => of('x', 'the call timed out', false))
      const ofClass = (6 * 0.8) / 10
      expect(probability(others, timeout)).toBeCloseTo(ofClass, 12)
      const own = [of('b', 'timed out after 30 s', false), of('b', 'timed out after 60 s', true)]
      expect(probability([...others, ...own], timeout)).toBeCloseTo((1 + 8 * ((1 + 6 * 0.8) / 12)) / 10, 12)
    })

    it('is that of the least likely node', () => {
      const two = { a: ok, b: failed('request timed out'), c: failed('empty output') }
      const history = Array.from({ length: 4 }, () => of('b', 'request timed out', false))
      const { estimated_success_probability } = decide(two, ['ab', 'ac'], { rerun_history: history })
      expect(estimated_success_probability).toBeCloseTo((8 * ((6 * 0.8) / 10)) / 12, 12)
    })
  })

  it('recommends the fewest attempts that make success 90 % likely, within those left', () => {
    expect(recommendAttempts(0.95, 5)).toBe(1)
    expect(recommendAttempts(0.8, 5)).toBe(2)
    expect(recommendAttempts(0.8, 1)).toBe(1)
    expect(recommendAttempts(0.05, 3)).toBe(3)
  })
})
