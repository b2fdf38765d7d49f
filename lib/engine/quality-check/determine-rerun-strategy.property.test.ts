import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyDag, type Dag, shuffled } from '@/lib/engine/testing/arbitraries'
import { determineRerunStrategy, type RerunInput } from './determine-rerun-strategy'

type State = {
  status: 'ok' | 'unstored' | 'skipped' | 'failed' | 'absent'
  error?: string
  sign?: string
  infra?: true
}

/** Errors that only differ in digits and paths have the same `sign`. */
const failures: State[] = [
  { status: 'failed' },
  { status: 'failed', error: 'bad json at 17', sign: 'json' },
  { status: 'failed', error: 'Bad JSON at 99', sign: 'json' },
  { status: 'failed', error: 'empty output', sign: 'empty' },
  { status: 'failed', error: 'connect ECONNREFUSED 10.0.0.5:443', sign: 'refused', infra: true },
  { status: 'failed', error: 'connect ECONNREFUSED 10.0.0.6:80', sign: 'refused', infra: true },
  { status: 'failed', error: 'HTTP 503 Service Unavailable', sign: '503', infra: true },
]
const state = fc.oneof(
  fc.constantFrom<State>({ status: 'ok' }, { status: 'ok' }, { status: 'unstored' }, { status: 'skipped' }),
  fc.constantFrom(...failures),
)
const attempt = fc.record({ strategy: fc.constantFrom('partial', 'full', 'adaptive'), success: fc.boolean() })

type Case = Dag & {
  states: State[]
  spelling: number
  history: { strategy: string; success: boolean }[]
  upstream: boolean
}
const anyCase: fc.Arbitrary<Case> = anyDag().chain((dag) =>
  fc.record({
    ids: fc.constant(dag.ids),
    edges: fc.constant(dag.edges),
    states: fc.array(state, { minLength: dag.ids.length, maxLength: dag.ids.length }),
    spelling: fc.nat(3),
    history: fc.array(attempt, { maxLength: 3 }),
    upstream: fc.boolean(),
  }),
)

function toNode(id: string, { status, error }: State) {
  if (status === 'skipped') return { node_id: id, success: false, skipped: true }
  if (status === 'failed') return { node_id: id, success: false, error }
  return { node_id: id, success: true, ...(status === 'ok' && { result: 1 }) }
}

/** Writes each edge once as from/to, from_node/to_node or source/target, or as `dependencies` on the node. */
function toInput({ ids, edges, states, spelling, history, upstream }: Case): RerunInput {
  const written = edges.map(([from, to], index) =>
    [
      { from, to },
      { from_node: from, to_node: to },
      { source: from, target: to },
    ].at((index + spelling) % 3),
  )
  const needs = (id: string) => edges.filter(([, to]) => to === id).map(([from]) => from)
  const nodes = ids.map((id, index) => (index % 2 ? { id } : { node_id: id }))
  return {
    execution_result: {
      results: Object.fromEntries(ids.map((id, index) => [id, toNode(id, states[index] ?? { status: 'ok' })])),
    },
    validation_result: { is_acceptable: false },
    intent_graph:
      spelling === 3
        ? { nodes: nodes.map((node, index) => ({ ...node, dependencies: needs(ids[index] ?? '') })) }
        : { nodes, edges: written },
    failure_history: history,
    max_rerun_attempts: 4,
    include_upstream: upstream,
  }
}

/** Everything reachable from `starts` along the edges, without `starts` unless reached. */
function reach(edges: Dag['edges'], starts: Iterable<string>): Set<string> {
  const reached = new Set<string>()
  const step = (from: string) => {
    for (const [start, end] of edges) {
      if (start !== from || reached.has(end)) continue
      reached.add(end)
      step(end)
    }
  }
  for (const start of starts) step(start)
  return reached
}

const backwards = (edges: Dag['edges']) => edges.map(([from, to]) => [to, from] as const)

function readCase({ ids, edges, states }: Case) {
  const of = new Map(ids.map((id, index) => [id, states[index] ?? { status: 'ok' as const }]))
  const above = (id: string) => reach(backwards(edges), [id])
  const failed = ids.filter((id) => of.get(id)?.status === 'failed')
  const sign = (id: string) => of.get(id)?.sign
  const isVictim = (id: string) => failed.some((other) => above(id).has(other) && sign(id) && sign(other) === sign(id))
  return { of, above, failed, sign, roots: failed.filter((id) => !isVictim(id)) }
}

function expectedStrategy(given: Case) {
  const { ids, edges, history } = given
  const { of, above, sign, roots } = readCase(given)
  const pairs = roots.flatMap((one) => roots.filter((other) => other > one).map((other) => [one, other] as const))
  const isPath = ([one, other]: readonly [string, string]) => above(one).has(other) || above(other).has(one)
  const isSame = ([one, other]: readonly [string, string]) => sign(one) !== undefined && sign(one) === sign(other)
  const entries = ids.filter((id) => above(id).size === 0)
  const only = entries.length === 1 ? entries[0] : undefined
  const sharesInfra = pairs.some((pair) => isSame(pair) && !isPath(pair) && of.get(pair[0])?.infra)
  const entryFailed = only && roots.includes(only) && of.get(only)?.infra && reach(edges, [only]).size * 2 >= ids.length
  const isWide = roots.length >= 3 && roots.length * 10 >= ids.length * 6
  if (history.filter((one) => one.strategy === 'partial' && !one.success).length >= 2) return 'full'
  if (sharesInfra || entryFailed || isWide) return 'full'
  if (roots.length === 1 || (roots.length > 1 && !pairs.some((pair) => isPath(pair) || isSame(pair)))) return 'partial'
  return 'adaptive'
}

/** Grows the set to closure: the dependents of a seed, and the dependencies without a reusable result. */
function expectedRerun(given: Case, seeds: Iterable<string>): Set<string> {
  const { edges, upstream } = given
  const { of } = readCase(given)
  const rerun = new Set([...seeds, ...reach(edges, seeds)])
  for (let size = -1; size !== rerun.size; ) {
    size = rerun.size
    for (const [from, to] of edges) if (rerun.has(to) && (upstream || of.get(from)?.status !== 'ok')) rerun.add(from)
  }
  return rerun
}

describe('for any graph', () => {
  it('the strategy follows from the root failures, in the documented order', () => {
    fc.assert(
      fc.property(anyCase, (given) => {
        const answer = determineRerunStrategy(toInput(given))
        const { roots } = readCase(given)
        expect(answer.root_causes.map(({ node_id }) => node_id).sort()).toEqual(roots.sort())
        expect(answer.strategy).toBe(expectedStrategy(given))
        const prior = { partial: 0.8, full: 0.7, adaptive: 0.75, none: 1 }[answer.strategy]
        const earlier = given.history.filter(({ success }) => !success).length
        expect(answer.estimated_success_probability).toBeCloseTo(prior * 0.8 ** earlier, 9)
      }),
      { numRuns: 500 },
    )
  })

  it('the rerun set is the failed nodes and all their dependents, dependencies first, with stored results reused', () => {
    fc.assert(
      fc.property(anyCase, (given) => {
        const { rerun_nodes, reused_nodes, strategy, next_action } = determineRerunStrategy(toInput(given))
        const { of, failed } = readCase(given)
        const seeds = strategy === 'full' ? given.ids : [...failed, ...next_action.nodes]
        const rerun = expectedRerun(given, seeds)
        expect(new Set(rerun_nodes)).toEqual(rerun)
        expect(rerun_nodes).toHaveLength(rerun.size)
        for (const [from, to] of given.edges) {
          if (rerun.has(from) && rerun.has(to)) expect(rerun_nodes.indexOf(from)).toBeLessThan(rerun_nodes.indexOf(to))
        }
        const above = [...reach(backwards(given.edges), rerun)].filter((id) => !rerun.has(id))
        expect([...reused_nodes].sort()).toEqual(above.filter((id) => of.get(id)?.status === 'ok').sort())
        if (strategy === 'adaptive') expect(next_action.action).not.toBe('none')
        expect(rerun_nodes.length + Number(next_action.action === 'ask_human')).toBeGreaterThan(0)
      }),
      { numRuns: 500 },
    )
  })

  it('the order of nodes, edges and results and the spelling of edges do not matter', () => {
    const reordered = anyCase.chain((given) =>
      fc.record({
        given: fc.constant(given),
        order: shuffled(given.ids.map((_, index) => index)),
        edges: shuffled(given.edges),
        spelling: fc.nat(3),
      }),
    )
    fc.assert(
      fc.property(reordered, ({ given, order, edges, spelling }) => {
        const pick = <T>(list: T[]) => order.flatMap((index) => list.slice(index, index + 1))
        const other = { ...given, ids: pick(given.ids), states: pick(given.states), edges, spelling }
        const [one, two] = [given, other].map((each) => {
          const { strategy, rerun_nodes, reused_nodes, next_action, root_causes } = determineRerunStrategy(
            toInput(each),
          )
          const causes = root_causes.map(({ node_id, victims }) => `${node_id}:${[...victims].sort()}`)
          const lists = [rerun_nodes, reused_nodes, next_action.nodes, causes].map((list) => [...list].sort())
          return { strategy, action: next_action.action, lists }
        })
        expect(two).toEqual(one)
      }),
      { numRuns: 200 },
    )
  })

  it('the limit counts reruns, not executions; at the limit nothing runs and a person is asked', () => {
    fc.assert(
      fc.property(anyCase, fc.nat(4), (given, max_rerun_attempts) => {
        const answer = determineRerunStrategy({ ...toInput(given), max_rerun_attempts })
        const isUsedUp = given.history.length >= max_rerun_attempts
        expect(answer.exhausted).toBe(isUsedUp)
        expect(answer.rerun_required).toBe(!isUsedUp)
        if (isUsedUp) expect(answer).toMatchObject({ rerun_nodes: [], next_action: { action: 'ask_human' } })
        // The chance is that of the rerun which the limit prevents.
        const allowed = determineRerunStrategy({ ...toInput(given), max_rerun_attempts: given.history.length + 1 })
        expect(answer.estimated_success_probability).toBe(allowed.estimated_success_probability)
        const accepted = { ...toInput(given), max_rerun_attempts, validation_result: { is_acceptable: true } }
        const none = { strategy: 'none', exhausted: false, estimated_success_probability: 1, rerun_nodes: [] }
        expect(determineRerunStrategy(accepted)).toMatchObject(none)
      }),
    )
  })
})
