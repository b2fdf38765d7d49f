import type { ConfigurationPreview } from '@/lib/contracts/configuration-requests'
import { band, decision, grade, profile } from '@/lib/contracts/primitives'
import { HISTOGRAM_BINS, histogramBin } from '@/lib/engine/scoring/rollup'
import { mean } from '@/lib/engine/stats/descriptive'
import { isClose } from '@/lib/engine/tolerance'
import type { PreviewChains, SimulatedRun } from './simulate-runs'

const LISTED = 100

type Row = ConfigurationPreview['list'][number]
type Comparison = Omit<ConfigurationPreview, 'verdicts'>

/**
 * Compares the simulated runs with the stored ones: means, distributions, changed grades, bands and decisions, and the runs that change
 * most.
 */
export function comparePreview(simulated: readonly SimulatedRun[], chains: PreviewChains): Comparison {
  const rows = simulated.flatMap((item) => ('decided' in item ? [toRow(item, chains)] : []))
  const changes = rows.map((row) => ({ row, changed: changesOf(row) }))
  const count = (what: keyof ReturnType<typeof changesOf>) => changes.filter(({ changed }) => changed[what]).length
  const moving = changes.filter(({ changed }) => changed.any)
  return {
    runs: simulated.length,
    compared: rows.length,
    notCompared: countReasons(simulated),
    before: sideOf(rows.map(({ before }) => before.quality)),
    after: sideOf(rows.map(({ after }) => after.quality)),
    changed: {
      any: count('any'),
      quality: count('quality'),
      grade: count('grade'),
      band: count('band'),
      confidence: count('confidence'),
      decision: count('decision'),
    },
    grades: movesOf(rows, 'grade'),
    bands: movesOf(rows, 'band'),
    decisions: movesOf(rows, 'decision'),
    list: moving
      .sort((a, b) => steps(b.changed) - steps(a.changed) || shift(b.row) - shift(a.row))
      .slice(0, LISTED)
      .map(({ row }) => row),
  }
}

function toRow(
  { summary, measured, decided }: Extract<SimulatedRun, { decided: unknown }>,
  chains: PreviewChains,
): Row {
  const chain = chains.chains.get(summary.chainId)
  return {
    runId: summary.id,
    id: summary.clientId,
    chain: chain?.name ?? '',
    version: chains.versions.get(summary.versionId) ?? '',
    before: {
      profile: profile.parse(summary.profile),
      quality: summary.quality,
      grade: grade.nullable().parse(summary.grade),
      band: band.nullable().parse(summary.band),
      confidence: summary.confidence,
      decision: decision.parse(summary.decision),
    },
    after: {
      profile: chain?.configuration.profile ?? profile.parse(summary.profile),
      quality: decided.quality,
      grade: measured.gaff.grade,
      band: measured.stratt.band,
      confidence: decided.confidence.value,
      decision: decided.decision,
    },
  }
}

function changesOf({ before, after }: Row) {
  const differs = (a: number | null, b: number | null) => (a === null || b === null ? a !== b : !isClose(a, b))
  const changed = {
    quality: differs(before.quality, after.quality),
    confidence: differs(before.confidence, after.confidence),
    grade: before.grade !== after.grade,
    band: before.band !== after.band,
    decision: before.decision !== after.decision,
  }
  return { ...changed, any: Object.values(changed).some(Boolean) }
}

/** Changed decisions, then grades and bands, sort before changed numbers. */
const steps = (changed: ReturnType<typeof changesOf>) =>
  (changed.decision ? 4 : 0) + (changed.grade ? 1 : 0) + (changed.band ? 1 : 0)

const shift = ({ before, after }: Row) => Math.abs((after.quality ?? 0) - (before.quality ?? 0))

function movesOf(rows: readonly Row[], what: 'grade' | 'band' | 'decision'): Comparison['grades'] {
  const moves = new Map<string, Comparison['grades'][number]>()
  for (const { before, after } of rows) {
    if (before[what] === after[what]) continue
    const key = `${before[what]} ${after[what]}`
    moves.set(key, { from: before[what], to: after[what], count: (moves.get(key)?.count ?? 0) + 1 })
  }
  return [...moves.values()].sort((a, b) => b.count - a.count)
}

function sideOf(values: readonly (number | null)[]): Comparison['before'] {
  const scored = values.filter((value) => value !== null)
  const histogram = Array.from({ length: HISTOGRAM_BINS }, () => 0)
  for (const value of scored) histogram[histogramBin(value)] = (histogram[histogramBin(value)] ?? 0) + 1
  return { n: scored.length, mean: mean(scored), histogram }
}

function countReasons(simulated: readonly SimulatedRun[]): Comparison['notCompared'] {
  const reasons = new Map<string, number>()
  for (const item of simulated) if ('reason' in item) reasons.set(item.reason, (reasons.get(item.reason) ?? 0) + 1)
  return [...reasons].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count)
}
