import { describe, expect, it } from 'vitest'
import { runInput } from '@/lib/contracts/run-input'
import { runOf } from '../testing/run-of'
import { promptfooResult, promptfooResults } from './promptfoo'

const result = (more: object = {}) => ({
  id: 'b0c1',
  testIdx: 0,
  promptIdx: 0,
  vars: { question: 'How do I reset it?' },
  prompt: { raw: 'Answer: How do I reset it?', label: 'Answer: {{question}}' },
  provider: { id: 'openai:gpt-5-mini', label: '' },
  response: { output: 'Open Settings.', tokenUsage: { total: 30, prompt: 20, completion: 10 }, cached: false },
  success: true,
  score: 1,
  latencyMs: 812,
  cost: 0.0004,
  failureReason: 0,
  gradingResult: {
    pass: true,
    score: 1,
    componentResults: [
      { pass: true, score: 1, reason: 'ok', assertion: { type: 'contains', value: 'Settings' } },
      { pass: true, score: 0.8, reason: 'friendly', assertion: { type: 'llm-rubric', value: 'is friendly' } },
    ],
  },
  ...more,
})
const file = (results: object[], prompts = 1) => ({
  evalId: 'eval-1',
  results: {
    version: 3,
    timestamp: '2026-11-22T10:00:00.000Z',
    prompts: Array.from({ length: prompts }, () => ({})),
    results,
  },
  config: { description: 'Support answers' },
})

describe('promptfoo results', () => {
  it('with names of several lines are taken by the desk', () => {
    const results = [result({ testCase: { description: 'resets\na password' } })]
    const [made] = promptfooResults({
      ...file(results),
      config: { description: 'Support answers\nof the help desk\n' },
    })
    expect(made).toMatchObject({ run: { chain: 'Support answers of the help desk', scenario: 'resets a password' } })
    expect(made?.ok && runInput.safeParse(made.run).error).toBeUndefined()
  })

  it('of tests with long variables that begin alike are scenarios of their own', () => {
    const asked = (question: string) => result({ vars: { context: 'The manual. '.repeat(40), question } })
    const made = promptfooResults(file([asked('How?'), asked('Why?'), asked('How?')]))
    const [how, why, again] = made.map((one) => (one.ok ? runInput.parse(one.run).scenario : undefined))
    expect(how).not.toBe(why)
    expect(again).toBe(how)
  })

  it('of a provider that reports no usage have neither tokens nor cost, and cached ones cost nothing', () => {
    const usage = (tokenUsage: object) => {
      const [made] = promptfooResults(file([result({ response: { output: 'Yes.', tokenUsage }, cost: 0 })]))
      return made?.ok && { tokens: made.run.tokens, costUsd: made.run.costUsd }
    }
    const unreported = { prompt: 0, completion: 0, cached: 0, total: 0, numRequests: 1 }
    expect(usage(unreported)).toEqual({ tokens: undefined, costUsd: undefined })
    expect(usage({ total: 30, cached: 30 })).toMatchObject({ tokens: { total: 30 }, costUsd: 0 })
  })

  it('of a table are scenarios by their variables, since its descriptions only count rows', () => {
    const [made] = promptfooResults(file([result({ testCase: { description: 'Row #7' } })]))
    expect(made).toMatchObject({ run: { scenario: '{"question":"How do I reset it?"}' } })
  })

  it('stay apart where long names begin alike, and lose what cannot be stored of a name', () => {
    const long = (end: string) => `${'a '.repeat(120)}\n${end}`
    const made = ['one', 'two'].map((end) => {
      const names = { id: long(end), provider: { id: long(end) }, testCase: { description: long(end) } }
      const [one] = promptfooResults({ ...file([result(names)]), config: { description: long(end) } })
      return runOf(one)
    })
    for (const name of ['id', 'chain', 'version', 'scenario'] as const)
      expect(new Set(made.map((run) => run[name])).size, name).toBe(2)
    for (const run of made) expect(runInput.safeParse(run).error).toBeUndefined()
  })

  it('become runs: test as scenario, provider as version, model grades as peer and assertions as downstream signals', () => {
    const [made] = promptfooResults(file([result()]))
    expect(made).toMatchObject({
      ok: true,
      run: {
        id: 'b0c1',
        chain: 'Support answers',
        version: 'openai:gpt-5-mini',
        scenario: '{"question":"How do I reset it?"}',
        status: 'completed',
        output: 'Open Settings.',
        tokens: { input: 20, output: 10, total: 30 },
        costUsd: 0.0004,
        durationMs: 812,
        startedAt: '2026-11-22T10:00:00.000Z',
        signals: [
          { evaluator: 'peer', value: 0.8, by: 'llm-rubric' },
          { evaluator: 'downstream', value: true, by: 'contains' },
        ],
      },
    })
    expect(made?.ok && runInput.safeParse(made.run).error).toBeUndefined()
  })

  it('name the prompt if several were compared', () => {
    const [made] = promptfooResults(file([result()], 2))
    expect(made).toMatchObject({ run: { version: 'openai:gpt-5-mini · Answer: {{question}}' } })
  })

  it('distinguish a failed assertion from a failed call', () => {
    const failed = { pass: false, score: 0, reason: 'no "Settings"', assertion: { type: 'contains' } }
    const asserted = result({
      success: false,
      failureReason: 1,
      error: 'no "Settings"',
      gradingResult: { pass: false, componentResults: [failed] },
    })
    const broken = result({
      success: false,
      failureReason: 2,
      error: '429 Too Many Requests',
      response: undefined,
      gradingResult: null,
    })
    const [a, b] = promptfooResults(file([asserted, broken]))
    expect(a).toMatchObject({
      run: { status: 'failed_quality', signals: [{ value: false, comment: 'no "Settings"' }] },
    })
    expect(a).not.toHaveProperty('run.error')
    expect(b).toMatchObject({ run: { status: 'failed', error: { message: '429 Too Many Requests' }, signals: [] } })
  })

  it('take pass and fail from promptfoo, which counts assertions against a threshold', () => {
    const held = { pass: true, score: 0.5, assertion: { type: 'similar' } }
    const missed = { pass: false, score: 0, assertion: { type: 'equals' } }
    const statusOf = (more: object) => promptfooResult(result(more))
    expect(statusOf({ success: true, gradingResult: { pass: true, componentResults: [held, missed] } })).toMatchObject({
      run: { status: 'completed' },
    })
    const fell = { success: false, failureReason: 1, error: 'Aggregate score 0.50 < 0.8 threshold' }
    expect(statusOf({ ...fell, gradingResult: { pass: false, componentResults: [held] } })).toMatchObject({
      run: { status: 'failed_quality' },
    })
    expect(statusOf({ ...fell, gradingResult: null })).toMatchObject({ run: { status: 'failed_quality', signals: [] } })
  })

  it('have failed by one assertion of several where promptfoo says nothing of the whole', () => {
    const parts = (...passes: boolean[]) =>
      result({
        success: undefined,
        gradingResult: { componentResults: passes.map((pass) => ({ pass, score: 1, assertion: { type: 'equals' } })) },
      })
    expect(promptfooResult(parts(true, true))).toMatchObject({ run: { status: 'completed' } })
    expect(promptfooResult(parts(true, false))).toMatchObject({ run: { status: 'failed_quality' } })
  })

  it('have no signals without assertions', () => {
    expect(promptfooResult(result({ gradingResult: { pass: true, score: 1, reason: 'No assertions' } }))).toMatchObject(
      {
        run: { chain: 'promptfoo', signals: [] },
      },
    )
  })

  it('are refused if the file contains none', () => {
    expect(promptfooResults({ evalId: 'x' })).toMatchObject([{ ok: false }])
    expect(promptfooResult('text')).toMatchObject({ ok: false })
  })
})
