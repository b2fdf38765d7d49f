import { DAY_MS } from '@/lib/contracts/durations'
import type { TrueShareGood } from '@/lib/contracts/true-share-good'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { type DrawnStratum, estimateDrawn } from '@/lib/engine/judgement/estimate-drawn'
import {
  estimateQualityOfSums,
  meanOfAll,
  type QualityEstimate,
  type QualityInput,
  type QualitySums,
} from '@/lib/engine/judgement/estimate-quality'
import { type Sample, sampleOfSums } from '@/lib/engine/stats/descriptive'
import { clamp01 } from '@/lib/engine/tolerance'
import { countDrawn, type DrawnRuns, toStrata } from '../runs/drawn-runs'
import { personVerdicts } from '../runs/human-verdict'
import type { VersionRow } from './rows'

/** With fewer verdicts the interval is too wide to be useful. */
const NEEDED = 5
/** Number of latest verdicts read; a judged run beyond them counts as unjudged. */
const VERDICTS_MAX = 20_000

/** Sums of the scored live runs of one stratum. */
export type ScoreSums = { stratum: string; n: number; sum: number; squares: number }

/** The live runs covered: those of these versions of one chain, or of all chains in a time span, without candidates. */
type Judged = { versionIds: readonly string[] } | { from: Date; to: Date }

type VerdictRow = {
  automated: number
  verdict: number
  chainId: string
  versionId: string
  /** Null if it was not drawn. */
  urgency: number | null
  probability: number | null
  queuedAt: Date | null
}

/**
 * Estimates the true share of good live runs from people's verdicts on single runs and the sums of all scores; only judged and drawn runs
 * are read. A gate decision on a version is not a verdict on each of its runs.
 * @param sums of the same runs, by version id, or by chain id for a time span
 */
export async function estimateShareGood(
  db: Db | Tx,
  projectId: string,
  sums: readonly ScoreSums[],
  judged: Judged,
): Promise<TrueShareGood> {
  const [rows, { counts, isCounted }] = await Promise.all([
    listVerdicts(db, projectId, judged),
    countDrawn(db, projectId, entriesOf(projectId, judged), runsOf(judged)),
  ])
  const isKnown = new Set(sums.map(({ stratum }) => stratum))
  const partOf = (row: { chainId: string; versionId: string }) => ('versionIds' in judged ? row.versionId : row.chainId)
  const verdicts = rows.filter((row) => isKnown.has(partOf(row)))
  const strata = strataOf(
    counts.filter((row) => isKnown.has(partOf(row)) && ('versionIds' in judged || !row.isCandidate)),
    verdicts.filter(({ queuedAt }) => isCounted(queuedAt)),
    partOf,
  )
  const drawn = strata.reduce((sum, stratum) => sum + stratum.drawn, 0)
  // People pick runs that look bad, so only drawn runs speak for the others, unless too few could ever do so.
  if (drawn < NEEDED) {
    const labelled = verdicts.map((row) => ({ ...row, stratum: partOf(row) }))
    const unlabelled = othersOf(sums, labelled)
    const estimate = labelled.length >= NEEDED ? estimateQualityOfSums({ labelled, unlabelled }) : null
    return { ...toView(estimate, labelled, unlabelled), isRandom: false }
  }
  const labelled = strata.flatMap(({ part, judged: own }) => own.map((run) => ({ ...run, stratum: part })))
  const unlabelled = othersOf(sums, labelled)
  const { estimate, lacking, standsFor, error } = estimateDrawn({ strata, unlabelled })
  const view = toView(estimate, labelled, unlabelled)
  const coversPart = view.runs - standsFor > UNLIKELY * error + 1
  return { ...view, isRandom: true, audit: { drawn, standsFor, coversPart, lacking } }
}

/** An agent's clock may run ahead of the desk's, so that a run enters the queue before it occurs. */
const CLOCKS_MS = DAY_MS
/** In standard errors: how far chance takes the number of runs that a draw stands for. */
const UNLIKELY = 3

/** Assigns the verdicts to the drawn runs. A judged run that is not among those counted is added. */
function strataOf(
  counts: readonly DrawnRuns[],
  verdicts: readonly VerdictRow[],
  partOf: (row: { chainId: string; versionId: string }) => string,
): DrawnStratum[] {
  const judged = verdicts.flatMap((row) => {
    const { urgency, probability } = row
    return urgency === null || probability === null ? [] : [{ ...row, urgency, probability }]
  })
  return toStrata([...counts, ...judged.map((row) => ({ ...row, drawn: 0 }))], judged, partOf)
}

type Labelled = QualityInput['labelled'][number]

/** Returns the scores of all other runs by stratum. */
function othersOf(sums: readonly ScoreSums[], labelled: readonly Labelled[]): QualitySums['unlabelled'] {
  const own = Map.groupBy(labelled, ({ stratum }) => stratum)
  return sums.flatMap((of) => {
    const rest = withoutScores(
      of,
      (own.get(of.stratum) ?? []).map(({ automated }) => automated),
    )
    return rest ? [{ ...rest, stratum: of.stratum }] : []
  })
}

function toView(
  found: QualityEstimate | null,
  labelled: readonly Labelled[],
  unlabelled: QualitySums['unlabelled'],
): TrueShareGood {
  const counted = {
    runs: labelled.length + unlabelled.reduce((sum, sample) => sum + sample.n, 0),
    verdicts: labelled.length,
    needed: NEEDED,
    automatedMean: meanOfAll(labelled, unlabelled),
  }
  if (found?.estimate == null || found.labelsOnly.estimate === null) return { ...counted, found: null }
  const { estimate, interval, labelsOnly, effectiveLabels, automatedMean: _, ...rest } = found
  const verdictsOnly = { ...labelsOnly, estimate: labelsOnly.estimate ?? estimate }
  return { ...counted, found: { ...rest, estimate, interval, effectiveVerdicts: effectiveLabels, verdictsOnly } }
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

/** Condition on the summary `s`. */
function runsOf(judged: Judged): Prisma.Sql {
  return 'versionIds' in judged
    ? Prisma.sql`s.version_id = ANY(${judged.versionIds}::uuid[])`
    : Prisma.sql`s.occurred_at >= ${judged.from}::timestamptz AND s.occurred_at < ${judged.to}::timestamptz`
}

/** The queue's items among which such runs are. */
function entriesOf(projectId: string, judged: Judged): Prisma.Sql {
  return 'versionIds' in judged
    ? Prisma.sql`i.chain_id = (SELECT chain_id FROM chain_version WHERE project_id = ${projectId}::uuid AND id = ANY(${judged.versionIds}::uuid[]) LIMIT 1)`
    : Prisma.sql`i.queued_at >= ${new Date(judged.from.getTime() - CLOCKS_MS)}::timestamptz`
}

/** Verdicts in force by a person on one run: from a review, or from the decision of a gate on that run. */
function listVerdicts(db: Db | Tx, projectId: string, judged: Judged): Promise<VerdictRow[]> {
  return db.$queryRaw<VerdictRow[]>`
    SELECT s.quality AS automated, s.human AS verdict, s.chain_id AS "chainId", s.version_id AS "versionId",
      i.urgency, i.probability, i.queued_at AS "queuedAt"
    FROM ${personVerdicts(projectId, VERDICTS_MAX)} JOIN chain_version v ON v.project_id = ${projectId}::uuid AND v.id = s.version_id
    LEFT JOIN review_item i ON i.project_id = ${projectId}::uuid AND i.run_id = s.id AND i.probability IS NOT NULL
    WHERE s.kind = 'live' AND s.quality IS NOT NULL AND s.human IS NOT NULL AND ${runsOf(judged)}
      ${'versionIds' in judged ? Prisma.empty : Prisma.sql`AND v.state <> 'candidate'`}
    ORDER BY s.id`
}
