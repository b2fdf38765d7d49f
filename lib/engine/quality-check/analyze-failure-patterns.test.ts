import { describe, expect, it } from 'vitest'
import { EngineInputError } from '@/lib/engine/input-error'
import { analyzeFailurePatterns } from './analyze-failure-patterns'
import type { PastExecution } from './failure-record'

const graph = { nodes: [{ id: 'n1' }, { id: 'n2', dependencies: ['n1'] }, { id: 'n3', dependencies: ['n2'] }] }

function past(day: number, quality_score: number, failed_nodes: PastExecution['failed_nodes'] = []): PastExecution {
  return { timestamp: `2026-11-0${day}T00:00:00Z`, success: failed_nodes.length === 0, quality_score, failed_nodes }
}

const history = [past(1, 0.9), past(2, 0.8), past(3, 0.5, ['n2']), past(4, 0.4, ['n2']), past(5, 0.4, ['n2'])]
const analyze = (execution_history: PastExecution[], time_range?: { start?: string; end?: string }) =>
  analyzeFailurePatterns({ execution_history, intent_graph: graph, time_range })
const kinds = (executions: PastExecution[]) => analyze(executions).patterns.map(({ pattern_type }) => pattern_type)

describe('rates', () => {
  it('are means over the history', () => {
    expect(analyze(history).success_rate).toBeCloseTo(0.4, 12)
    expect(analyze(history).average_quality_score).toBeCloseTo(0.6, 12)
  })

  it('are null for an empty history, with no suggestion', () => {
    expect(analyze([])).toMatchObject({
      success_rate: null,
      average_quality_score: null,
      patterns: [],
      improvement_suggestions: [],
      most_common_failures: [],
    })
  })

  it('leave out executions that were not scored', () => {
    expect(analyze([{ success: true }, { success: true, quality_score: null }]).average_quality_score).toBeNull()
  })
})

describe('a plain execution result', () => {
  const failed = (error: string): PastExecution => ({
    status: 'failed',
    results: { a: { node_id: 'n1', success: true }, b: { node_id: 'n2', success: false, error } },
    nodes_failed: ['n2'],
  })

  it('is successful by its status, however that is written', () => {
    expect(analyze([{ status: 'Completed' }, { status: 'COMPLETED' }, { status: 'FAILED' }]).success_rate).toBeCloseTo(
      2 / 3,
      12,
    )
  })

  it('is successful by its status, with the failed nodes of its results', () => {
    const report = analyze([{ status: 'completed' }, failed('boom'), failed('it timed out'), failed('it timed out')])
    expect(report).toMatchObject({ success_rate: 0.25, most_common_failures: [{ node_id: 'n2', count: 3 }] })
    expect(report.patterns.map(({ pattern_type }) => pattern_type)).toEqual(['node_failure', 'timeout'])
  })

  it('is rejected when its outcome is missing', () => {
    expect(() => analyze([{ success: true }, { failed_nodes: [] }])).toThrow('execution_history[1].success')
  })
})

describe('time range', () => {
  it('includes the whole day of a date at its end', () => {
    const late = { timestamp: '2026-11-05T23:59:59.999Z', success: true }
    expect(analyze([late], { start: '2026-11-05', end: '2026-11-05' }).executions_considered).toBe(1)
    expect(analyze([late], { end: '2026-11-04' }).executions_considered).toBe(0)
  })

  it('includes both ends', () => {
    const report = analyze(history, { start: '2026-11-01T00:00:00Z', end: '2026-11-02T23:59:59Z' })
    expect(report).toMatchObject({ success_rate: 1, patterns: [], executions_considered: 2 })
    expect(report.average_quality_score).toBeCloseTo(0.85, 12)
    expect(analyze(history, { start: '2026-11-05T00:00:00Z' }).executions_considered).toBe(1)
  })

  it('reports how many executions have no timestamp', () => {
    expect(analyze([...history, { success: true }], { start: '2026-11-04T00:00:00Z' })).toMatchObject({
      executions_considered: 2,
      executions_undated: 1,
    })
  })

  it.each([{ start: 'soon' }, { start: '2026-11-02T00:00:00Z', end: '2026-11-01T00:00:00Z' }])(
    'rejects %j',
    (range) => {
      expect(() => analyze(history, range)).toThrow(EngineInputError)
    },
  )
})

describe('patterns', () => {
  it('include a node that failed three times, with its rate and interval', () => {
    const report = analyze(history)
    expect(report.patterns).toMatchObject([{ pattern_type: 'node_failure', frequency: 3, affected_nodes: ['n2'] }])
    expect(report.most_common_failures).toMatchObject([{ node_id: 'n2', count: 3, rate: 0.6 }])
    expect(report.improvement_suggestions).toHaveLength(1)
  })

  it('exclude a node that failed twice, and one named three times in one execution', () => {
    expect(kinds(history.slice(0, 4))).toEqual([])
    expect(kinds([past(1, 0.9, ['n2', 'n2', 'n2'])])).toEqual([])
  })

  it('include timeouts, but not 504 and 429', () => {
    const slow = (error: string) => [{ node_id: 'n1', error }]
    const report = analyze([past(1, 0.9, slow('Request timed out after 30s')), past(2, 0.9, slow('ETIMEDOUT'))])
    expect(report.patterns).toMatchObject([{ pattern_type: 'timeout', frequency: 2, affected_nodes: ['n1'] }])
    expect(kinds([past(1, 0.9, slow('HTTP 429: timeout')), past(2, 0.9, slow('HTTP 429: timeout'))])).toEqual([])
  })

  it('include weak quality without a failed node, by the threshold of each execution', () => {
    expect(analyze([past(1, 0.8), past(2, 0.84)]).patterns).toMatchObject([
      { pattern_type: 'quality_issue', frequency: 2 },
    ])
    expect(kinds([past(1, 0.85), past(2, 0.86)])).toEqual([])
    expect(
      kinds([
        { ...past(1, 0.7), threshold: 0.7 },
        { ...past(2, 0.7), threshold: 0.6 },
      ]),
    ).toEqual([])
  })

  it('include nodes that fail after a dependency, once for each root', () => {
    const cascade = ['n1', 'n2', 'n3']
    expect(analyze([past(1, 0.9, cascade), past(2, 0.9, ['n1', 'n3'])]).patterns).toMatchObject([
      { pattern_type: 'dependency', frequency: 2, affected_nodes: cascade },
    ])
    expect(kinds([past(1, 0.9, cascade)])).toEqual([])
  })
})
