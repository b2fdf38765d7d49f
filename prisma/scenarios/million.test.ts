import { beforeAll, describe, expect, it } from 'vitest'
import { pickSignals } from '@/lib/contracts/evaluators'
import { decision, profile } from '@/lib/contracts/primitives'
import { getDb } from '@/lib/db/client'
import type { Execution, RunSummary } from '@/lib/db/generated/client'
import { analyzeConvergence } from '@/lib/engine/iteration/analyze-convergence'
import { decideRun } from '@/lib/engine/scoring/decide-run'
import { addToRollup, emptyRollup, ROLLUP_COUNTS, type Rollup } from '@/lib/engine/scoring/rollup'
import { startOf } from '@/lib/operations/rollups/runs'
import { getRun } from '@/lib/operations/run-detail/get'
import { toCounted } from '@/lib/operations/runs/recompute'
import { makeProject, type TestProject } from '@/lib/operations/testing/factories'
import { million } from './million'

const COUNT = 3000
const NOW = new Date('2026-06-01T12:00:00Z')

let test: TestProject
let summaries: RunSummary[]
const ofProject = () => ({ where: { projectId: test.project.id } })
const make = () => million.make({ ctx: test.key, count: COUNT, now: NOW, print: () => undefined })

beforeAll(async () => {
  test = await makeProject()
  await make()
  summaries = await getDb().runSummary.findMany({ ...ofProject(), orderBy: { id: 'asc' } })
})

describe('runs seeded directly into the tables', () => {
  it('are as many as requested, each with a summary', async () => {
    expect(summaries).toHaveLength(COUNT)
    expect(await getDb().run.count(ofProject())).toBe(COUNT)
    const times = summaries.map((run) => run.occurredAt.getTime())
    expect(Math.max(...times)).toBeLessThanOrEqual(NOW.getTime())
    expect(Math.min(...times)).toBeGreaterThan(NOW.getTime() - 91 * 86_400_000)
  })

  it('are decided as the engine decides', async () => {
    const scoreOf = (run: RunSummary) => (run.basis === 'confidence' ? run.confidence : run.quality)
    for (const run of summaries) {
      const earlier = summaries
        .filter((other) => run.execution && other.execution === run.execution && other.attempt < run.attempt)
        .sort((a, b) => a.attempt - b.attempt)
        .map(scoreOf)
      const decided = decideRun({
        ...run,
        profile: profile.parse(run.profile),
        signals: pickSignals(run),
        earlier,
      })
      expect({ ...run, confidence: run.confidence ?? -1 }, run.clientId).toMatchObject({
        quality: expect.closeTo(decided.quality ?? -1, 9),
        confidence: expect.closeTo(decided.confidence.value ?? -1, 9),
        coverage: expect.closeTo(decided.coverage, 9),
        basis: decided.basis,
        decision: decided.decision,
        decisionKind: decided.decisionKind,
        reason: decided.reason,
        flag: decided.flag,
      })
    }
  })

  it('have executions in the state that the engine computes', async () => {
    const executions: Execution[] = await getDb().execution.findMany(ofProject())
    expect(executions.length).toBeGreaterThan(50)
    const states = new Set<string>()
    for (const execution of executions) {
      const runs = summaries.filter((run) => run.execution === execution.key).sort((a, b) => a.attempt - b.attempt)
      const scores = runs.map((run) => (run.basis === 'confidence' ? run.confidence : run.quality) ?? 0)
      expect(execution).toMatchObject({ attempts: runs.length, decision: runs.at(-1)?.decision })
      expect(execution.state).toBe(analyzeConvergence({ scores }).state)
      states.add(execution.state)
    }
    expect(states.size).toBeGreaterThan(2)
  })

  it('are each counted once in the rollups', async () => {
    const expected = new Map<string, Rollup>()
    for (const run of summaries) {
      const key = `${startOf('hour', run.occurredAt)} ${run.chainId} ${run.versionId}`
      const rollup = expected.get(key) ?? emptyRollup()
      addToRollup(
        rollup,
        toCounted({ ...run, profile: profile.parse(run.profile), decision: decision.parse(run.decision) }),
        1,
      )
      expected.set(key, rollup)
    }
    const rows = await getDb().rollupHour.findMany(ofProject())
    expect(rows).toHaveLength(expected.size)
    for (const row of rows) {
      const counted = expected.get(`${startOf('hour', row.hour)} ${row.chainId} ${row.versionId}`) ?? emptyRollup()
      for (const count of ROLLUP_COUNTS) expect(row[count], count).toBeCloseTo(counted[count], 6)
      expect(row.histogram).toEqual(counted.histogram)
    }
    const failed = summaries.filter((run) => run.status === 'failed').length
    const groups = await getDb().failureGroup.aggregate({ ...ofProject(), _sum: { roots: true } })
    const hours = await getDb().rollupFailure.aggregate({ ...ofProject(), _sum: { roots: true } })
    const liveFailed = summaries.filter((run) => run.status === 'failed' && run.kind === 'live').length
    const units = await getDb().rollupUnit.aggregate({ ...ofProject(), _sum: { failed: true } })
    expect([failed, groups._sum.roots, hours._sum.roots]).toEqual([failed, failed, failed])
    expect(units._sum.failed).toBe(liveFailed)
  })

  it('have scores measured by the engine and equal to their summary, if they are detailed', async () => {
    const detailed = await getDb().score.findMany({ ...ofProject(), distinct: ['runId'] })
    expect(detailed.length).toBeGreaterThan(30)
    for (const { runId } of detailed.slice(0, 40)) {
      const { run, scores, nodes, issues, signals } = await getRun.run(test.key, { runId })
      const shown = (series: string) => scores.find((score) => score.series === series)?.value ?? -1
      expect(shown('stratt')).toBeCloseTo(run.stratt ?? -1, 9)
      expect(shown('gaff')).toBeCloseTo(run.gaff ?? -1, 9)
      expect(shown('confidence')).toBeCloseTo(run.confidence ?? -1, 9)
      expect([nodes.length, issues.length]).toEqual([run.nodes, run.issues])
      expect(signals).toHaveLength(
        [run.signals.self, run.signals.peer, run.signals.downstream].filter((value) => value !== null).length,
      )
    }
  })

  it('are not duplicated when seeded twice', async () => {
    await make()
    expect(await getDb().runSummary.findMany({ ...ofProject(), orderBy: { id: 'asc' } })).toEqual(summaries)
    const { _sum } = await getDb().rollupHour.aggregate({ ...ofProject(), _sum: { runs: true } })
    expect(_sum.runs).toBe(COUNT)
  })
})
