import { createHash } from 'node:crypto'
import type { Db, Tx } from '@/lib/db/client'
import type { Weights } from '@/lib/engine/judgement/confidence-rungs'
import { loadEffectiveConfiguration } from '../configuration/levels'
import { HUMAN_SIGNAL } from '../runs/human-verdict'
import { sideOf } from '../runs/signals'
import { loadNamedFailures, type NamedFailure } from './causes'

/** What a person at this desk said of one run, with what else is known of it. */
export type PersonVerdict = {
  runId: string
  chainId: string
  /** Ratings between approval and rejection teach neither. */
  approved: boolean
  at: Date
  decisionId: string
  /** How likely the run was to be drawn for review, where a rule drew it; null where somebody picked it. */
  probability: number | null
  self: number | null
  peer: number | null
  downstream: number | null
}

/** All that the desk learns from. */
export type Lesson = {
  verdicts: readonly PersonVerdict[]
  failures: readonly NamedFailure[]
  /** The project's weights of the published confidence: what is believed of the evaluators before any verdict. */
  weights: Weights
}

/** What people have said up to now. */
export async function loadLesson(db: Db | Tx, projectId: string): Promise<Lesson> {
  const [verdicts, failures, configuration] = await Promise.all([
    loadVerdicts(db, projectId),
    loadNamedFailures(db, projectId),
    loadEffectiveConfiguration(db, projectId),
  ])
  return { verdicts, failures, weights: configuration.confidence_weights }
}

type Row = Omit<PersonVerdict, 'approved'> & { value: number }

const MOST = 20_000

/**
 * The verdicts in force that teach, the earliest first: those that people gave here, one by one. A decision on many runs at once says
 * little of each and is left out, and so are what came with a run, since nobody here has said it, and what two people disagree on. Of more than 20,000 those of the newest runs.
 */
export async function loadVerdicts(db: Db | Tx, projectId: string): Promise<PersonVerdict[]> {
  const rows = await db.$queryRaw<(Row & { runs: bigint })[]>`
    SELECT *, count(*) OVER (PARTITION BY "decisionId") AS runs FROM (
      SELECT s.id AS "runId", s.chain_id AS "chainId", s.self, s.peer, s.downstream,
        g.value, g.probability, g.recorded_at AS at, g.decision_id AS "decisionId"
      FROM run_summary s CROSS JOIN ${HUMAN_SIGNAL}
      WHERE s.project_id = ${projectId}::uuid AND s.human_origin IN ('review', 'gate') AND NOT s.disputed AND g.decision_id IS NOT NULL
      ORDER BY s.occurred_at DESC, s.id DESC LIMIT ${MOST}) v`
  return rows
    .flatMap(({ runs, value, ...row }) => {
      const approved = sideOf(value)
      return runs > 1n || approved === null ? [] : [{ ...row, approved }]
    })
    .sort((a, b) => a.at.getTime() - b.at.getTime() || (a.runId < b.runId ? -1 : 1))
}

/** Tells whether what is learned from is the same, and so what is learned. */
export function digestOf({ verdicts, failures, weights }: Lesson): string {
  const hash = createHash('sha256').update(JSON.stringify(weights))
  for (const { runId } of failures) hash.update(`${runId} failed\n`)
  for (const { runId, decisionId, approved, probability } of verdicts)
    hash.update(`${runId} ${decisionId} ${approved} ${probability}\n`)
  return hash.digest('hex')
}
