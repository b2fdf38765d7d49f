import { type AutomatedEvaluator, automatedEvaluators, independentEvaluators } from '@/lib/contracts/evaluators'
import { ACCEPT_THRESHOLD } from '@/lib/contracts/thresholds'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { EPSILON } from '@/lib/engine/tolerance'
import { loadWeights } from '../configuration/levels'

/**
 * A row of `run_summary` as it would be without verdicts of people, and labels sent with runs. People choose the runs that they review, so
 * their verdicts would tell apart versions, or weeks, by whose runs were reviewed.
 */
export type EvaluatorsAlone = {
  /** The confidence at the configured weights of the run's chain, in [0, 1]; null if no evaluator with a weight has a signal. */
  confidence: Prisma.Sql
  /** Whether the run would be accepted, by the rule of `decideRun`; null if too little was measured to decide. */
  accepted: Prisma.Sql
}

type Weights = Readonly<Record<AutomatedEvaluator, number>>

/** Loads the weights these expressions need. Both sides of a comparison are weighed alike, whatever was configured when their runs arrived. */
export async function loadEvaluatorsAlone(db: Db | Tx, projectId: string): Promise<EvaluatorsAlone> {
  const { project, chains } = await loadWeights(db, projectId, 'confidence_weights')
  const ofChain = (expression: (weights: Weights) => Prisma.Sql) =>
    chains.size === 0
      ? expression(project)
      : Prisma.sql`(CASE chain_id ${Prisma.join(
          [...chains].map(([id, weights]) => Prisma.sql`WHEN ${id}::uuid THEN ${expression(weights)}`),
          ' ',
        )} ELSE ${expression(project)} END)`
  const confidence = ofChain(weighted)
  return { confidence, accepted: acceptedBy(projectId, confidence, ofChain(isJudged)) }
}

/** The weighted mean of the signals present. */
function weighted(weights: Weights): Prisma.Sql {
  const over = (term: (signal: Prisma.Sql, weight: Prisma.Sql) => Prisma.Sql) =>
    Prisma.join(
      automatedEvaluators.map((evaluator) => term(Prisma.raw(evaluator), Prisma.sql`${weights[evaluator]}::float8`)),
      ' + ',
    )
  return Prisma.sql`((${over((signal, weight) => Prisma.sql`coalesce(${weight} * ${signal}, 0)`)})
    / nullif(${over((signal, weight) => Prisma.sql`CASE WHEN ${signal} IS NULL THEN 0 ELSE ${weight} END`)}, 0))`
}

/** Whether an evaluator other than the agent has given a weighted signal. */
function isJudged(weights: Weights): Prisma.Sql {
  const counted = automatedEvaluators.filter(
    (evaluator) => independentEvaluators.includes(evaluator) && weights[evaluator] > 0,
  )
  if (counted.length === 0) return Prisma.sql`false`
  return Prisma.sql`num_nonnulls(${Prisma.join(counted.map((evaluator) => Prisma.raw(evaluator)))}) > 0`
}

// What no person has judged is decided already. A score is accepted from the threshold that it was stamped with.
const acceptedBy = (projectId: string, confidence: Prisma.Sql, judged: Prisma.Sql) => Prisma.sql`CASE
  WHEN human IS NULL THEN CASE WHEN decision <> 'insufficient_evidence' THEN decision = 'accept' END
  WHEN cardinality(blockers) > 0 OR is_overridden THEN false
  WHEN ${judged} THEN ${confidence} >= ${ACCEPT_THRESHOLD - EPSILON}::float8
  WHEN profile = 'gaff' THEN gaff >= coalesce((
    SELECT (c.breakdown ->> 'threshold')::float8 FROM score c
    WHERE c.project_id = ${projectId}::uuid AND c.run_id = run_summary.id AND c.series = 'gaff' ORDER BY c.revision DESC LIMIT 1
  ), ${ACCEPT_THRESHOLD}::float8) - ${EPSILON}::float8
  WHEN profile = 'stratt' AND band IS NOT NULL THEN stratt >= ${ACCEPT_THRESHOLD - EPSILON}::float8
END`
