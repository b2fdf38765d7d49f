import type { TrueShareGood } from '@/lib/contracts/true-share-good'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { estimateQualityOfSums } from '@/lib/engine/judgement/estimate-quality'
import { type Sample, sampleOfSums } from '@/lib/engine/stats/descriptive'
import { clamp01 } from '@/lib/engine/tolerance'
import { personVerdicts } from '../runs/human-verdict'
import type { VersionRow } from './rows'

/** With fewer verdicts the interval is too wide to be useful. */
const NEEDED = 5
/** Number of latest verdicts read; a judged run beyond them counts as unjudged. */
const VERDICTS_MAX = 20_000

/** Sums of the scored live runs of one stratum. */
export type ScoreSums = { stratum: string; n: number; sum: number; squares: number }

/** The live runs covered: those of these versions, or of all chains in a time span, without candidates. */
type Judged = { versionIds: readonly string[] } | { from: Date; to: Date }

type VerdictRow = { automated: number; verdict: number; chainId: string; versionId: string; isDrawn: boolean }

/**
 * Estimates the true share of good live runs from people's verdicts on single runs and the sums of all scores; only judged runs
 * are read. A gate decision on a version is not a verdict on each of its runs.
 * @param sums of the same runs, by version id, or by chain id for a time span
 */
export async function estimateShareGood(
  db: Db | Tx,
  projectId: string,
  sums: readonly ScoreSums[],
  judged: Judged,
): Promise<TrueShareGood> {
  const all = await listVerdicts(db, projectId, judged)
  // People pick runs that look bad, so randomly drawn verdicts are used alone once there are enough of them.
  const drawn = all.filter(({ isDrawn }) => isDrawn)
  const isRandom = drawn.length >= NEEDED
  const verdicts = isRandom ? drawn : all
  const strata = new Map(sums.map((row) => [row.stratum, row]))
  const labelled = verdicts.flatMap(({ automated, verdict, chainId, versionId }) => {
    const stratum = 'versionIds' in judged ? versionId : chainId
    return strata.has(stratum) ? [{ automated, verdict, stratum }] : []
  })
  const byStratum = Map.groupBy(labelled, ({ stratum }) => stratum)
  const unlabelled = sums.flatMap((stratum) => {
    const rest = withoutScores(
      stratum,
      (byStratum.get(stratum.stratum) ?? []).map(({ automated }) => automated),
    )
    return rest ? [{ ...rest, stratum: stratum.stratum }] : []
  })
  const { estimate, interval, labelsOnly, automatedMean, effectiveLabels, ...found } = estimateQualityOfSums({
    labelled,
    unlabelled,
  })
  const isEnough = labelled.length >= NEEDED && estimate !== null && labelsOnly.estimate !== null
  return {
    runs: labelled.length + unlabelled.reduce((sum: number, sample) => sum + sample.n, 0),
    verdicts: labelled.length,
    isRandom,
    needed: NEEDED,
    automatedMean,
    found: isEnough
      ? {
          ...found,
          estimate,
          interval,
          effectiveVerdicts: effectiveLabels,
          verdictsOnly: { ...labelsOnly, estimate: labelsOnly.estimate ?? estimate },
        }
      : null,
  }
}

/** {@link estimateShareGood} of the live runs of versions, each a stratum. */
export function estimateVersionsShareGood(
  db: Db | Tx,
  projectId: string,
  versions: readonly Pick<VersionRow, 'id' | 'scored' | 'sum' | 'squares'>[],
): Promise<TrueShareGood> {
  const sums = versions.map(({ id, scored, sum, squares }) => ({ stratum: id, n: scored, sum, squares }))
  return estimateShareGood(db, projectId, sums, { versionIds: versions.map(({ id }) => id) })
}

/** Subtracts these scores from a stratum; the mean is clamped to [0, 1] against rounding. */
function withoutScores({ n, sum, squares }: ScoreSums, scores: readonly number[]): Sample | null {
  let [restSum, restSquares] = [sum, squares]
  for (const score of scores) {
    restSum -= score
    restSquares -= score ** 2
  }
  const rest = sampleOfSums(n - scores.length, restSum, restSquares)
  return rest && { ...rest, mean: clamp01(rest.mean) }
}

/** Verdicts in force by a person on one run: from a review, or from the decision of a gate on that run. */
function listVerdicts(db: Db | Tx, projectId: string, judged: Judged): Promise<VerdictRow[]> {
  const within =
    'versionIds' in judged
      ? Prisma.sql`s.version_id = ANY(${judged.versionIds}::uuid[])`
      : Prisma.sql`s.occurred_at >= ${judged.from}::timestamptz AND s.occurred_at < ${judged.to}::timestamptz AND v.state <> 'candidate'`
  return db.$queryRaw<VerdictRow[]>`
    SELECT s.quality AS automated, s.human AS verdict, s.chain_id AS "chainId", s.version_id AS "versionId",
      EXISTS (SELECT 1 FROM review_item i WHERE i.project_id = ${projectId}::uuid AND i.run_id = s.id AND i.probability IS NOT NULL) AS "isDrawn"
    FROM ${personVerdicts(projectId, VERDICTS_MAX)} JOIN chain_version v ON v.project_id = ${projectId}::uuid AND v.id = s.version_id
    WHERE s.kind = 'live' AND s.quality IS NOT NULL AND s.human IS NOT NULL AND ${within}
    ORDER BY s.id`
}
