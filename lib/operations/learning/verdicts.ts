import { createHash } from 'node:crypto'
import type { Db, Tx } from '@/lib/db/client'
import type { Weights } from '@/lib/engine/judgement/confidence-rungs'
import { loadEffectiveConfiguration } from '../configuration/levels'
import { personVerdicts } from '../runs/human-verdict'
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

/** The verdicts in force that teach, the earliest first; of more than 20,000 the latest. */
export async function loadVerdicts(db: Db | Tx, projectId: string): Promise<PersonVerdict[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT s.id AS "runId", s.chain_id AS "chainId", s.self, s.peer, s.downstream,
      g.value, g.probability, g.recorded_at AS at, g.decision_id AS "decisionId"
    FROM ${personVerdicts(projectId, MOST)}`
  return rows
    .flatMap(({ value, ...row }) => {
      const approved = sideOf(value)
      return approved === null ? [] : [{ ...row, approved }]
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
