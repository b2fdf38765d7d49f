import { describe, expect, it } from 'vitest'
import type { InputOf } from '@/lib/contracts/contract'
import type { evaluateQualityGate as contract } from '@/lib/contracts/quality/evaluate-quality-gate'
import { getDb } from '@/lib/db/client'
import { getJudge } from '../judge/status'
import { makeProject } from '../testing/factories'
import { gateInput } from '../testing/judged-project'
import { evaluateQualityGate } from './tools'

type Input = InputOf<typeof contract>

describe('evaluating a quality gate without a judge', () => {
  it('does not pass, and states the reason', async () => {
    const { key, project } = await makeProject()
    expect(await evaluateQualityGate.run(key, gateInput())).toMatchObject({
      score: null,
      passed: false,
      judged: false,
      gateError: true,
      verdict: 'unjudged',
      unjudgedReason: 'not_configured',
      feedback: 'Not judged: no judge is configured.',
      peerSignal: null,
    })
    expect(await getDb().deadLetter.count({ where: { projectId: project.id } })).toBe(0)
    expect(await getJudge.run(key, {})).toMatchObject({
      isConfigured: false,
      model: null,
      endpoint: null,
      breakers: [],
    })
  })

  it.each<[Input['judge'], Record<string, unknown>]>([
    [{ reply: 'SCORE: 4\nFEEDBACK: one gap' }, { score: 4, passed: true, verdict: 'passed', peerSignal: 0.75 }],
    [
      { score: 2, feedback: 'thin' },
      { score: 2, passed: false, verdict: 'rejected', feedback: 'thin' },
    ],
    [{ score: 7 }, { score: null, passed: false, verdict: 'gate_error', gateError: true }],
    [{ score: '5' }, { score: null, passed: false, gateError: true }],
    [{ score: null }, { score: null, passed: false, gateError: true }],
    [{}, { score: null, passed: false, gateError: true }],
    [{ error: 'ECONNRESET' }, { score: null, verdict: 'gate_error', feedback: 'the judge failed: ECONNRESET' }],
  ])("uses the caller's judge answer %j", async (judge, expected) => {
    const { key } = await makeProject()
    expect(await evaluateQualityGate.run(key, gateInput({ judge }))).toMatchObject(expected)
  })
})

describe('the configuration of the project', () => {
  it('supplies each value that the caller omits', async () => {
    const { key, project } = await makeProject()
    const config = { quality_gate: { quality_threshold: 5, requires_tool_calls: { analysis: true } } }
    await getDb().configVersion.create({
      data: { projectId: project.id, scope: 'project', number: 1, config, by: 'x' },
    })
    const judge = { score: 4 }
    expect(await evaluateQualityGate.run(key, gateInput({ judge }))).toMatchObject({
      effectiveThreshold: 5,
      passed: false,
    })
    const given = gateInput({ judge, config: { qualityThreshold: 4 } })
    expect(await evaluateQualityGate.run(key, given)).toMatchObject({ effectiveThreshold: 4, passed: true })
    const idle = { output: 'x' }
    expect(await evaluateQualityGate.run(key, gateInput({ result: idle }))).toMatchObject({ preFlightReject: true })
  })
})

describe('the checks of a run', () => {
  it('include each verdict with its kind, without the output', async () => {
    const { key, project } = await makeProject()
    for (const judge of [{ score: 4 }, { score: 1 }, { error: 'cut off' }])
      await evaluateQualityGate.run(key, gateInput({ judge, runId: 'run-1', nodeId: 'write' }))
    const checks = await getDb().runCheck.findMany({ where: { projectId: project.id }, orderBy: { recordedAt: 'asc' } })
    expect(checks).toMatchObject([
      { runKey: 'run-1', nodeId: 'write', kind: 'quality_gate', isOk: true, result: { verdict: 'passed' } },
      { isOk: false, result: { verdict: 'rejected', score: 1 } },
      { isOk: null, result: { verdict: 'gate_error' } },
    ])
    expect(JSON.stringify(checks)).not.toContain('"output"')
  })

  it('are not written by a read-only key or for a node without a run', async () => {
    const { key, project } = await makeProject()
    const reader = { ...key, actor: { ...key.actor, scopes: ['read'] } }
    const named = evaluateQualityGate.run(reader as typeof key, gateInput({ runId: 'run-1', judge: { score: 5 } }))
    await expect(named).rejects.toMatchObject({ code: 'forbidden' })
    const nodeOnly = evaluateQualityGate.run(key, gateInput({ nodeId: 'n', judge: { score: 5 } }))
    await expect(nodeOnly).rejects.toMatchObject({ issues: [{ path: 'runId' }] })
    expect(await getDb().runCheck.count({ where: { projectId: project.id } })).toBe(0)
  })
})

describe('invalid input', () => {
  it.each<[unknown, string]>([
    [{ result: {} }, 'task'],
    [{ task: { type: 'test' } }, 'result'],
    [{ task: {}, result: {} }, 'task.type'],
    [{ task: { type: 'test', dependents: -1 }, result: {} }, 'task.dependents'],
    [{ task: { type: 'test' }, result: { toolCalls: 1.5 } }, 'result.toolCalls'],
    [{ task: { type: 'test' }, result: { artifacts: [{ path: 'a' }] } }, 'result.artifacts[0].exists'],
    [{ task: { type: 'test' }, result: {}, config: { qualityThreshold: 0 } }, 'config.qualityThreshold'],
    [{ task: { type: 'test' }, result: {}, config: { requiresToolCalls: 'no' } }, 'config.requiresToolCalls'],
    [{ task: { type: 'test' }, result: {}, extra: 1 }, 'extra'],
    [{ task: { type: 'test' }, result: {}, judge: { verdict: 5 } }, 'judge.verdict'],
  ])('%j names %s', async (input, path) => {
    const { key } = await makeProject()
    await expect(evaluateQualityGate.run(key, input as Input)).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path }],
    })
  })
})
