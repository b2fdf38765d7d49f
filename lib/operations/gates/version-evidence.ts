import type { GateEvidence } from '@/lib/contracts/gate-evidence'
import type { ConfidenceFall } from '@/lib/contracts/measured'
import type { Db, Tx } from '@/lib/db/client'
import { confirmedFall } from '@/lib/engine/regression/compare-measures'
import { type ComparedSide, compareSides } from '@/lib/engine/regression/compare-sides'
import { measuredDifferently } from '@/lib/engine/regression/measured-factors'
import type { DropJudgement } from '@/lib/engine/regression/regression-posterior'
import { pairMeans } from '@/lib/engine/regression/scenario-pairs'
import type { Sample } from '@/lib/engine/stats/descriptive'
import { boundedInterval } from '@/lib/engine/stats/intervals'
import { isClose } from '@/lib/engine/tolerance'
import type { TraceWeights } from '@/lib/engine/trace/score-trace'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'
import { notFound } from '../errors'
import { listKeptResults } from '../kept-scenarios/list'
import { type Alike, driftPairs, onlyOf, weighFactors } from '../versions/alike'
import { loadCompared } from '../versions/compared'
import { loadEngines } from '../versions/engines'
import { loadChainRows, loadVersionRows, type VersionRow } from '../versions/rows'
import { loadSide, profilesOf, type Side } from '../versions/samples'
import {
  compareScenarios,
  driftUpTo,
  judgeVersion,
  type ScenarioMeans,
  samplesOf,
  scenarioMeans,
  toFactors,
} from '../versions/statistics'

type Subject = { projectId: string; chainId: string; versionId: string; priorVersionId: string | null }
type Scores = Pick<GateEvidence, 'threshold' | 'minLiveRuns' | 'profile' | 'drift'> &
  Pick<DropJudgement, 'verdict' | 'word' | 'delta'> & { probability: DropJudgement['odds'] }

const SCENARIOS_SHOWN = 100

export type VersionEvidence = {
  evidence: GateEvidence
  /** Mean confidence of both versions by evaluators if it fell, as on the chain's page; null if it did not, or cannot be told. */
  confidenceFall: ConfidenceFall | null
}

/** Evidence about a version: its live runs against those of the version before it. */
export async function loadVersionEvidence(db: Db | Tx, gate: Subject): Promise<VersionEvidence> {
  const { version, priorVersion, scores, comparedWeights, alike, confidenceFall } = await loadScores(db, gate)
  const held = (side: Side, sample: Sample | null) =>
    comparedWeights ? onCommonFactors(side, sample, comparedWeights) : side
  const prior = priorVersion && held(await loadSide(db, gate.projectId, priorVersion), alike?.prior ?? null)
  const current = held(await loadSide(db, gate.projectId, version), alike?.current ?? null)
  const ids = [version.id, ...(priorVersion ? [priorVersion.id] : [])]
  const meansOf = await scenarioMeans(db, gate.projectId, ids, () => comparedWeights)
  const means = { prior: meansOf(priorVersion?.id), current: meansOf(version.id) }
  const factsOf = await loadScoringFacts(
    db,
    gate.projectId,
    [prior, current].flatMap((side) => side?.dots.map((dot) => dot.runId) ?? []),
  )
  const engineWarnings = await loadEngines(db, gate.projectId, ids)
  const evidence: GateEvidence = {
    ...scores,
    prior: prior ? toSummary(prior) : null,
    current: toSummary(current),
    factors: prior ? toFactors(prior.dots, current.dots) : [],
    paired: prior ? pairMeans(means.prior, means.current) : null,
    kept: await listKeptResults(db, gate),
    scenarios: prior ? compareScenarios(means.prior, means.current).slice(0, SCENARIOS_SHOWN) : [],
    warnings: [
      ...engineWarnings(priorVersion, version),
      ...(priorVersion && priorVersion.scored > 0 ? measuredWarnings(priorVersion, version) : []),
      ...(prior?.sample
        ? compareSides(toCompared(prior, means.prior, factsOf), toCompared(current, means.current, factsOf))
        : []),
    ],
    run: null,
    execution: null,
    bestAttempt: null,
    notes: evidenceNotes(prior ?? null, current, scores.minLiveRuns),
  }
  return { evidence, confidenceFall }
}

type Judged = {
  version: VersionRow
  priorVersion: VersionRow | undefined
  scores: Scores
  /** Weights of the factors that both versions are compared on; null to compare the stored scores. */
  comparedWeights: TraceWeights | null
  /** Both samples recomputed on those factors, when the versions were not measured on the same ones. */
  alike: Alike | null
  confidenceFall: ConfidenceFall | null
}

/** Scores from the sums of the chain's versions, the same figures as on the chain's page. */
export async function loadScores(
  db: Db | Tx,
  { projectId, chainId, versionId, priorVersionId }: Subject,
): Promise<Judged> {
  const named = await db.chain.findUnique({
    where: { projectId_id: { projectId, id: chainId } },
    select: { name: true },
  })
  const [chain] = named ? await loadChainRows(db, projectId, named.name) : []
  const rows = await loadVersionRows(db, projectId, [chainId])
  const version = rows.find((row) => row.id === versionId)
  if (!chain || !version) throw notFound('chain version')
  const priorVersion = rows.find((row) => row.id === priorVersionId)
  const pairs = priorVersion ? [{ current: version, prior: priorVersion, weights: chain.traceWeights }] : []
  const compared = await loadCompared(db, projectId, [...pairs, ...driftPairs(chain, rows, version)])
  const { confidenceOf } = compared
  const samples = samplesOf(chain, rows, compared)
  const { verdict, word, delta, odds, comparedOn } = judgeVersion(samples, versionId, priorVersionId)
  const { regressionThreshold: threshold, minLiveRuns, profile } = chain
  const drift = driftUpTo(samples, versionId)
  return {
    version,
    priorVersion,
    scores: { verdict, word, delta, probability: odds, threshold, minLiveRuns, profile, drift },
    comparedWeights: comparedOn && onlyOf(chain.traceWeights, comparedOn),
    alike: compared.alikeOf(versionId, priorVersionId),
    confidenceFall: confirmedFall(
      confidenceOf(priorVersion?.id ?? null) ?? null,
      confidenceOf(version.id) ?? null,
      minLiveRuns,
    ),
  }
}

/** Rescores a side on the factors that both versions were measured on, so that its dots and mean match the comparison. */
function onCommonFactors(side: Side, sample: Sample | null, weights: TraceWeights): Side {
  const dots = side.dots.map((dot) => ({
    ...dot,
    score: dot.score === null ? null : weighFactors(dot.factors, weights),
  }))
  return { ...side, sample, dots }
}

function measuredWarnings(prior: VersionRow, current: VersionRow): GateEvidence['warnings'] {
  return measuredDifferently(prior, current).map((text) => ({ kind: 'measured_differently', text }))
}

function toCompared(
  { version, dots }: Side,
  means: ScenarioMeans,
  factsOf: (runIds: readonly string[]) => ScoringFacts,
): ComparedSide {
  const scored = dots.flatMap(({ score, ...dot }) => (score === null ? [] : [{ ...dot, score }]))
  return {
    version,
    scenarios: [...means.keys()],
    profiles: profilesOf(dots),
    ...factsOf(scored.map((dot) => dot.runId)),
    scores: scored.map((dot) => dot.score),
  }
}

function toSummary({ version, sample, dots }: Side) {
  return {
    version,
    n: sample?.n ?? 0,
    mean: sample?.mean ?? null,
    interval: sample && boundedInterval(sample, [0, 1]),
    dots: dots.map(({ factors: _, profile: __, ...dot }) => ({ ...dot, occurredAt: dot.occurredAt.toISOString() })),
  }
}

/** Caveats for the reader of the evidence, in full sentences. */
function evidenceNotes(prior: Side | null, current: Side, minLiveRuns: number): string[] {
  const sides = prior ? [prior, current] : [current]
  const notes = sides.flatMap(sideNotes)
  const scored = current.sample?.n ?? 0
  if (!prior) notes.push(`There is no lower version with live runs to compare ${current.version} with.`)
  if (scored < minLiveRuns)
    notes.push(
      `${current.version} has ${formatPlural(scored, 'live run')} with a score; ${minLiveRuns} are needed for a verdict.`,
    )
  if (prior && isUniform([...prior.dots, ...current.dots]))
    notes.push('Every run has the same score: there is nothing to tell the versions apart by.')
  return notes
}

function sideNotes({ version, dots, live, unscored, dryRuns }: Side): string[] {
  const notes: string[] = []
  if (live > dots.length)
    notes.push(
      `${version}: the latest ${formatCount(dots.length)} of ${formatCount(live)} live runs are drawn and make the factors; the mean is of all.`,
    )
  if (unscored > 0) notes.push(`${version}: ${formatPlural(unscored, 'live run')} without a score, counted in no mean.`)
  if (dryRuns > 0)
    notes.push(
      `${version}: ${formatPlural(dryRuns, 'dry run is', 'dry runs are')} left out; only live runs are compared.`,
    )
  return notes
}

function isUniform(dots: Side['dots']): boolean {
  const scores = dots.map((dot) => dot.score).filter((score) => score !== null)
  const [first] = scores
  return first !== undefined && scores.length > 1 && scores.every((score) => isClose(score, first))
}

type ScoringFacts = { weights: string[]; judges: string[] }
type Row = { runId: string; kind: 'weights' | 'judges'; value: string }

/**
 * Loads how the scores of these runs were made, in one statement: the weights stamped on the newest revision of each, and the
 * judges where a judgement is part of the score.
 */
async function loadScoringFacts(
  db: Db | Tx,
  projectId: string,
  runIds: readonly string[],
): Promise<(runIds: readonly string[]) => ScoringFacts> {
  const rows = await db.$queryRaw<Row[]>`
    WITH asked AS (
      SELECT id, profile FROM run_summary
      WHERE project_id = ${projectId}::uuid AND id = ANY(${runIds}::uuid[]) AND quality IS NOT NULL
    )
    SELECT a.id AS "runId", 'weights' AS kind, w.value FROM asked a CROSS JOIN LATERAL (
      SELECT breakdown FROM score
      WHERE project_id = ${projectId}::uuid AND run_id = ANY(${runIds}::uuid[]) AND run_id = a.id AND series = a.profile ORDER BY revision DESC LIMIT 1
    ) s CROSS JOIN LATERAL (
      SELECT string_agg(concat(f ->> 'name', ' ', round((f ->> 'weight')::numeric, 2)), ', ' ORDER BY f ->> 'name') AS value
      FROM jsonb_array_elements(s.breakdown -> 'factors') f
    ) w WHERE w.value IS NOT NULL
    UNION
    SELECT a.id, 'judges', g.by FROM asked a JOIN signal g ON g.project_id = ${projectId}::uuid AND g.run_id = a.id AND g.run_id = ANY(${runIds}::uuid[])
    WHERE a.profile = 'confidence' AND g.evaluator = 'peer' AND g.by IS NOT NULL`
  const byRun = Map.groupBy(rows, (row) => row.runId)
  return (ids) => {
    const own = ids.flatMap((id) => byRun.get(id) ?? [])
    const of = (kind: Row['kind']) => [...new Set(own.filter((row) => row.kind === kind).map((row) => row.value))]
    return { weights: of('weights'), judges: of('judges') }
  }
}
