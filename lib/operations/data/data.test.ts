import { describe, expect, it } from 'vitest'
import type { Span } from '@/lib/contracts/otlp'
import { getDb } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { verifyAudit } from '../audit-log/verify'
import { deleteRuns } from '../erasure/delete-runs'
import { sweepRetention } from '../erasure/retention'
import { ingestBatch } from '../ingest/ingest-batch'
import { ingestRuns } from '../ingest/ingest-runs'
import { ingestSpans } from '../ingest/ingest-spans'
import { patchRun } from '../ingest/patch-run'
import { recordAttribution } from '../learning/attribution'
import { countTraceFacts } from '../learning/trace-facts'
import { evaluateQualityGate } from '../quality/tools'
import { getRun } from '../run-detail/get'
import { ingest, makeProject, runBody } from '../testing/factories'
import { findText } from '../testing/find-text'
import { findDisagreements } from '../testing/rollups-agree'
import { sequentialThinkingQa } from '../thinking/think'
import { getData, previewRetention, putRedaction, putRetention, testRedaction } from './policy'

const RULES = {
  kinds: ['email' as const],
  keys: ['password'],
  paths: [],
  patterns: [{ name: 'customer', pattern: 'CUST-\\d+' }],
}
const LETTER = 'Mail ada@example.com about CUST-77'

async function storedText(projectId: string, table: string): Promise<string> {
  const rows = await getDb().$queryRaw<{ row: string }[]>`
    SELECT to_jsonb(t)::text AS row FROM ${Prisma.raw(table)} t WHERE t.project_id = ${projectId}::uuid`
  return rows.map(({ row }) => row).join('\n')
}

describe('redaction', () => {
  it('removes matches before anything of a run is stored, and the run shows how many', async () => {
    const { key, project, as } = await makeProject()
    const admin = await as('admin')
    await putRedaction.run(admin, { ...RULES, expected: 0 })
    const body = runBody({
      id: 'run-1',
      request: { text: LETTER, password: 'hunter2' },
      nodes: [{ id: 'a', output: LETTER, toolCalls: [{ name: 'mail', arguments: { to: 'ada@example.com' } }] }],
      signals: [{ evaluator: 'peer', value: 1, comment: LETTER }],
    })
    await ingestRuns.run(key, body)
    const detail = await getRun.run(key, { runId: 'run-1' })
    expect(detail.redactions).toBe(8)
    expect(detail.request).toEqual({
      text: 'Mail [redacted: email] about [redacted: customer]',
      password: '[redacted: password]',
    })
    await patchRun.run(key, { runId: 'run-1', metadata: { mail: 'ada@example.com' } })
    for (const table of ['run', 'node_run', 'run_text', 'signal', 'audit_event'])
      expect(await storedText(project.id, table)).not.toMatch(/ada@example\.com|hunter2|CUST-77/)
    expect(await ingestBatch(key, [body], 'test')).toMatchObject({ accepted: [{ duplicate: true }], rejected: [] })
  })

  it('applies to traces and their stored spans', async () => {
    const { key, project, as } = await makeProject()
    await putRedaction.run(await as('admin'), { ...RULES, expected: 0 })
    const span: Span = {
      traceId: 'a'.repeat(32),
      spanId: 'b'.repeat(16),
      parentSpanId: null,
      name: 'triage',
      startNano: '1767225600000000000',
      endNano: '1767225601000000000',
      status: { code: 'ok', message: null },
      attributes: {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': 'agent',
        'input.value': `{"password":"hunter2","text":"${LETTER}"}`,
        'output.value': LETTER,
      },
      events: [],
      links: [],
      logged: [],
      resource: {},
      scope: { name: null, version: null },
    }
    await ingestSpans(key, [span])
    for (const table of ['otlp_span', 'run', 'node_run', 'run_text'])
      expect(await storedText(project.id, table)).not.toMatch(/ada@example\.com|hunter2|CUST-77/)
    expect(await getDb().run.findFirst({ where: { projectId: project.id } })).toMatchObject({
      redactions: expect.any(Number),
    })
  })

  it('applies to thoughts without breaking their session', async () => {
    const { key, project, as } = await makeProject()
    await putRedaction.run(await as('admin'), {
      expected: 0,
      ...RULES,
      keys: ['password', 'recommended_tools', 'confidence'],
      paths: ['current_step', 'thought_number'],
    })
    const tool = { tool_name: 'mail', confidence: 0.5, rationale: LETTER, priority: 1 }
    const current_step = {
      step_description: LETTER,
      expected_outcome: 'sent',
      recommended_tools: [{ ...tool, suggested_inputs: { to: 'ada@example.com', password: 'hunter2' } }],
      next_step_conditions: [LETTER],
    }
    const thought = {
      session_id: 'CUST-77',
      thought: LETTER,
      thought_number: 1,
      total_thoughts: 2,
      next_thought_needed: true,
      verification_target: LETTER,
      remaining_steps: [LETTER],
      current_step,
      step_outcome: 'success' as const,
    }
    const answer = await sequentialThinkingQa.run(key, thought)
    expect(answer).toMatchObject({
      verification_target: 'Mail [redacted: email] about [redacted: customer]',
      current_step: { recommended_tools: [{ tool_name: 'mail', confidence: 0.5 }] },
    })
    expect(await sequentialThinkingQa.run(key, { ...thought, thought_number: 2 })).toMatchObject({
      thought_history_length: 2,
    })
    for (const table of ['thought', 'thinking_session'])
      expect(await storedText(project.id, table)).not.toMatch(/ada@example\.com|hunter2|about CUST-77/)
  })

  it('can be tested without storing anything, rejects unsafe patterns, and requires an admin', async () => {
    const { project, as } = await makeProject()
    const admin = await as('admin')
    expect(await testRedaction.run(admin, { rules: RULES, body: { output: LETTER } })).toEqual({
      body: { output: 'Mail [redacted: email] about [redacted: customer]' },
      replaced: 2,
      matches: [
        { path: 'output', rule: 'email', times: 1 },
        { path: 'output', rule: 'customer', times: 1 },
      ],
    })
    expect(await getDb().run.count({ where: { projectId: project.id } })).toBe(0)
    const patterns = [{ name: 'bad', pattern: '(?<=a)b' }]
    await expect(putRedaction.run(admin, { patterns, expected: 0 })).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'patterns[0].pattern' }],
    })
    await expect(putRedaction.run(await as('reviewer'), { ...RULES, expected: 0 })).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})

describe('retention', () => {
  const old = (days: number, id: string) =>
    runBody({
      id,
      request: LETTER,
      nodes: [
        { id: 'a', output: LETTER, tokens: { input: 1, output: 1 } },
        { id: 'b', output: ' ' },
        { id: 'c', status: 'failed', error: LETTER },
      ],
      status: 'failed',
      startedAt: new Date(Date.now() - days * 86_400_000).toISOString(),
    })

  it('previews how many runs lose their text only, whatever other runs have lost it before', async () => {
    const { key, as } = await makeProject()
    const admin = await as('admin')
    await ingest(key, [old(100, 'ancient'), old(95, 'older'), old(40, 'old'), old(1, 'new')])
    await putRetention.run(admin, { contentDays: 60, runDays: null, expected: 0 })
    await sweepRetention(getDb(), () => new Date())
    expect(await previewRetention.run(admin, { contentDays: 30, runDays: 90 })).toMatchObject({ content: 1, runs: 2 })
  })

  it('removes texts and runs after their retention, and keeps every count exact', async () => {
    const { key, project, as } = await makeProject()
    const admin = await as('admin')
    await ingest(key, [old(400, 'ancient'), old(100, 'old'), old(1, 'new')])
    expect(await previewRetention.run(admin, { contentDays: 90, runDays: 365 })).toEqual({
      content: 1,
      runs: 1,
      isExact: true,
    })
    await sweepRetention(getDb(), () => new Date())
    expect(await getDb().run.count({ where: { projectId: project.id } })).toBe(3)

    const before = await getDb().runSummary.findFirst({ where: { projectId: project.id, clientId: 'old' } })
    await putRetention.run(admin, { contentDays: 90, runDays: 365, expected: 0 })
    await sweepRetention(getDb(), () => new Date())
    await sweepRetention(getDb(), () => new Date())
    const left = await getDb().run.findMany({ where: { projectId: project.id }, orderBy: { clientId: 'asc' } })
    expect(left.map(({ clientId }) => clientId)).toEqual(['new', 'old'])
    expect(await getDb().runSummary.findFirst({ where: { projectId: project.id, clientId: 'old' } })).toEqual({
      ...before,
      blockers: ['step c failed: [content removed]', 'status: [content removed]'],
    })
    const detail = await getRun.run(key, { runId: 'old' })
    expect(detail).toMatchObject({ contentRemoved: { days: 90 } })
    expect(JSON.stringify(detail)).not.toContain('ada@example.com')
    expect(await findDisagreements(project.id)).toEqual([])
    await deleteRuns.run(admin, { runIds: [detail.run.id] })
    expect(await findDisagreements(project.id)).toEqual([])
    expect(await verifyAudit.run(admin, {})).toMatchObject({ ok: true })
    const { runs, retention } = await getData.run(admin, {})
    expect({ runs, retention }).toEqual({ runs: 1, retention: { contentDays: 90, runDays: 365 } })
  })

  it('removes texts also from blockers, from the reason of a decision and from checks', async () => {
    const { key, project, as } = await makeProject()
    const error = 'No answer for ada@example.com'
    const signals = { downstream: true }
    const blocked = { status: 'failed' as const, error, signals, output: { answer: 'x' } }
    await ingest(key, [
      runBody({ id: 'old', startedAt: new Date(Date.now() - 9 * 86_400_000).toISOString(), ...blocked }),
    ])
    const task = { type: 'research', description: 'Write to ada@example.com' }
    await evaluateQualityGate.run(key, { runId: 'old', task, result: { output: 'Done', toolCalls: 0 } })
    const stored = () => getRun.run(key, { runId: 'old' })
    const before = await stored()
    expect(before.run.reason).toContain(error)
    await putRetention.run(await as('admin'), { contentDays: 1, runDays: null, expected: 0 })
    await sweepRetention(getDb(), () => new Date())
    const after = await stored()
    expect(JSON.stringify(after)).not.toContain('ada@example.com')
    expect(after.run.reason).toBe(before.run.reason.replace(`the run failed: ${error}`, '[content removed]'))
    expect(after.checks).toMatchObject([{ kind: 'quality_gate', isOk: before.checks[0]?.isOk, input: {} }])
    expect(await findDisagreements(project.id)).toEqual([])
  })

  it('removes texts from every table, also from what learning keeps of a run', async () => {
    const { key, project, as } = await makeProject()
    const startedAt = new Date(Date.now() - 9 * 86_400_000).toISOString()
    const request = 'Write to ada@example.com'
    const nodes = [
      { id: 'look', input: request, output: { found: 'ada@example.com' } },
      { id: 'say', status: 'failed' as const, error: 'ada@example.com did not answer' },
    ]
    // The template of a kind of failure masks addresses.
    const body = { request, nodes, startedAt, status: 'failed' as const, metadata: { customer: 'ada@example.com' } }
    const ids = await ingest(key, [runBody({ id: 'old', ...body }), runBody({ id: 'same', ...body })])
    await countTraceFacts(key, [...ids.values()])
    const admin = await as('admin')
    await recordAttribution.run(admin, { runId: ids.get('old') ?? '', nodeId: 'say' })
    await putRetention.run(admin, { contentDays: 1, runDays: null, expected: 0 })
    await sweepRetention(getDb(), () => new Date())
    expect(await findText(project.id, 'ada@example.com')).toEqual([])
    // They still count as two trials of one request.
    const tasks = await getDb().traceFacts.findMany({ where: { projectId: project.id }, select: { task: true } })
    expect([tasks.length, new Set(tasks.map(({ task }) => task)).size]).toEqual([2, 1])
  })

  it('keeps runs longer than their texts, and requires an admin', async () => {
    const { key, as } = await makeProject()
    await expect(
      putRetention.run(await as('admin'), { contentDays: 90, runDays: 30, expected: 0 }),
    ).rejects.toMatchObject({
      issues: [{ path: 'contentDays' }],
    })
    for (const ctx of [key, await as('reviewer')])
      await expect(putRetention.run(ctx, { contentDays: 1, runDays: null, expected: 0 })).rejects.toMatchObject({
        code: 'forbidden',
      })
  })
})
