import type { Db, Tx } from '@/lib/db/client'
import { insertRows } from '@/lib/db/rows'
import { inTransaction } from '@/lib/db/transaction'
import type { ConfidenceModel, LearnedConfidence } from '@/lib/engine/judgement/learn-confidence'
import type { ForecastModel, LearnedForecast } from '@/lib/engine/judgement/learn-forecast'
import { log } from '@/lib/log'
import type { ProjectContext } from '../context'
import { inEngine } from '../engine-pool/ask'
import { countTraceFacts, loadTraceFacts } from './trace-facts'
import { digestOf, type Lesson, loadLesson, type PersonVerdict } from './verdicts'

/** `confidence` learns from the signals of evaluators, `forecast` from what a trace shows. */
export type ModelKind = 'confidence' | 'forecast'

type Learned = { confidence: LearnedConfidence; forecast: LearnedForecast }
type Models = { confidence: ConfidenceModel; forecast: ForecastModel }

/** How each kind learns: a change of the method is a new name, and a new fit. */
const METHODS: Record<ModelKind, string> = { confidence: 'map-blend/1', forecast: 'map-logistic/1' }

/** One fit as it was kept. `model` is null where there were too few verdicts. */
export type KeptModel<K extends ModelKind = ModelKind> = {
  version: number
  method: string
  verdicts: number
  digest: string
  fittedAt: Date
  model: Models[K] | null
  report: Omit<Learned[K], 'model'>
}

/** The model in force, or null where none was ever learned. */
export async function findModel<K extends ModelKind>(
  db: Db | Tx,
  projectId: string,
  kind: K,
): Promise<KeptModel<K> | null> {
  const row = await db.verdictModel.findFirst({ where: { projectId, kind }, orderBy: { version: 'desc' } })
  return row as KeptModel<K> | null
}

/** A fit may take some seconds where there are thousands of verdicts. */
const LIMIT_MS = 30_000
const FIT = { timeout: 120_000 }
/** Verdicts that are so few of all, in a share of them, wait for others, up to an hour. */
const WORTH_A_FIT = 0.05
const HOUR_MS = 3_600_000

/**
 * Learns both models anew where the verdicts have changed by enough, one instance at a time, and keeps them as their next versions.
 * Nothing is learned, and nothing kept, before there is a verdict. Returns whether a new version was kept.
 */
export async function refit(ctx: ProjectContext): Promise<boolean> {
  const lesson = await loadLesson(ctx.db, ctx.project.id)
  if (!(await isWorthAFit(ctx, lesson))) return false
  await countTraceFacts(ctx, runsOf(lesson))
  return inTransaction(
    ctx,
    async (tx) => {
      const [lock] = await tx.$queryRaw<{ taken: boolean }[]>`
        SELECT pg_try_advisory_xact_lock(hashtextextended(${`learn ${ctx.project.id}`}, 0)) AS taken`
      return lock?.taken === true && (await learnAnew(ctx, tx))
    },
    FIT,
  )
}

async function isWorthAFit({ db, project, now }: ProjectContext, lesson: Lesson): Promise<boolean> {
  const known = await findModel(db, project.id, 'forecast')
  const count = runsOf(lesson).length
  if (!known) return count > 0
  if (known.digest === digestOf(lesson) && known.method === METHODS.forecast) return false
  const anew = lesson.verdicts.filter(({ at }) => at > known.fittedAt).length
  const isOverdue = now().getTime() - known.fittedAt.getTime() > HOUR_MS
  return isOverdue || count < known.verdicts || Math.max(anew, count - known.verdicts) >= WORTH_A_FIT * known.verdicts
}

const runsOf = ({ verdicts, failures }: Lesson) => [...verdicts, ...failures].map(({ runId }) => runId)

async function learnAnew(ctx: ProjectContext, tx: Tx): Promise<boolean> {
  const projectId = ctx.project.id
  const lesson = await loadLesson(tx, projectId)
  const digest = digestOf(lesson)
  const learned = await learnFrom(ctx, lesson)
  let isKept = false
  for (const kind of ['confidence', 'forecast'] as const) {
    const last = await findModel(tx, projectId, kind)
    if (last?.digest === digest && last.method === METHODS[kind]) continue
    const { model, ...report } = learned[kind]
    const version = (last?.version ?? 0) + 1
    const verdicts = learned[kind].n
    const kept = { method: METHODS[kind], verdicts, digest, model, report, fittedAt: ctx.now() }
    await tx.$executeRaw(insertRows('verdictModel', [{ projectId, kind, version, ...kept }]))
    log.info({ project: projectId, kind, version, verdicts }, 'learned from verdicts')
    isKept = true
  }
  return isKept
}

/** What these verdicts teach: the same for the same verdicts, whenever it is asked. */
export async function learnFrom(ctx: ProjectContext, lesson: Lesson): Promise<Learned> {
  const { verdicts, failures, weights } = lesson
  // How likely a run was to be picked by a person is not known. Beside such runs a drawn one counts as much as they do: signals teach
  // the same whichever runs they are read on, and a weight of twenty would leave few verdicts of many.
  const areDrawn = verdicts.every(({ probability }) => probability !== null)
  const facts = await loadTraceFacts(ctx.db, ctx.project.id, runsOf(lesson))
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

/** The signals of evaluators other than people, those that are missing left out. */
export function signalsOf({ self, peer, downstream }: Pick<PersonVerdict, 'self' | 'peer' | 'downstream'>) {
  return {
    ...(self !== null && { self }),
    ...(peer !== null && { peer }),
    ...(downstream !== null && { downstream }),
  }
}
