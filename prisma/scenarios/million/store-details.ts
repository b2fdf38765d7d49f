import { byEvaluator } from '@/lib/contracts/evaluators'
import { type RunInput, runInput } from '@/lib/contracts/run-input'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { batchStatements, insertRows } from '@/lib/db/rows'
import { CONFIDENCE_WEIGHTS, scoreConfidence } from '@/lib/engine/confidence/score-confidence'
import { measureRun } from '@/lib/engine/scoring/measure-run'
import { toConfidenceScore } from '@/lib/engine/scoring/score-under'
import type { EffectiveSignals } from '@/lib/engine/scoring/scored-run'
import { toIssueRows, toNodeRows, toSignalRows } from '@/lib/operations/ingest/rows'
import type { IncomingRun } from '@/lib/operations/ingest/version'
import { toScoreRow } from '@/lib/operations/runs/rows'
import { type DrawnVersion, promised, type Shape } from './shapes'

type DetailRow = {
  id: string
  client_id: string
  version_id: string
  fault: number
  missing: number
  broken: boolean
  off: boolean
  tokens_in: number
  tokens_out: number
  duration_ms: number
  occurred_at: Date
  self: number | null
  peer: number | null
  downstream: number | null
}

/** Every `EVERY`th run has nodes, signals, issues and scores, and so have the newest. */
const EVERY = 100
const NEWEST_SHARE = 0.01

const isDetailed = (count: number) => Prisma.raw(`(i % ${EVERY} = 0 OR i >= ${count * (1 - NEWEST_SHARE)})`)

/** Stores the steps of the judged runs without other details, in one statement. */
export async function storeSteps(tx: Tx, projectId: string, count: number): Promise<void> {
  const startOf = (place: Prisma.Sql) =>
    Prisma.sql`j.occurred_at + make_interval(secs => j.duration_ms / 1000 * (${place}) / n.worked)`
  const worked = (value: Prisma.Sql) => Prisma.sql`CASE WHEN n.status <> 'skipped' THEN ${value} END`
  await tx.$executeRaw`
    INSERT INTO node_run (project_id, run_id, node_id, ordinal, type, dependencies, status, error, started_at, ended_at, duration_ms)
    SELECT ${projectId}::uuid, j.id, n.node_id, n.ordinal, n.type, n.dependencies, n.status, n.error, ${worked(startOf(Prisma.sql`n.ordinal`))},
      ${worked(startOf(Prisma.sql`n.ordinal + 1`))}, ${worked(Prisma.sql`j.duration_ms / n.worked`)}
    FROM judged j JOIN shape_node n ON n.fault = j.fault WHERE NOT ${isDetailed(count)} ORDER BY j.id, n.ordinal`
}

/** Stores nodes, signals, issues and scores of a share of the judged runs, measured by the engine itself. */
export async function storeDetails(
  tx: Tx,
  projectId: string,
  count: number,
  shapes: readonly Shape[],
  versions: readonly DrawnVersion[],
): Promise<void> {
  const rows = await tx.$queryRaw<DetailRow[]>`
    SELECT id, client_id, version_id, fault, missing, broken, off, tokens_in, tokens_out, duration_ms, occurred_at, self, peer, downstream
    FROM judged WHERE ${isDetailed(count)} ORDER BY id`
  const runs = rows.map((row) => toIncoming(row, projectId, shapes, versions))
  if (runs.length === 0) return
  await tx.$executeRaw(
    batchStatements([
      insertRows('nodeRun', runs.flatMap(toNodeRows)),
      insertRows('signal', runs.flatMap(toSignalRows)),
      insertRows('issue', runs.flatMap(toIssueRows)),
      insertRows('score', runs.flatMap(toScoreRows)),
    ]),
  )
}

function toIncoming(
  row: DetailRow,
  projectId: string,
  shapes: readonly Shape[],
  versions: readonly DrawnVersion[],
): IncomingRun {
  const shape = shapes.find(
    (one) =>
      one.fault === row.fault && one.missing === row.missing && one.isBroken === row.broken && one.isOff === row.off,
  )
  const version = versions.find((one) => one.settings.versionId === row.version_id)
  if (!shape || !version) throw new Error(`${row.client_id} was drawn from no shape or no version`)
  const { self, peer, downstream } = row
  const signals: EffectiveSignals = { ...byEvaluator(() => null), self, peer, downstream }
  const run = toRun(row, shape.run, version, signals)
  const receivedAt = new Date(row.occurred_at.getTime() + row.duration_ms)
  return {
    index: 0,
    hash: '',
    redactions: 0,
    run,
    projectId,
    runId: row.id,
    settings: version.settings,
    occurredAt: row.occurred_at,
    receivedAt,
    via: 'seed',
    revision: 1,
    measured: measureRun(run, { ...promised, durationMs: row.duration_ms, tokens: row.tokens_in + row.tokens_out }),
    signals,
    sent: [],
    isOverridden: false,
  }
}

function toRun(row: DetailRow, shape: RunInput, { settings }: DrawnVersion, signals: EffectiveSignals): RunInput {
  const { chain, version } = settings
  const worked = shape.nodes.filter((node) => node.status !== 'skipped').length
  const startMs = (index: number) => row.occurred_at.getTime() + (row.duration_ms * index) / worked
  const nodes = shape.nodes.map((node, index) =>
    node.status === 'skipped'
      ? node
      : {
          ...node,
          startedAt: new Date(startMs(index)).toISOString(),
          endedAt: new Date(startMs(index + 1)).toISOString(),
          durationMs: row.duration_ms / worked,
        },
  )
  const given = Object.entries(signals).flatMap(([evaluator, value]) => (value === null ? [] : [{ evaluator, value }]))
  const tokens = { input: row.tokens_in, output: row.tokens_out }
  return runInput.parse({ ...shape, id: row.client_id, chain, version, nodes, tokens, signals: given })
}

function toScoreRows({ projectId, runId, measured, signals, receivedAt }: IncomingRun) {
  const present = Object.fromEntries(Object.entries(signals).filter(([, value]) => value !== null))
  const confidence = toConfidenceScore(signals, scoreConfidence({ signals: present }), CONFIDENCE_WEIGHTS)
  return [measured.gaff, measured.stratt, confidence].map((score) =>
    toScoreRow({ projectId, runId, series: score.profile, revision: 1 }, score, receivedAt),
  )
}
