import { describe, expect, it } from 'vitest'
import { runInput } from '@/lib/contracts/run-input'
import { handledFailures } from '@/lib/engine/failures/attribute-failures'
import { claimIssues } from '@/lib/engine/scoring/claim-issues'
import { runOf } from '../testing/run-of'
import { whoWhen } from './who-when'

describe('Who&When', () => {
  const failure = {
    run_id: 'ww-1',
    kind: 'Hand-Crafted',
    question: 'How many?',
    ground_truth: '4',
    mistake_agent: 'Surfer',
    mistake_step: 1,
    mistake_reason: 'looked away',
    history: [
      { step: 0, agent: 'human', role: 'human', content: 'How many?' },
      { step: 1, agent: 'Surfer', role: 'Surfer', content: 'exitcode: 1 (execution failed)\nboom' },
      {
        step: 2,
        agent: 'Orchestrator',
        role: 'Orchestrator (termination condition)',
        content: 'done\nFINAL ANSWER: 5\nCOMPLETE',
      },
    ],
  }

  it('is filed under the chain and the version that were asked for', () => {
    const asked = { chain: 'teams', version: '2.0.0' }
    expect(runOf(whoWhen(failure, asked))).toMatchObject(asked)
    expect(runOf(whoWhen(failure))).not.toHaveProperty('version')
  })

  it('imports a failed run with its steps in sequence', () => {
    const run = runOf(whoWhen(failure))
    expect(run).toMatchObject({
      chain: 'who-when-magentic-one',
      status: 'failed',
      output: '5',
      signals: [{ evaluator: 'downstream', value: false }],
    })
    expect(run.nodes?.map((node) => [node.name, node.status])).toEqual([
      ['human', undefined],
      ['Surfer', 'failed'],
      ['Orchestrator', undefined],
    ])
  })

  it('takes what code printed for the answer of a tool, whose error agents can get past', () => {
    const history = [
      { agent: 'Terminal', role: 'assistant', content: 'exitcode: 1 (execution failed)\nCode output: boom' },
      { agent: 'Coder', role: 'assistant', content: 'Once more.' },
      { agent: 'Terminal', role: 'assistant', content: 'exitcode: 0 (execution succeeded)\nCode output: 4' },
      { agent: 'Terminal', role: 'assistant', content: 'exitcode: 127 (execution failed)\nCode output: boom' },
    ]
    const { nodes } = runInput.parse(runOf(whoWhen({ ...failure, history })))
    expect(nodes.map(({ type, status }) => [type, status])).toEqual([
      ['tool', 'failed'],
      ['assistant', 'completed'],
      ['tool', 'completed'],
      ['tool', 'failed'],
    ])
    expect([...handledFailures(nodes)]).toEqual(['step-000'])
    const run = runInput.parse(
      runOf(whoWhen({ ...failure, history: [...history, { agent: 'A', content: 'It is 1871.' }] })),
    )
    expect(claimIssues(run)).toEqual([])
  })

  it('keeps the attribution out of everything that is scored', () => {
    const { metadata, ...scored } = runOf(whoWhen(failure))
    expect(metadata).toMatchObject({ attribution: { agent: 'Surfer', step: 1, reason: 'looked away' } })
    expect(JSON.stringify(scored)).not.toContain('looked away')
    expect(scored).not.toHaveProperty('error')
  })

  it('takes the last text of the conversation as the answer, without the stop marker', () => {
    const history = [
      ...failure.history.slice(0, 2),
      { agent: 'A', content: 'It is 6.' },
      { agent: 'A', content: 'TERMINATE' },
    ]
    expect(runOf(whoWhen({ ...failure, history })).output).toBe('It is 6.')
  })

  it('gives a step a name that a run can have', () => {
    const history = [{ role: 'Orchestrator\n(thought)', content: 'Look it up.' }]
    const { nodes } = runInput.parse(runOf(whoWhen({ ...failure, history })))
    expect(nodes).toMatchObject([{ name: 'Orchestrator (thought)', type: 'Orchestrator (thought)' }])
  })

  it.each([
    ['no object', 3],
    ['no id', { ...failure, run_id: undefined }],
    ['no history', { ...failure, history: {} }],
  ])('says why it cannot import: %s', (_, record) => {
    expect(whoWhen(record)).toMatchObject({ ok: false })
  })
})
