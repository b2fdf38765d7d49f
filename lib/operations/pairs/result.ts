import { getPairResult as contract, type PairResult } from '@/lib/contracts/pairs'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { countWins, type PairChoice } from '@/lib/engine/stats/pair-wins'
import { operation } from '../operation'
import { loadSides, type PairedSides } from './subject'

/** Returns the verdicts of people on two versions or two runs. */
export const getPairResult = operation(contract, async (ctx, input) => ({
  result: await loadPairResult(ctx.db, ctx.project.id, await loadSides(ctx, input)),
}))

/** Selects the pairs, or the verdicts on them, of these versions, and of these runs if two runs are compared. */
export function ofSides(projectId: string, { a, b, runIds }: Pick<PairedSides, 'a' | 'b' | 'runIds'>): Prisma.Sql {
  const ofRuns = runIds
    ? Prisma.sql`AND p.a_run_id = ${runIds[0]}::uuid AND p.b_run_id = ${runIds[1]}::uuid`
    : Prisma.empty
  return Prisma.sql`p.project_id = ${projectId}::uuid AND p.a_version_id = ${a.versionId}::uuid
    AND p.b_version_id = ${b.versionId}::uuid ${ofRuns}`
}

/** Counts the wins of either side, in the requested order. */
export async function loadPairResult(
  db: Db | Tx,
  projectId: string,
  sides: Pick<PairedSides, 'a' | 'b' | 'runIds' | 'isSwapped'>,
): Promise<PairResult> {
  const [count] = await db.$queryRaw<{ pairs: number }[]>`
    SELECT count(*)::int AS pairs FROM run_pair p WHERE ${ofSides(projectId, sides)}`
  const verdicts = await db.$queryRaw<{ pairId: string; userId: string; choice: PairChoice }[]>`
    SELECT p.pair_id AS "pairId", p.user_id AS "userId", p.choice FROM pair_verdict p WHERE ${ofSides(projectId, sides)}`
  const { aWins, bWins, ties, interval } = countWins(verdicts)
  const counts = {
    pairs: count?.pairs ?? 0,
    answered: new Set(verdicts.map(({ pairId }) => pairId)).size,
    verdicts: verdicts.length,
    people: new Set(verdicts.map(({ userId }) => userId)).size,
    ties,
  }
  if (!sides.isSwapped) return { ...counts, aWins, bWins, interval }
  return { ...counts, aWins: bWins, bWins: aWins, interval: interval && [1 - interval[1], 1 - interval[0]] }
}
