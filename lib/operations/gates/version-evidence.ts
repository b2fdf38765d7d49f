import type { GateEvidence } from '@/lib/contracts/gates'
import type { Db, Tx } from '@/lib/db/client'
import { type ComparedSide, compareSides } from '@/lib/engine/regression/compare-sides'
import { pairMeans } from '@/lib/engine/regression/pair-scenarios'
import { sampleInterval } from '@/lib/engine/stats/sample'
import { driftUpTo, judgeVersion, samplesOf } from '../chains/judge-version'
import { loadChainRows, loadVersionRows, type VersionRow } from '../chains/load-chain-rows'
import { notFound } from '../errors'
import { compareScenarios, type ScenarioMeans, scenarioMeans } from '../regressions/scenario-means'
import { evidenceNotes } from './evidence-notes'
import { loadScoringFacts, type ScoringFacts } from './load-scoring-facts'
import { loadSide, type Side } from './load-side'
import { toFactors } from './to-factors'

type Subject = { projectId: string; chainId: string; versionId: string; priorVersionId: string | null }
type Scores = Pick<
  GateEvidence,
  'verdict' | 'word' | 'delta' | 'probability' | 'threshold' | 'minLiveRuns' | 'profile' | 'drift'
>

const SCENARIOS_SHOWN = 100

/** Evidence about a version as a whole: its live runs against those of the version before it. */
export async function loadVersionEvidence(db: Db | Tx, gate: Subject): Promise<GateEvidence> {
  const { version, priorVersion, scores } = await loadScores(db, gate)
  const prior = priorVersion ? await loadSide(db, gate.projectId, priorVersion) : null
  const current = await loadSide(db, gate.projectId, version)
  const meansOf = await scenarioMeans(db, gate.projectId, [version.id, ...(priorVersion ? [priorVersion.id] : [])])
  const means = { prior: meansOf(priorVersion?.id), current: meansOf(version.id) }
  const factsOf = await loadScoringFacts(
    db,
    gate.projectId,
    [prior, current].flatMap((side) => side?.dots.map((dot) => dot.runId) ?? []),
  )
  return {
    ...scores,
    prior: prior && toSummary(prior),
    current: toSummary(current),
    factors: prior ? toFactors(prior.dots, current.dots) : [],
    paired: prior && pairMeans(means.prior, means.current),
    scenarios: prior ? compareScenarios(means.prior, means.current).slice(0, SCENARIOS_SHOWN) : [],
    warnings: prior?.sample
      ? compareSides(toCompared(prior, means.prior, factsOf), toCompared(current, means.current, factsOf))
      : [],
    run: null,
    execution: null,
    bestAttempt: null,
    notes: evidenceNotes(prior, current, scores.minLiveRuns),
  }
}

type Judged = { version: VersionRow; priorVersion: VersionRow | undefined; scores: Scores }

/** What the sums of the chain's versions say, with the same figures as the page of the chain. */
async function loadScores(db: Db | Tx, { projectId, chainId, versionId, priorVersionId }: Subject): Promise<Judged> {
  const named = await db.chain.findUnique({
    where: { projectId_id: { projectId, id: chainId } },
    select: { name: true },
  })
  const [chain] = named ? await loadChainRows(db, projectId, named.name) : []
  const rows = await loadVersionRows(db, projectId, [chainId])
  const version = rows.find((row) => row.id === versionId)
  if (!chain || !version) throw notFound('chain version')
  const samples = samplesOf(chain, rows)
  const { verdict, word, delta, odds } = judgeVersion(samples, versionId, priorVersionId)
  const { regressionThreshold: threshold, minLiveRuns, profile } = chain
  const drift = driftUpTo(samples, versionId)
  return {
    version,
    priorVersion: rows.find((row) => row.id === priorVersionId),
    scores: { verdict, word, delta, probability: odds, threshold, minLiveRuns, profile, drift },
  }
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
    profiles: [...new Set(scored.map((dot) => dot.profile))],
    ...factsOf(scored.map((dot) => dot.runId)),
    scores: scored.map((dot) => dot.score),
  }
}

function toSummary({ version, sample, dots }: Side) {
  return {
    version,
    n: sample?.n ?? 0,
    mean: sample?.mean ?? null,
    interval: sample && sampleInterval(sample),
    dots: dots.map(({ factors: _, profile: __, ...dot }) => ({ ...dot, occurredAt: dot.occurredAt.toISOString() })),
  }
}
