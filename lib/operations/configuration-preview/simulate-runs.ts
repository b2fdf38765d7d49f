import type { EffectiveConfiguration } from '@/lib/contracts/configuration'
import { pickSignals } from '@/lib/contracts/evaluators'
import type { RunSummary } from '@/lib/db/generated/client'
import { decideRun } from '@/lib/engine/scoring/decide-run'
import type { MeasuredRun, RunDecision } from '@/lib/engine/scoring/scored-run'
import { maxAttemptsOf } from '../configuration/levels'
import type { ProjectContext } from '../context'
import { type RunOutcome, runsInEngine } from '../engine-pool/ask'
import { toMeasure } from '../ingest/score'
import { limitBefore, type NamedLimit } from '../runs/executions'
import { toQuestions } from '../runs/questions'
import { loadStoredRuns, type StoredRun } from '../runs/stored-runs'

/** Names and proposed configuration of the previewed chains and versions, by id. */
export type PreviewChains = {
  chains: Map<string, { name: string; configuration: EffectiveConfiguration }>
  versions: Map<string, string>
}

export type PreviewRuns = {
  /** The newest runs, newest first. */
  ids: string[]
  /** Earlier attempts of their executions that are not among them. */
  earlier: string[]
  /** Runs with more earlier attempts than were read. */
  cut: Set<string>
}

const PAGE = 50
const TOTAL_MS = 8000
const RUN_MS = 1000

/** A stored run with its simulated outcome, or the reason why there is none. */
export type SimulatedRun =
  | { summary: RunSummary; measured: MeasuredRun; decided: RunDecision }
  | { summary: RunSummary | null; reason: string }

type Measured = { summary: RunSummary; run: StoredRun['run']; measured: MeasuredRun | string }

/**
 * Measures and decides the runs as if they arrived under their chain's configuration, attempts of one execution in order. Stops after some
 * seconds; runs not reached are reported as such.
 */
export async function simulateRuns(
  ctx: ProjectContext,
  { ids, earlier, cut }: PreviewRuns,
  chains: PreviewChains,
): Promise<SimulatedRun[]> {
  const measured = await measureStored(ctx, [...ids, ...earlier], chains)
  const scores = new Map<string, { attempt: number; score: number | null }[]>()
  const limits = new Map<string, NamedLimit[]>()
  const simulated = new Map<string, SimulatedRun>()
  const inOrder = [...measured.values()].sort(
    (a, b) => a.summary.attempt - b.summary.attempt || (a.summary.id < b.summary.id ? -1 : 1),
  )
  for (const item of inOrder) {
    const { summary } = item
    const key = summary.execution === null ? null : JSON.stringify([summary.chainId, summary.execution])
    const history = (key === null ? undefined : scores.get(key)) ?? []
    if (typeof item.measured === 'string') simulated.set(summary.id, { summary, reason: item.measured })
    else if (cut.has(summary.id)) simulated.set(summary.id, { summary, reason: 'too many earlier attempts' })
    else {
      const before = history.filter(({ attempt }) => attempt < summary.attempt).map(({ score }) => score)
      const limit = item.run.maxAttempts ?? limitBefore((key !== null && limits.get(key)) || [], summary.attempt)
      const decided = decide({ summary, measured: item.measured, limit }, before, chains)
      simulated.set(summary.id, { summary, measured: item.measured, decided })
      history.push({ attempt: summary.attempt, score: decided.decisionScore })
    }
    if (key === null) continue
    scores.set(key, history)
    if (item.run.maxAttempts !== undefined)
      limits.set(key, [...(limits.get(key) ?? []), { attempt: summary.attempt, maxAttempts: item.run.maxAttempts }])
  }
  return ids.map((id) => simulated.get(id) ?? { summary: null, reason: 'not reached in time' })
}

async function measureStored(
  ctx: ProjectContext,
  ids: readonly string[],
  { chains }: PreviewChains,
): Promise<Map<string, Measured>> {
  const until = performance.now() + TOTAL_MS
  const measured = new Map<string, Measured>()
  for (let at = 0; at < ids.length && performance.now() < until; at += PAGE) {
    const stored = await loadStoredRuns(ctx.db, ctx.project.id, ids.slice(at, at + PAGE))
    const known = stored.flatMap((item) => {
      const chain = chains.get(item.summary.chainId)
      return chain ? [{ ...item, measure: toMeasure(item.run, { ...item, ...chain }) }] : []
    })
    const bounds = { limitMs: RUN_MS, maxTooSlow: Number.POSITIVE_INFINITY, until }
    const questions = toQuestions(known.map(({ run, measure }) => ({ run, measure })))
    const outcomes = await runsInEngine(ctx, 'measure', questions, bounds)
    for (const [place, { run, summary }] of known.entries()) {
      const outcome = outcomes[place] ?? 'not tried'
      if (outcome !== 'not tried') measured.set(summary.id, { summary, run, measured: toMeasured(outcome) })
    }
  }
  return measured
}

function toMeasured(outcome: Exclude<RunOutcome<MeasuredRun>, 'not tried'>): MeasuredRun | string {
  if (outcome === 'too slow') return 'takes too long to check'
  return 'value' in outcome ? outcome.value : 'its contract or criteria cannot be honoured'
}

type Decidable = {
  summary: RunSummary
  measured: MeasuredRun
  /** The limit of its execution; undefined: that of its chain. */
  limit: number | undefined
}

function decide(
  { summary, measured: { gaff, stratt, blockers }, limit }: Decidable,
  earlier: readonly (number | null)[],
  { chains }: PreviewChains,
): RunDecision {
  const configuration = chains.get(summary.chainId)?.configuration
  if (!configuration) throw new Error(`no configuration of chain ${summary.chainId}`)
  return decideRun({
    profile: configuration.profile,
    gaff: gaff.value,
    stratt: stratt.value,
    band: stratt.band,
    status: summary.status,
    kind: summary.kind,
    signals: pickSignals(summary),
    humanOrigin: summary.humanOrigin,
    blockers,
    isOverridden: summary.isOverridden,
    disputed: summary.disputed,
    likelyBad: summary.likelyBad,
    attempt: summary.attempt,
    maxAttempts: limit ?? maxAttemptsOf(configuration),
    earlier,
    confidenceWeights: configuration.confidence_weights,
    gaffThreshold: gaff.breakdown.threshold,
  })
}
