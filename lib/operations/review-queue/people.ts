import type { PersonVerdict } from '@/lib/contracts/review-queue'
import type { Db, Tx } from '@/lib/db/client'
import { findAnswers } from '../reviews/answers'

type Row = Omit<PersonVerdict, 'at' | 'answers'> & { at: Date }

/** Lists each person's verdict on a run that was neither changed nor retracted, with their answers, earliest first. */
export async function listPersonVerdicts(db: Db | Tx, projectId: string, runId: string): Promise<PersonVerdict[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT d.id AS "decisionId", d.user_id AS "userId", coalesce(g.by, 'someone') AS by, d.verdict, g.value, d.reason,
      d.decided_at AS at, d.is_blind AS "isBlind", d.revises
    FROM signal g JOIN decision d ON d.project_id = g.project_id AND d.id = g.decision_id
    WHERE g.project_id = ${projectId}::uuid AND g.run_id = ${runId}::uuid AND g.evaluator = 'human' AND g.origin = 'review'
      AND g.value IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM signal r WHERE r.project_id = ${projectId}::uuid AND r.run_id = g.run_id AND r.retracts = g.id)
    ORDER BY d.decided_at, d.id`
  return withAnswers(db, projectId, runId, rows)
}

/** Returns a person's latest verdict on a run, for one who has none in force: it was taken back. */
export async function findUndoneVerdict(
  db: Db,
  projectId: string,
  runId: string,
  userId: string,
): Promise<PersonVerdict | null> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT d.id AS "decisionId", d.user_id AS "userId", u.name AS by, d.verdict, d.value, d.reason, d.decided_at AS at,
      d.is_blind AS "isBlind", d.revises
    FROM decision d JOIN "user" u ON u.id = d.user_id
    WHERE d.project_id = ${projectId}::uuid AND d.run_id = ${runId}::uuid AND d.user_id = ${userId}::uuid AND d.kind = 'review'
      AND d.value IS NOT NULL
    ORDER BY d.decided_at DESC, d.id DESC LIMIT 1`
  const [undone = null] = await withAnswers(db, projectId, runId, rows)
  return undone
}

async function withAnswers(db: Db | Tx, projectId: string, runId: string, rows: Row[]): Promise<PersonVerdict[]> {
  const decisionIds = rows.map(({ decisionId }) => decisionId)
  const answers = await findAnswers(db, projectId, runId, decisionIds)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString(), answers: answers.get(row.decisionId) ?? [] }))
}
