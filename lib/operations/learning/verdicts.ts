import { createHash } from 'node:crypto'
import { type AutomatedEvaluator, automatedEvaluators } from '@/lib/contracts/evaluators'
import type { Db, Tx } from '@/lib/db/client'
import type { Attribution } from '@/lib/db/generated/client'
import { selectList } from '@/lib/db/rows'
import { verdictSide } from '@/lib/engine/confidence/verdict-side'
import type { Weights } from '@/lib/engine/judgement/confidence-rungs'
import { loadEffectiveConfiguration } from '../configuration/levels'
import { personVerdicts } from '../runs/human-verdict'

/** A person's verdict on one run, with the run's signals. */
export type PersonVerdict = {
  runId: string
  chainId: string
  /** Ratings between approval and rejection are not learned from. */
  approved: boolean
  at: Date
  decisionId: string
  /** The probability with which the run was drawn for review; null if a person picked it. */
  probability: number | null
} & AutomatedSignals

/** The signals of a run, without those of people. */
export type AutomatedSignals = Record<AutomatedEvaluator, number | null>

/** The training data of both models. */
export type TrainingData = {
  verdicts: readonly PersonVerdict[]
  failures: readonly NamedFailure[]
  /** The project's weights of the published confidence, used as the prior for the evaluators. */
  weights: Weights
}

/** Loads the training data as of now. */
export async function loadTrainingData(db: Db | Tx, projectId: string): Promise<TrainingData> {
  const [verdicts, failures, configuration] = await Promise.all([
    loadVerdicts(db, projectId),
    loadNamedFailures(db, projectId),
    loadEffectiveConfiguration(db, projectId),
  ])
  return { verdicts, failures, weights: configuration.confidence_weights }
}

type Row = Omit<PersonVerdict, 'approved'> & { value: number }

const VERDICTS_MAX = 20_000

/** Returns the approving and rejecting verdicts in force, oldest first; if there are more than 20,000, the latest. */
export async function loadVerdicts(db: Db | Tx, projectId: string): Promise<PersonVerdict[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT s.id AS "runId", s.chain_id AS "chainId", ${selectList('s', 'runSummary', automatedEvaluators)},
      g.value, g.probability, g.recorded_at AS at, g.decision_id AS "decisionId"
    FROM ${personVerdicts(projectId, VERDICTS_MAX)}`
  return rows
    .flatMap(({ value, ...row }) => {
      const approved = verdictSide(value)
      return approved === null ? [] : [{ ...row, approved }]
    })
    .sort((a, b) => a.at.getTime() - b.at.getTime() || (a.runId < b.runId ? -1 : 1))
}

/** Returns a digest of the training data; equal digests give equal models. */
export function digestOf({ verdicts, failures, weights }: TrainingData): string {
  const hash = createHash('sha256').update(JSON.stringify(weights))
  for (const { runId } of failures) hash.update(`${runId} failed\n`)
  for (const { runId, decisionId, approved, probability } of verdicts)
    hash.update(`${runId} ${decisionId} ${approved} ${probability}\n`)
  return hash.digest('hex')
}

/** Only the newest attributions are learned from. */
const LEARNED_FROM = 500

/** Returns the attribution in force of each run, newest first, without withdrawn and superseded ones. */
export async function loadCauses(db: Db | Tx, projectId: string): Promise<Attribution[]> {
  const rows = await db.attribution.findMany({
    where: { projectId },
    orderBy: [{ recordedAt: 'desc' }, { id: 'desc' }],
    take: LEARNED_FROM,
  })
  return [...Map.groupBy(rows, ({ runId }) => runId).values()].flatMap((own) => causeInForce(own) ?? [])
}

/** The newest of a run's attributions, given newest first, that neither its person replaced nor anyone withdrew. */
export function causeInForce<A extends Pick<Attribution, 'id' | 'userId' | 'isTakenBack' | 'withdraws'>>(
  attributions: readonly A[],
): A | null {
  const withdrawn = new Set(attributions.map(({ withdraws }) => withdraws))
  const stated = attributions.filter(({ isTakenBack }) => !isTakenBack)
  const latest = [...Map.groupBy(stated, ({ userId }) => userId).values()].flatMap((own) => own.slice(0, 1))
  const inForce = new Set(latest.filter(({ id }) => !withdrawn.has(id)))
  return stated.find((one) => inForce.has(one)) ?? null
}

/** A run without a verdict for which a person named a causing step; the forecast counts it as rejected. */
type NamedFailure = { runId: string; chainId: string }

/** Returns the named failures, in the order in which they were named. */
async function loadNamedFailures(db: Db | Tx, projectId: string): Promise<NamedFailure[]> {
  const named = (await loadCauses(db, projectId)).filter(({ nodeId }) => nodeId !== null)
  const runs = await db.runSummary.findMany({
    where: {
      projectId,
      id: { in: named.map(({ runId }) => runId) },
      OR: [{ humanOrigin: null }, { humanOrigin: 'ingest' }],
    },
    select: { id: true, chainId: true },
  })
  const chains = new Map(runs.map(({ id, chainId }) => [id, chainId]))
  return named.toReversed().flatMap(({ runId }) => {
    const chainId = chains.get(runId)
    return chainId === undefined ? [] : [{ runId, chainId }]
  })
}
