import { describe, expect, inject, it, vi } from 'vitest'
import { checkVerification, decideDependent, generateFixupTask } from '../quality/tools'
import { reviewRun, undoReview } from '../reviews/review'
import { getRun } from '../run-detail/get'
import { listRuns } from '../runs/list'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { PATIENCE } from '../testing/patience'
import { findDisagreements } from '../testing/rollups-agree'

const exhausted = { criteria: { requiredTests: ['tests/a.py'] }, state: { nudges: 2 } }
const override = ({ key }: TestProject, runId: string, nodeId = 'build') =>
  checkVerification.run(key, { ...exhausted, runId, nodeId })

async function decisionOf({ key }: TestProject, runId: string) {
  const { run } = await getRun.run(key, { runId })
  return { overridden: run.overridden, flag: run.flag, decision: run.decision }
}

describe('an overridden verification', () => {
  const marked = { overridden: true, flag: 'overridden', decision: 'iterate' }

  it.each(['before', 'after'] as const)('marks, flags and blocks its run when it arrives %s it', async (when) => {
    const test = await makeProject()
    if (when === 'before') await override(test, 'run-1')
    await ingest(test.key, [runBody({ id: 'run-1' }), runBody({ id: 'run-2' })])
    if (when === 'after') await override(test, 'run-1')
    expect(await decisionOf(test, 'run-1')).toEqual(marked)
    expect(await decisionOf(test, 'run-2')).toEqual({ overridden: false, flag: null, decision: 'accept' })
    const { runs } = await listRuns.run(test.key, { flagged: 'true' })
    expect(runs.map((run) => [run.clientId, run.overridden])).toEqual([['run-1', true]])
    expect(await findDisagreements(test.project.id)).toEqual([])
  })

  it('is not lost when it arrives while its run is being ingested', async () => {
    const test = await makeProject()
    const attempt = (id: string, number: number) => runBody({ id, execution: 'e-1', attempt: number })
    await ingest(test.key, [attempt('run-1', 1)])
    const held = await holdExecutions(test)
    const arriving = ingest(test.key, [attempt('run-2', 2)])
    await vi.waitFor(() => held.expectWaiting(1), PATIENCE)
    const check = override(test, 'run-2')
    await Promise.race([check, vi.waitFor(() => held.expectWaiting(2), PATIENCE)])
    held.release()
    await Promise.all([arriving, check])
    expect(await decisionOf(test, 'run-2')).toEqual(marked)
    expect(await findDisagreements(test.project.id)).toEqual([])
  })

  it('applies until a person has decided, and again when that is undone', async () => {
    const test = await makeProject()
    const runId = (await ingest(test.key, [runBody({ id: 'run-1' })])).get('run-1') ?? ''
    await override(test, 'run-1')
    const reviewer = await test.as('reviewer')
    const { decision } = await reviewRun.run(reviewer, { runId, verdict: 'approve' })
    expect(await decisionOf(test, runId)).toEqual({ overridden: true, flag: null, decision: 'accept' })
    await undoReview.run(reviewer, { runId, decisionId: decision.id })
    expect(await decisionOf(test, runId)).toEqual(marked)
    expect(await findDisagreements(test.project.id)).toEqual([])
  })

  it('is reported by every later check of the run, under either of its ids', async () => {
    const test = await makeProject()
    const runId = (await ingest(test.key, [runBody({ id: 'run-1' })])).get('run-1') ?? ''
    const { forceAllow, satisfied, overrides } = await override(test, runId)
    expect({ forceAllow, satisfied }).toEqual({ forceAllow: true, satisfied: false })
    expect(overrides).toMatchObject([{ nodeId: 'build', by: 'key test key' }])
    const dependencies = [{ id: 'build', status: 'completed' as const }]
    const dependent = await decideDependent.run(test.key, { runId: 'run-1', nodeId: 'ship', dependencies })
    expect(dependent).toMatchObject({ run: true, overrides })
    expect(dependent.reason).toContain('Let through without verification: build.')
    const failed = { task: { id: 'ship' }, gateResult: { passed: false } }
    expect((await generateFixupTask.run(test.key, { ...failed, runId: 'run-1' })).overrides).toEqual(overrides)
    const alone = await decideDependent.run(test.key, { dependencies })
    expect(alone).toMatchObject({ reason: 'No dependency failed.', overrides: [] })
  })

  it('affects no run of another project', async () => {
    const [mine, other] = [await makeProject(), await makeProject()]
    await override(other, 'run-1')
    await ingest(mine.key, [runBody({ id: 'run-1' })])
    expect((await decisionOf(mine, 'run-1')).overridden).toBe(false)
    expect((await getRun.run(mine.key, { runId: 'run-1' })).checks).toEqual([])
  })
})

describe('the checks of a run', () => {
  it('are listed in order, each with its node, outcome and input', async () => {
    const test = await makeProject()
    const named = { runId: 'run-1', nodeId: 'build' }
    const first = await checkVerification.run(test.key, { ...named, criteria: { requiredTests: ['a.py'] }, state: {} })
    await checkVerification.run(test.key, {
      ...named,
      criteria: { requireFileChanges: true },
      state: { filesChanged: ['a'] },
    })
    await ingest(test.key, [runBody({ id: 'run-1' })])
    const { task, gateResult } = {
      task: { id: 'build', dependents: 3 },
      gateResult: { passed: false, feedback: 'thin' },
    }
    await generateFixupTask.run(test.key, {
      runId: 'run-1',
      task,
      gateResult,
      wave: 2,
      completedDependencies: ['plan'],
    })
    const { checks } = await getRun.run(test.key, { runId: 'run-1' })
    expect(checks).toMatchObject([
      { ...pick(first), kind: 'verification', nodeId: 'build', isOk: false, isOverride: false, by: 'key test key' },
      { kind: 'verification', isOk: true, result: { satisfied: true } },
      {
        kind: 'fixup',
        nodeId: 'build',
        isOk: null,
        result: {
          id: 'build-fixup',
          wave: 3,
          dependencies: ['plan'],
          maxRetries: 2,
          foundation: true,
          retryFirst: true,
        },
      },
    ])
  })

  it('are only recorded by callers that may write, and a node requires its run', async () => {
    const test = await makeProject()
    const viewer = await test.as('viewer')
    await expect(checkVerification.run(viewer, { ...exhausted, runId: 'run-1' })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(checkVerification.run(viewer, exhausted)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(checkVerification.run(test.key, { ...exhausted, nodeId: 'build' })).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'runId' }],
    })
    expect(await test.key.db.runCheck.count({ where: { projectId: test.project.id } })).toBe(0)
  })
})

/** Blocks every ingestion into an execution of this project, and counts the waiting sessions in this database. */
async function holdExecutions({ key, project }: TestProject) {
  const released = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const held = key.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM execution WHERE project_id = ${project.id}::uuid FOR UPDATE`
    locked.resolve()
    await released.promise
  })
  await locked.promise
  return {
    expectWaiting: async (count: number) => {
      const waiting = `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
      const everywhere = `SELECT sum(result::int)::int AS count FROM run_command_on_all_nodes($$${waiting}$$)`
      const [row] = await key.db.$queryRawUnsafe<{ count: number | bigint }[]>(
        inject('isDistributed') ? everywhere : waiting,
      )
      expect(Number(row?.count)).toBe(count)
    },
    release() {
      released.resolve()
      return held
    },
  }
}

const pick = ({ missing, nudge, nudges, compilationNudges }: Awaited<ReturnType<typeof checkVerification.run>>) => ({
  result: { missing, nudge, nudges, compilationNudges },
})
