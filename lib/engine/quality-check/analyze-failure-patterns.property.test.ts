import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyzeFailurePatterns } from './analyze-failure-patterns'

const nodes = ['a', 'b', 'c']
const error = fc.constantFrom('request timed out after 30 s', 'bad json', undefined)
const failure = fc.oneof(fc.constantFrom(...nodes), fc.record({ node_id: fc.constantFrom(...nodes), error }))
const minute = fc.nat(9)
const execution = fc.record({
  at: minute,
  success: fc.boolean(),
  quality_score: fc.constantFrom(undefined, null, 0.5, 0.85, 1),
  failed_nodes: fc.array(failure, { maxLength: 4 }),
})
const history = fc.array(execution, { maxLength: 8 })
type Execution = typeof execution extends fc.Arbitrary<infer T> ? T : never

const time = (at: number) => `2026-01-01T00:0${at}:00Z`
const toHistory = (list: readonly Execution[]) => list.map(({ at, ...rest }) => ({ ...rest, timestamp: time(at) }))
const idsIn = (one: Execution) =>
  new Set(one.failed_nodes.map((entry) => (typeof entry === 'string' ? entry : entry.node_id)))

/** Whether the last error of some node in the execution is a time-out. */
function isSlow(one: Execution): boolean {
  const errors = new Map(
    one.failed_nodes.flatMap((entry) =>
      typeof entry !== 'string' && entry.error ? [[entry.node_id, entry.error]] : [],
    ),
  )
  return [...errors.values()].some((text) => text.includes('timed out'))
}

describe('patterns', () => {
  it('include a node that failed in three or more executions, however often one of them names it', () => {
    fc.assert(
      fc.property(history, (given) => {
        const { patterns, most_common_failures } = analyzeFailurePatterns({ execution_history: toHistory(given) })
        for (const id of nodes) {
          const count = given.filter((one) => idsIn(one).has(id)).length
          const found = patterns.filter((one) => one.pattern_type === 'node_failure' && one.affected_nodes.includes(id))
          expect(found.map(({ frequency }) => frequency)).toEqual(count >= 3 ? [count] : [])
          const common = most_common_failures.find(({ node_id }) => node_id === id)
          expect(common?.count ?? 0).toBe(count)
          if (common) expect(common.rate).toBeCloseTo(count / given.length, 9)
        }
      }),
    )
  })

  it('include repeated time-outs, and weak results of executions without a failed node', () => {
    fc.assert(
      fc.property(history, (given) => {
        const { patterns } = analyzeFailurePatterns({ execution_history: toHistory(given) })
        const kinds = patterns.map(({ pattern_type }) => pattern_type)
        const weak = given.filter((one) => one.failed_nodes.length === 0 && one.quality_score === 0.5)
        expect(kinds.includes('timeout')).toBe(given.filter(isSlow).length >= 2)
        expect(kinds.includes('quality_issue')).toBe(weak.length >= 2)
      }),
    )
  })

  it('include a node whose failure cascades to its dependents', () => {
    const intent_graph = { edges: [{ from: 'a', to: 'b' }] }
    fc.assert(
      fc.property(history, (given) => {
        const { patterns } = analyzeFailurePatterns({ execution_history: toHistory(given), intent_graph })
        const both = given.filter((one) => idsIn(one).has('a') && idsIn(one).has('b')).length
        const found = patterns.filter(({ pattern_type }) => pattern_type === 'dependency')
        expect(found.map(({ frequency, affected_nodes }) => [frequency, affected_nodes])).toEqual(
          both >= 2 ? [[both, ['a', 'b']]] : [],
        )
      }),
    )
  })
})

it('gives the same result for a time range, both ends included, as for leaving the others out', () => {
  fc.assert(
    fc.property(history, minute, minute, (given, one, other) => {
      const [start, end] = [Math.min(one, other), Math.max(one, other)]
      const time_range = { start: time(start), end: time(end) }
      const within = given.filter(({ at }) => at >= start && at <= end)
      expect(analyzeFailurePatterns({ execution_history: toHistory(given), time_range })).toEqual(
        analyzeFailurePatterns({ execution_history: toHistory(within) }),
      )
    }),
  )
})

it('has rates that are means of the known values, null if there are none, and suggestions only for patterns', () => {
  fc.assert(
    fc.property(history, (given) => {
      const report = analyzeFailurePatterns({ execution_history: toHistory(given) })
      const scores = given.map((one) => one.quality_score).filter((score) => typeof score === 'number')
      const meanOf = (list: number[]) =>
        list.length ? list.reduce((sum, value) => sum + value, 0) / list.length : null
      const rate = meanOf(given.map(({ success }) => (success ? 1 : 0)))
      const quality = meanOf(scores)
      if (rate === null) expect(report.success_rate).toBeNull()
      else expect(report.success_rate).toBeCloseTo(rate, 9)
      if (quality === null) expect(report.average_quality_score).toBeNull()
      else expect(report.average_quality_score).toBeCloseTo(quality, 9)
      expect(report.improvement_suggestions.length > 0).toBe(report.patterns.length > 0)
    }),
  )
})
