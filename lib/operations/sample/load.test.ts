import { beforeAll, describe, expect, it, vi } from 'vitest'
import { getDb } from '@/lib/db/client'
import { listChains } from '../chains/list'
import { loadSystemContext } from '../context'
import { listGates } from '../gates/list'
import { type Jobs, startJobs } from '../jobs/start-jobs'
import { checkCounts } from '../rollups/check'
import { listExecutions } from '../runs/list-executions'
import { makeProject, type TestProject } from '../testing/factories'
import { PATIENCE } from '../testing/patience'
import { loadSample, makeSample } from './load'

let test: TestProject
const ofProject = () => ({ where: { projectId: test.project.id } })

async function tables() {
  const db = getDb()
  return {
    runs: await db.run.findMany({ ...ofProject(), orderBy: { id: 'asc' } }),
    summaries: await db.runSummary.findMany({ ...ofProject(), orderBy: { id: 'asc' } }),
    rollups: await db.rollupHour.findMany({ ...ofProject(), orderBy: [{ hour: 'asc' }, { versionId: 'asc' }] }),
    gates: await db.gate.count(ofProject()),
    audit: await db.auditEvent.count(ofProject()),
  }
}

beforeAll(async () => {
  test = await makeProject()
  await makeSample(await loadSystemContext(getDb(), test.project.id, 'Sample project', () => new Date()), new Date())
})

describe('the sample', () => {
  it('has a version that scores better and one that scores worse, and a regression gate for the latter only', async () => {
    const { chains } = await listChains.run(test.key, {})
    const quality = (chain: string, version: string) =>
      chains.find(({ name }) => name === chain)?.versions.find((row) => row.version === version)?.quality.mean ??
      Number.NaN
    expect(quality('invoice-extract', '1.0.1')).toBeGreaterThan(quality('invoice-extract', '1.0.0'))
    expect(quality('invoice-extract', '1.1.0')).toBeLessThan(quality('invoice-extract', '1.0.1') - 0.05)
    const { gates } = await listGates.run(test.key, {})
    const regressions = gates.filter((gate) => gate.kind === 'regression')
    expect(regressions).toMatchObject([
      { chain: 'invoice-extract', version: '1.1.0', priorVersion: '1.0.1', state: 'pending' },
    ])
  })

  it('leaves between two and eight escalated runs waiting for a person', async () => {
    const { gates } = await listGates.run(test.key, {})
    const escalations = gates.filter((gate) => gate.kind === 'escalation')
    expect(escalations.length).toBeGreaterThanOrEqual(2)
    expect(escalations.length).toBeLessThanOrEqual(8)
  })

  it('flags fewer than one in five completed runs', async () => {
    const completed = (await tables()).summaries.filter(({ status }) => status === 'completed')
    const flagged = completed.filter(({ flag }) => flag !== null)
    expect(flagged.length).toBeGreaterThan(0)
    expect(flagged.length / completed.length).toBeLessThan(0.2)
  })

  it('has executions that improve, plateau, degrade and oscillate', async () => {
    const { executions } = await listExecutions.run(test.key, {})
    const states = new Set(executions.map((execution) => execution.state))
    expect([...states].sort()).toEqual(expect.arrayContaining(['degrading', 'improving', 'oscillating', 'plateauing']))
  })

  it('has failures of many classes, each from an error that was really thrown', async () => {
    const failures = await getDb().failure.findMany(ofProject())
    const classes = new Set(failures.map((failure) => failure.failureClass))
    expect([...classes].sort()).toEqual([
      'invalid_tool_args',
      'missing_target_path',
      'permission_required',
      'provider_auth',
      'provider_spend_limit',
      'provider_transient',
      'rate_limited',
      'timeout',
      'unknown',
    ])
  })

  it('has tokens and durations for every run', async () => {
    const { summaries } = await tables()
    expect(summaries.length).toBeGreaterThan(200)
    for (const run of summaries) {
      expect(run.durationMs, run.clientId).toBeGreaterThan(0)
      expect(run.tokens, run.clientId).not.toBeNull()
      expect(run.decision, run.clientId).not.toBe('insufficient_evidence')
      expect(run.human, run.clientId).toBeNull()
      expect(run.occurredAt.getTime(), run.clientId).toBeLessThan(Date.now())
    }
  })

  it('has counts that agree with its runs', async () => {
    expect((await checkCounts(getDb(), test.project.id, { repairs: false })).wrong).toEqual([])
  })

  it('does not change when it is made again', async () => {
    const before = await tables()
    await makeSample(await loadSystemContext(getDb(), test.project.id, 'Sample project', () => new Date()), new Date())
    expect(await tables()).toEqual(before)
  })
})

describe('requesting the sample', () => {
  const running: Jobs[] = []

  it('returns immediately, and a job makes it', async () => {
    test = await makeProject()
    const admin = await test.as('admin')
    expect(await loadSample.run(admin, {})).toEqual({ started: true })
    expect(await getDb().run.count(ofProject())).toBe(0)
    running.push(startJobs())
    await vi.waitFor(async () => expect(await getDb().run.count(ofProject())).toBeGreaterThan(0), PATIENCE)
    await Promise.all(running.map((jobs) => jobs.stop()))
  })
})
