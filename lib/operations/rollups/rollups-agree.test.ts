import { expect, it } from 'vitest'
import type { Span } from '@/lib/contracts/otlp'
import type { RunBody } from '@/lib/contracts/run-input'
import { getDb } from '@/lib/db/client'
import type { Context } from '../context'
import { AppError } from '../errors'
import { decideGate, undoGate } from '../gates/act'
import { getGate } from '../gates/get'
import { openGate } from '../gates/open'
import { ingestBatch } from '../ingest/ingest-batch'
import { ingestSpans } from '../ingest/ingest-spans'
import { reviewRun, undoReview } from '../reviews/review'
import { makeProject, runBody } from '../testing/factories'
import { findStaleRuns } from '../testing/replay-agrees'
import { findDisagreements } from '../testing/rollups-agree'

const ROUNDS = 8
const HOUR_MS = 3_600_000

/** Runs of few chains, versions, executions and failure groups, so that all clients touch the same rows; also out of order and repeated. */
function bodies(client: number, round: number): RunBody[] {
  return Array.from({ length: 8 }, (_, place) => {
    const nth = client * 97 + round * 31 + place * 7
    const isFailed = nth % 3 === 0
    return runBody({
      id: `run-${nth % 160}-${place}`,
      chain: `chain-${nth % 2}`,
      version: `1.${nth % 3}.0`,
      execution: nth % 4 === 0 ? `execution-${nth % 5}` : undefined,
      attempt: nth % 4 === 0 ? (nth % 9) + 1 : 1,
      maxAttempts: 9,
      status: isFailed ? 'failed' : 'completed',
      output: { answer: 'x'.repeat(nth % 5) },
      startedAt: new Date(Date.UTC(2026, 0, 1) + (nth % 3) * HOUR_MS).toISOString(),
      signals: nth % 2 === 0 ? { peer: (nth % 10) / 10, downstream: nth % 6 === 0 } : { self: 0.9 },
      nodes: isFailed
        ? [
            { id: 'fetch', status: 'failed', error: `connect ECONNREFUSED 10.0.0.${nth % 4}` },
            { id: 'write', status: 'failed', dependencies: ['fetch'], error: 'dependency failed' },
          ]
        : [
            { id: 'plan', output: nth % 4 === 0 ? ' ' : { steps: nth }, tokens: { input: nth, output: 3 } },
            { id: 'tool', name: `tool ${nth % 2}`, dependencies: ['plan'], tokens: { total: nth } },
            { id: 'late', dependencies: ['tool'], status: nth % 2 ? 'skipped' : 'completed', output: [] },
          ],
      kind: nth % 11 === 0 ? 'dry_run' : 'live',
      tokens: { input: nth, output: nth * 2 },
      costUsd: nth / 1000,
    })
  })
}

function span(trace: number, place: number): Span {
  return {
    traceId: (trace + 1).toString(16).padStart(32, 'a'),
    spanId: (place + 1).toString(16).padStart(16, 'b'),
    parentSpanId: place === 0 ? null : '1'.padStart(16, 'b'),
    name: place === 0 ? 'triage' : 'step',
    startNano: '1767225600000000000',
    endNano: `176722560${place}500000000`,
    status: { code: place % 2 === 0 ? 'ok' : 'error', message: place % 2 === 0 ? null : 'HTTP 503 from upstream' },
    attributes:
      place === 0 ? { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': `agent-${trace % 2}` } : {},
    events: [],
    links: [],
    logged: [],
    resource: { 'service.name': 'desk' },
    scope: { name: null, version: null },
  }
}

/** Ignores errors that mean another client was faster, and throws all others. */
async function unlessOvertaken(work: Promise<unknown>): Promise<void> {
  const expected = ['conflict', 'already_decided', 'stale_evidence', 'not_found']
  await work.catch((error: unknown) => {
    if (!(error instanceof AppError) || !expected.includes(error.code)) throw error
  })
}

async function reviewSome(ctx: Context, projectId: string, round: number): Promise<void> {
  const runs = await getDb().runSummary.findMany({
    where: { projectId },
    take: 3,
    skip: round * 2,
    orderBy: { id: 'asc' },
  })
  for (const { id: runId } of runs) {
    const review = reviewRun.run(ctx, { runId, verdict: 'rate', rating: (round % 10) / 10 })
    await unlessOvertaken(
      review.then(({ decision }) => (round % 2 ? undoReview.run(ctx, { runId, decisionId: decision.id }) : null)),
    )
  }
}

async function decideSome(ctx: Context, projectId: string, round: number): Promise<void> {
  await unlessOvertaken(openGate.run(ctx, { chain: 'chain-0', version: `1.${round % 3}.0`, question: 'Keep it?' }))
  const gate = await getDb().gate.findFirst({ where: { projectId, state: 'pending' }, orderBy: { openedAt: 'desc' } })
  if (!gate) return
  const { evidenceDigest } = await getGate.run(ctx, { gateId: gate.id })
  const verdict = round % 2 ? 'approved' : 'rejected'
  const decided = decideGate.run(ctx, { gateId: gate.id, verdict, evidenceDigest, reason: 'seen' })
  await unlessOvertaken(
    decided.then(() => (round % 3 ? undoGate.run(ctx, { gateId: gate.id, reason: 'a mistake' }) : null)),
  )
}

it('counts, groups and executions agree with the rows after many clients changed the same ones concurrently', async () => {
  const { key, project, as } = await makeProject()
  const reviewers = [await as('reviewer', 'Ann'), await as('admin', 'Ben')]
  const rounds = (work: (round: number) => Promise<unknown>) => async () => {
    for (let round = 0; round < ROUNDS; round++) await work(round)
  }
  const clients = Array.from({ length: 8 }, (_, client) =>
    rounds((round) => ingestBatch(key, bodies(client, round), 'test')),
  )
  const tracers = [0, 1, 2].map((tracer) =>
    rounds((round) =>
      ingestSpans(key, [span(round % 4, (tracer * 5 + round) % 9), span((round + tracer) % 4, round % 9)]),
    ),
  )
  const people = reviewers.flatMap((ctx) => [
    rounds((round) => reviewSome(ctx, project.id, round)),
    rounds((round) => decideSome(ctx, project.id, round)),
  ])
  await Promise.all([...clients, ...tracers, ...people].map((work) => work()))
  expect(await findDisagreements(project.id)).toEqual([])
  expect(await findStaleRuns(project.id)).toEqual([])
})
