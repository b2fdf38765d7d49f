import type { RunBody } from '@/lib/contracts/run-input'
import { openGate } from '../gates/open'
import { keepScenario } from '../kept-scenarios/keep'
import { listKeptScenarios } from '../kept-scenarios/list'
import { reviewRun } from '../reviews/review'
import { ingest, makeProject, runBody, type TestProject } from './factories'
import { at } from './published-trials'
import { see } from './regressed-chain'

export const request = { question: 'Refund 200 EUR, order unknown', of: 'Ada' }
export const broken = (overrides: Partial<RunBody> = {}) =>
  runBody({
    status: 'failed',
    request,
    nodes: [{ id: 'fetch', name: 'Fetcher', status: 'failed', error: 'connect ETIMEDOUT 10.0.0.7:5432' }],
    ...overrides,
  })

export type Scene = TestProject & { reviewer: Awaited<ReturnType<TestProject['as']>> }

export async function scene(): Promise<Scene> {
  const test = await makeProject()
  return { ...test, reviewer: await test.as('reviewer', 'Rita') }
}

/** Ingests a run and rejects it. */
export async function rejected({ key, reviewer }: Scene, body = broken()) {
  const runId = (await ingest(key, [body])).get(body.id) ?? ''
  await reviewRun.run(reviewer, { runId, verdict: 'reject', reason: 'Paid without an order.' })
  return runId
}

export const keep = (test: Scene, runId: string, name?: string) => keepScenario.run(test.reviewer, { runId, name })
export const list = (test: Scene) => listKeptScenarios.run(test.key, { chain: at.chain })

/** Opens a gate of a version and returns the kept scenarios in its evidence. */
export async function keptAtGate(test: Scene, version: string) {
  const { gate } = await openGate.run(test.key, { chain: at.chain, version, question: 'Good?' })
  return (await see(test.reviewer, gate.id)).evidence.kept
}
