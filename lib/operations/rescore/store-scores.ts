import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { recordset } from '@/lib/db/rows'
import { SCORE } from '../runs/ingest/columns'
import { toScoreRow } from '../runs/ingest/to-rows'
import type { Rescored } from './score-page'

// A later version of the engine scores a series anew: the next revision, beside the ones before.
const nextRevision = `1 + coalesce((
  SELECT max(s.revision) FROM score s WHERE s.project_id = x.project_id AND s.run_id = x.run_id AND s.series = x.series), 0)`

const names = Prisma.raw(Object.keys(SCORE).join(', '))
const values = Prisma.raw(
  Object.keys(SCORE)
    .map((column) => (column === 'revision' ? nextRevision : `x.${column}`))
    .join(', '),
)

/** Adds these scores to a series; a run that this version of the engine has scored in it already is left as it is. */
export async function storeScores(
  tx: Tx,
  projectId: string,
  series: string,
  scores: readonly Rescored[],
  now: Date,
): Promise<void> {
  if (scores.length === 0) return
  const rows = scores.map(({ runId, score }) => toScoreRow(projectId, runId, series, 1, score, now))
  await tx.$executeRaw`
    INSERT INTO score (${names}) SELECT ${values} FROM ${recordset(SCORE, rows)}
    WHERE NOT EXISTS (SELECT 1 FROM score s WHERE s.project_id = x.project_id AND s.run_id = x.run_id AND s.series = x.series
      AND s.engine_version = x.engine_version)
    ON CONFLICT DO NOTHING`
}
