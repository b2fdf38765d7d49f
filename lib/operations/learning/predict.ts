import { automatedEvaluators } from '@/lib/contracts/evaluators'
import { EVEN_ODDS } from '@/lib/contracts/thresholds'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { insertRows, type Row, selectList } from '@/lib/db/rows'
import { inTransaction } from '@/lib/db/transaction'
import { toSignalRow } from '@/lib/engine/judgement/confidence-rungs'
import { confidenceBy } from '@/lib/engine/judgement/learn-confidence'
import { forecastBy } from '@/lib/engine/judgement/learn-forecast'
import type { ProjectContext } from '../context'
import { isAttributed } from '../runs/predictions'
import { recomputeRuns } from '../runs/recompute'
import { refreshReviewItems } from '../runs/review-items'
import { inTurns } from '../turns'
import { type Fit, findFit, signalsOf } from './models'
import { countTraceFacts, loadTraceFacts } from './trace-facts'
import type { AutomatedSignals } from './verdicts'

/** Only this many of the newest undecided runs are predicted, in slices. */
const NEWEST = 2000
const SLICE = 100
const LEVEL = 0.95
/** Share of the newest completed runs that are flagged as likely rejections at most: a flag is an exception. */
const FLAGGED_MAX = 0.2

type Undecided = {
  id: string
  chainId: string
  likelyBad: boolean
  revision: number
} & AutomatedSignals
type Models = { confidence: Fit<'confidence'> | null; forecast: Fit<'forecast'> | null }
type Predicted = Omit<Row<'prediction'>, 'projectId' | 'predictedAt'>

/** Undecided runs with what the models say of each. */
interface Slice {
  runs: readonly Undecided[]
  forecasts: ReadonlyMap<string, Predicted>
  confidences: ReadonlyMap<string, Predicted>
}

/**
 * Predicts verdicts for the undecided runs with the latest models, and sets or clears the flag of likely rejections, the likeliest first and
 * not more than {@link FLAGGED_MAX} of the completed runs. A prediction that a verdict has followed is never overwritten. Returns how many
 * changed.
 */
export async function predictUndecided(ctx: ProjectContext): Promise<number> {
  const projectId = ctx.project.id
  const models = {
    confidence: await findFit(ctx.db, projectId, 'confidence'),
    forecast: await findFit(ctx.db, projectId, 'forecast'),
  }
  if (!models.confidence && !models.forecast) return 0
  const due = await findDue(ctx, models)
  const turn = inTurns()
  const slices: Slice[] = []
  for (let at = 0; at < due.length; at += SLICE) {
    const runs = due.slice(at, at + SLICE)
    slices.push({
      runs,
      forecasts: await forecast(ctx, models.forecast, runs),
      confidences: calibrate(models.confidence, runs),
    })
    await turn()
  }
  const flagged = await likeliestBad(ctx, models, slices)
  let changed = 0
  for (const slice of slices) {
    changed += await storeSlice(ctx, models, slice, flagged)
    await turn()
  }
  return changed
}

/** Returns the ids of the runs to flag: those whose rejection is likeliest, as far as there is room beside the others that are flagged. */
async function likeliestBad(
  { db, project }: ProjectContext,
  models: Models,
  slices: readonly Slice[],
): Promise<Set<string>> {
  const likely = slices.flatMap(({ runs, forecasts, confidences }) =>
    runs.flatMap(({ id }) => {
      const shown = shownPrediction(models, confidences.get(id), forecasts.get(id))
      return shown && isLikelyBad(shown) ? [{ id, high: shown.high }] : []
    }),
  )
  if (likely.length === 0) return new Set()
  const due = slices.flatMap(({ runs }) => runs.map(({ id }) => id))
  const [known] = await db.$queryRaw<{ completed: number; flagged: number }[]>`
    SELECT count(*)::int AS completed,
      (count(*) FILTER (WHERE likely_bad AND ${IS_UNDECIDED} AND NOT id = ANY(${due}::uuid[])))::int AS flagged
    FROM (SELECT * FROM run_summary WHERE project_id = ${project.id}::uuid AND status <> 'running'
      ORDER BY occurred_at DESC, id DESC LIMIT ${NEWEST}) s`
  const room = Math.max(0, Math.floor(FLAGGED_MAX * (known?.completed ?? 0)) - (known?.flagged ?? 0))
  const byChance = likely.toSorted((one, other) => one.high - other.high || (one.id < other.id ? -1 : 1))
  return new Set(byChance.slice(0, room).map(({ id }) => id))
}

const SIGNALS = selectList('r', 'runSummary', automatedEvaluators)
const IS_UNDECIDED = Prisma.raw(`(human_origin IS NULL OR human_origin = 'ingest')`)
const HAS_SIGNAL = Prisma.raw(`(${automatedEvaluators.map((who) => `s."${who}" IS NOT NULL`).join(' OR ')})`)

/** Runs with an attribution teach the forecast, so their predictions stay as they were before it. */
function findDue({ db, project }: ProjectContext, { confidence, forecast }: Models): Promise<Undecided[]> {
  return db.$queryRaw<Undecided[]>`
    SELECT s.* FROM (
      SELECT r.id, r.chain_id AS "chainId", ${SIGNALS}, r.likely_bad AS "likelyBad", r.revision, r.status FROM run_summary r
      WHERE project_id = ${project.id}::uuid AND ${IS_UNDECIDED}
      ORDER BY occurred_at DESC, id DESC LIMIT ${NEWEST}) s
    LEFT JOIN prediction c ON c.project_id = ${project.id}::uuid AND c.run_id = s.id AND c.kind = 'confidence'
    LEFT JOIN prediction f ON f.project_id = ${project.id}::uuid AND f.run_id = s.id AND f.kind = 'forecast'
    WHERE (${isBehind('f', forecast)}
        OR (${HAS_SIGNAL} AND ${isBehind('c', confidence)}))
      AND s.status <> 'running' AND NOT ${isAttributed(project.id, Prisma.sql`s.id`)}`
}

/** Whether a prediction is not from this model version, or exists although the model no longer predicts. */
function isBehind(alias: 'c' | 'f', fit: Fit | null): Prisma.Sql {
  const version = Prisma.raw(`${alias}.version`)
  return Prisma.sql`${version} IS DISTINCT FROM ${fit?.model ? fit.version : null}::int`
}

async function storeSlice(
  ctx: ProjectContext,
  models: Models,
  { runs, forecasts, confidences }: Slice,
  flagged: ReadonlySet<string>,
): Promise<number> {
  const projectId = ctx.project.id
  const ids = runs.map(({ id }) => id)
  const likelyBad = new Map(
    runs.flatMap(({ id, likelyBad }) => (flagged.has(id) === likelyBad ? [] : [[id, !likelyBad] as const])),
  )
  const inDoubt = runs.flatMap(({ id, chainId }) => {
    const shown = shownPrediction(models, confidences.get(id), forecasts.get(id))
    return shown && isNearEdge(shown) ? [{ id, kind: alikeKind(chainId, shown) }] : []
  })
  const made = [...confidences.values(), ...forecasts.values()]
  return inTransaction(ctx, async (tx) => {
    const now = ctx.now()
    if (likelyBad.size > 0)
      await recomputeRuns(tx, { projectId, runIds: [...likelyBad.keys()], now, cause: 'predicted', likelyBad })
    await updateNearEdges(tx, { projectId, now }, ids, inDoubt)
    // Runs that are being decided right now are skipped and keep their earlier prediction; runs that changed are due again.
    const open = await tx.$queryRaw<Pick<Undecided, 'id' | 'revision'>[]>`
      SELECT id, revision FROM run_summary
      WHERE project_id = ${projectId}::uuid AND id = ANY(${ids}::uuid[]) AND ${IS_UNDECIDED}
      ORDER BY id FOR UPDATE SKIP LOCKED`
    const seen = new Map(runs.map(({ id, revision }) => [id, revision]))
    const isOpen = new Set(open.flatMap(({ id, revision }) => (seen.get(id) === revision ? [id] : [])))
    const { count } = await tx.prediction.deleteMany({ where: { projectId, runId: { in: [...isOpen] } } })
    const rows = made.filter(({ runId }) => isOpen.has(runId)).map((row) => ({ projectId, predictedAt: now, ...row }))
    if (rows.length > 0) await tx.$executeRaw(insertRows('prediction', rows))
    return Math.max(count, rows.length)
  })
}

async function forecast(
  ctx: ProjectContext,
  fit: Models['forecast'],
  runs: readonly Undecided[],
): Promise<Map<string, Predicted>> {
  const model = fit?.model
  if (!model) return new Map()
  const ids = runs.map(({ id }) => id)
  await countTraceFacts(ctx, ids)
  const facts = await loadTraceFacts(ctx.db, ctx.project.id, ids)
  return new Map(
    runs.flatMap(({ id, chainId }) => {
      const known = facts.get(id)
      if (!known) return []
      const { probability, interval, reasons } = forecastBy(model, { chain: chainId, facts: known.facts })
      if (probability === null || interval === null) return []
      const [low, high] = interval
      return [[id, { runId: id, kind: 'forecast', version: fit.version, probability, low, high, reasons }] as const]
    }),
  )
}

function calibrate(fit: Models['confidence'], runs: readonly Undecided[]): Map<string, Predicted> {
  const model = fit?.model
  if (!model) return new Map()
  const ask = confidenceBy(model, LEVEL)
  return new Map(
    runs.flatMap((run) => {
      const row = toSignalRow(signalsOf(run), model.weights ?? undefined)
      if (!row) return []
      const { chance: probability, interval } = ask(row)
      const [low, high] = interval
      return [
        [
          run.id,
          { runId: run.id, kind: 'confidence', version: fit.version, probability, low, high, reasons: [] },
        ] as const,
      ]
    }),
  )
}

/**
 * Updates `nearEdge` of the review items: set for runs whose prediction is close to one half, cleared for others. Of alike runs one waits
 * for all: its verdict teaches as much as theirs, and after it they are predicted anew. One that a person has claimed keeps waiting.
 */
async function updateNearEdges(
  tx: Tx,
  { projectId, now }: { projectId: string; now: Date },
  ids: readonly string[],
  inDoubt: readonly { id: string; kind: string }[],
): Promise<void> {
  const known = await tx.reviewItem.findMany({
    where: { projectId, runId: { in: [...ids] }, nearEdge: true },
    select: { runId: true, claimedUntil: true },
  })
  const before = new Map(known.map(({ runId, claimedUntil }) => [runId, claimedUntil !== null && claimedUntil > now]))
  const represented = inDoubt.length > 0 ? await findRepresented(tx, projectId, ids) : new Set<string>()
  const rank = ({ id }: { id: string }) => (before.get(id) ? 0 : before.has(id) ? 1 : 2)
  const edges = new Set<string>()
  for (const { id, kind } of inDoubt.toSorted((one, other) => rank(one) - rank(other))) {
    if (represented.has(kind) && !before.get(id)) continue
    represented.add(kind)
    edges.add(id)
  }
  const moved = ids.filter((id) => before.has(id) !== edges.has(id))
  await refreshReviewItems(
    tx,
    projectId,
    moved.map((runId) => ({ runId, nearEdge: edges.has(runId) })),
  )
}

/** Runs of one chain are alike if they have the same chance in per cent. */
const alikeKind = (chainId: string, { kind, probability }: Pick<Predicted, 'kind' | 'probability'>) =>
  `${chainId} ${kind} ${Math.floor(probability * 100)}`

/** The kinds of alike runs of which another run than these waits in doubt. */
async function findRepresented(tx: Tx, projectId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ chainId: string; kind: Predicted['kind']; probability: number }[]>`
    SELECT i.chain_id AS "chainId", p.kind, p.probability FROM review_item i
    JOIN prediction p ON p.project_id = ${projectId}::uuid AND p.run_id = i.run_id
    WHERE i.project_id = ${projectId}::uuid AND i.state = 'waiting' AND i.near_edge AND NOT i.run_id = ANY(${ids}::uuid[])`
  return new Set(rows.map((row) => alikeKind(row.chainId, row)))
}

/** The number of predicted verdicts from which a model may be compared with its baseline. */
const SHOWN_FROM = 20

/**
 * Returns the prediction of a model that has outperformed its baseline on past verdicts, signals before trace; null if neither model has.
 */
function shownPrediction(
  { confidence, forecast }: Models,
  calibrated?: Predicted,
  forecasted?: Predicted,
): Predicted | null {
  const known = confidence?.report.prequential
  if (calibrated && known && known.n >= SHOWN_FROM && (known.brierCalibrated ?? 1) <= (known.brierPublished ?? 0))
    return calibrated
  const past = forecast?.report.prequential
  const isShown = past && past.scored >= SHOWN_FROM && (past.brier ?? 1) < (past.brierOfShare ?? 0)
  return isShown === true && forecasted !== undefined ? forecasted : null
}

/** Whether a rejection is likely: the whole interval lies below even odds. */
function isLikelyBad({ high }: Predicted): boolean {
  return high < EVEN_ODDS
}

/** Within this distance of even odds a prediction is undecided, and a verdict teaches most. */
const EDGE = 0.1

function isNearEdge({ probability }: Predicted): boolean {
  return Math.abs(probability - EVEN_ODDS) <= EDGE
}
