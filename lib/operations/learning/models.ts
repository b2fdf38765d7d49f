import { HOUR_MS } from '@/lib/contracts/durations'
import { type AutomatedEvaluator, automatedEvaluators } from '@/lib/contracts/evaluators'
import type { Db, Tx } from '@/lib/db/client'
import { insertRows } from '@/lib/db/rows'
import { inTransaction } from '@/lib/db/transaction'
import type { ConfidenceModel, LearnedConfidence } from '@/lib/engine/judgement/learn-confidence'
import type { ForecastModel, LearnedForecast } from '@/lib/engine/judgement/learn-forecast'
import { log } from '@/lib/log'
import type { ProjectContext } from '../context'
import { inEngine } from '../engine-pool/ask'
import { countTraceFacts, loadTraceFacts } from './trace-facts'
import { type AutomatedSignals, digestOf, loadTrainingData, type TrainingData } from './verdicts'

/** `confidence` learns from evaluator signals, `forecast` from the facts of a trace. */
export type ModelKind = 'confidence' | 'forecast'

type Learned = { confidence: LearnedConfidence; forecast: LearnedForecast }
type Models = { confidence: ConfidenceModel; forecast: ForecastModel }

/** The method of each kind; changing a method requires a new name, which triggers a new fit. */
const METHODS: Record<ModelKind, string> = { confidence: 'map-blend/1', forecast: 'map-logistic/1' }

/** One stored fit. `model` is null if there were too few verdicts. */
export type Fit<K extends ModelKind = ModelKind> = {
  version: number
  method: string
  verdicts: number
  digest: string
  fittedAt: Date
  model: Models[K] | null
  report: Omit<Learned[K], 'model'>
}

/** Returns a fit, the latest unless a version is named; null if there is none. */
export async function findFit<K extends ModelKind>(
  db: Db | Tx,
  projectId: string,
  kind: K,
  version?: number,
): Promise<Fit<K> | null> {
  const row = await db.verdictModel.findFirst({
    where: { projectId, kind, ...(version !== undefined && { version }) },
    orderBy: { version: 'desc' },
  })
  return row as Fit<K> | null
}

/** A fit as the API names it. */
export const toModelView = ({
  version,
  method,
  verdicts,
  fittedAt,
}: Pick<Fit, 'version' | 'method' | 'verdicts' | 'fittedAt'>) => ({
  version,
  method,
  verdicts,
  fittedAt: fittedAt.toISOString(),
})

/** A fit on thousands of verdicts may take some seconds. */
const LIMIT_MS = 30_000
const FIT = { timeout: 120_000 }
/** A smaller share of new verdicts than this waits up to an hour for more. */
const WORTH_A_FIT = 0.05

/**
 * Refits both models if the verdicts changed by enough, one instance at a time, and stores them as new versions. Does nothing before the
 * first verdict. Returns whether a new version was stored.
 */
export async function refit(ctx: ProjectContext): Promise<boolean> {
  const data = await loadTrainingData(ctx.db, ctx.project.id)
  if (!(await isWorthAFit(ctx, data))) return false
  await countTraceFacts(ctx, runsOf(data))
  return inTransaction(
    ctx,
    async (tx) => {
      const [lock] = await tx.$queryRaw<{ taken: boolean }[]>`
        SELECT pg_try_advisory_xact_lock(hashtextextended(${`learn ${ctx.project.id}`}, 0)) AS taken`
      return lock?.taken === true && (await fitModels(ctx, tx))
    },
    FIT,
  )
}

async function isWorthAFit({ db, project, now }: ProjectContext, data: TrainingData): Promise<boolean> {
  const known = await findFit(db, project.id, 'forecast')
  const count = runsOf(data).length
  if (!known) return count > 0
  if (known.digest === digestOf(data) && known.method === METHODS.forecast) return false
  const fresh = data.verdicts.filter(({ at }) => at > known.fittedAt).length
  const isOverdue = now().getTime() - known.fittedAt.getTime() > HOUR_MS
  return isOverdue || count < known.verdicts || Math.max(fresh, count - known.verdicts) >= WORTH_A_FIT * known.verdicts
}

const runsOf = ({ verdicts, failures }: TrainingData) => [...verdicts, ...failures].map(({ runId }) => runId)

async function fitModels(ctx: ProjectContext, tx: Tx): Promise<boolean> {
  const projectId = ctx.project.id
  const data = await loadTrainingData(tx, projectId)
  // Verdicts may have arrived since the traces were read.
  await countTraceFacts(ctx, runsOf(data))
  const digest = digestOf(data)
  const learned = await learnFrom(ctx, data)
  let hasNew = false
  for (const kind of ['confidence', 'forecast'] as const) {
    const last = await findFit(tx, projectId, kind)
    if (last?.digest === digest && last.method === METHODS[kind]) continue
    const { model, ...report } = learned[kind]
    const version = (last?.version ?? 0) + 1
    const verdicts = learned[kind].n
    const fit = { method: METHODS[kind], verdicts, digest, model, report, fittedAt: ctx.now() }
    await tx.$executeRaw(insertRows('verdictModel', [{ projectId, kind, version, ...fit }]))
    log.info({ project: projectId, kind, version, verdicts }, 'learned from verdicts')
    hasNew = true
  }
  return hasNew
}

/** Fits both models. Deterministic for the same verdicts. */
export async function learnFrom(ctx: ProjectContext, data: TrainingData): Promise<Learned> {
  const { verdicts, failures, weights } = data
  // The selection probability of runs that people picked themselves is unknown, so unless all runs were drawn, each counts the same:
  // signals teach the same on any run, and a weight of twenty would leave few effective verdicts.
  const areDrawn = verdicts.every(({ probability }) => probability !== null)
  const facts = await loadTraceFacts(ctx.db, ctx.project.id, runsOf(data))
  const confidence = await inEngine(
    ctx,
    'learn_confidence',
    {
      verdicts: verdicts.map(({ approved, at, probability, ...signals }) => ({
        signals: signalsOf(signals),
        approved,
        at: at.toISOString(),
        ...(areDrawn && probability !== null && { probability }),
      })),
      weights,
    },
    LIMIT_MS,
  )
  const rejected = failures.map((failure) => ({ ...failure, approved: false }))
  const known = [...rejected, ...verdicts].flatMap(({ runId, chainId, approved }) => {
    const of = facts.get(runId)
    return of ? [{ key: runId, chain: chainId, group: of.task ?? runId, label: Number(approved), facts: of.facts }] : []
  })
  return { confidence, forecast: await inEngine(ctx, 'learn_forecast', known, LIMIT_MS) }
}

/** Returns the signals of evaluators other than people, omitting missing ones. */
export function signalsOf(row: AutomatedSignals): Partial<Record<AutomatedEvaluator, number>> {
  return Object.fromEntries(automatedEvaluators.flatMap((who) => (row[who] === null ? [] : [[who, row[who]]])))
}
