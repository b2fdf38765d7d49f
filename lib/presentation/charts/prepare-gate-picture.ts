import type { GateEvidence } from '@/lib/contracts/gate-evidence'
import { EPSILON } from '@/lib/engine/tolerance'
import { formatFall } from '../format/fall'
import { formatExact, formatLimit, formatPlural, formatScore, MISSING } from '../format/number'
import { gateVerdictLabels } from '../labels/verdicts'
import { runHref } from '../links'
import type { ChartTable } from './chart-parts'
import { linearScale, round } from './scale'

const HEIGHT = 300
const TOP = 12
const BOTTOM = 260
/** `reach`: half the length of a mean's line. `room`: how far dots may lie from the middle of their column. */
const sizes = {
  wide: { width: 640, left: 40, right: 560, prior: 180, current: 400, reach: 76, room: 104 },
  narrow: { width: 340, left: 24, right: 288, prior: 100, current: 208, reach: 36, room: 50 },
}

type GatePictureSize = keyof typeof sizes
const DOT_STEP = 9
const DOT_CLEARANCE = 8
const MIN_SPAN = 0.3
const STEP = 0.1
/** Above this many dots in a column they would overlap, and a density is drawn instead. */
const DENSITY_FROM = 60
/** Minimum height of a density bar in pixels. */
const BAR_HEIGHT = 7
const BAR_SIZES = [0.01, 0.02, 0.025, 0.05, 0.1]

export type GateDot = { runId: string; x: number; y: number; blocked: boolean; title: string; href: string }

/** The number of runs with about the same score: a bar centred on its column, with the broken ones as a part of it. */
export type GateBar = {
  key: string
  top: number
  height: number
  width: number
  blockedWidth: number
  title: string
  href: string
}

export type GateColumn = {
  version: string
  x: number
  n: number
  dots: GateDot[]
  /** Drawn instead of the dots if there are too many. */
  bars: GateBar[]
  unscored: number
  /** The mean and its interval; null without a score. */
  mean: { value: number; y: number; label: string } | null
  whisker: { top: number; bottom: number } | null
}

export type GatePictureModel = {
  width: number
  height: number
  plot: { left: number; right: number; top: number; bottom: number }
  reach: number
  gridlines: { value: number; y: number; label: string }[]
  prior: GateColumn | null
  current: GateColumn
  /** The prior mean minus the threshold: a current mean below it is a regression. */
  line: { y: number; label: string } | null
  pairs: { key: string; x1: number; y1: number; x2: number; y2: number }[]
  delta: { y1: number; y2: number; label: string } | null
  tone: 'fail' | 'pass' | 'review' | 'unknown'
  verdict: string
  summary: string
  table: ChartTable
}

type GatePictureInput = Pick<GateEvidence, 'verdict' | 'threshold' | 'minLiveRuns' | 'delta' | 'prior' | 'current'>
type Side = GateEvidence['current']

/**
 * Prepares the prior and current runs of a gate as two columns of dots on one axis, each with mean and interval, with runs of the same
 * scenario connected. The axis spans at least .3 and ends on tenths; dots need no zero line.
 */
export function prepareGatePicture(
  evidence: GatePictureInput,
  project: string,
  size: GatePictureSize = 'wide',
): GatePictureModel {
  const box = sizes[size]
  const domain = domainOf(evidence)
  const y = linearScale(domain, [BOTTOM, TOP])
  const sides = [evidence.prior, evidence.current].flatMap((side) => (side ? [side] : []))
  const isDense = sides.some(({ dots }) => dots.filter((dot) => dot.score !== null).length > DENSITY_FROM)
  const column = (side: Side, x: number) => {
    const bare = columnOf(side, { x, y, room: box.room }, isDense ? null : project)
    return isDense ? { ...bare, bars: barsOf(side, { y, reach: box.reach, domain, project }) } : bare
  }
  const prior = evidence.prior && column(evidence.prior, box.prior)
  const current = column(evidence.current, box.current)
  const [before, after] = [prior?.mean ?? null, current.mean]
  const fall = before && after && formatFall(before.value, after.value, evidence.threshold)
  if (before && fall) before.label = fall.before
  if (after && fall) after.label = fall.after
  const limit = before && before.value - evidence.threshold
  return {
    width: box.width,
    height: HEIGHT,
    plot: { left: box.left, right: box.right, top: TOP, bottom: BOTTOM },
    reach: box.reach,
    gridlines: gridlinesOf(domain, y),
    prior,
    current,
    line: limit === null ? null : { y: y(limit), label: `${formatLimit(evidence.threshold)} line` },
    pairs: isDense ? [] : pairsOf(evidence, prior, current),
    delta: before && after && fall && { y1: before.y, y2: after.y, label: fall.change },
    tone: evidence.verdict === 'regression' ? 'fail' : evidence.verdict === 'ok' ? 'pass' : 'unknown',
    verdict: evidence.verdict ? gateVerdictLabels[evidence.verdict] : 'Not compared',
    summary: summarise(evidence),
    table: tableOf(evidence, project),
  }
}

function domainOf({ prior, current, threshold }: GatePictureInput): [number, number] {
  const sides = [prior, current].filter((side) => side !== null)
  const values = sides.flatMap((side) => [...side.dots.map((dot) => dot.score), side.mean, ...(side.interval ?? [])])
  const known = values.filter((value) => value !== null)
  if (prior?.mean != null) known.push(prior.mean - threshold)
  if (known.length === 0) return [0, 1]
  let low = Math.max(0, Math.floor(Math.min(...known) / STEP - EPSILON) * STEP)
  let high = Math.min(1, Math.ceil(Math.max(...known) / STEP + EPSILON) * STEP)
  while (high - low < MIN_SPAN - EPSILON) {
    if (high < 1 - EPSILON) high += STEP
    if (high - low < MIN_SPAN - EPSILON && low > EPSILON) low -= STEP
  }
  return [Math.max(0, round(low)), Math.min(1, round(high))]
}

function gridlinesOf([low, high]: [number, number], y: (value: number) => number) {
  const count = Math.round((high - low) / STEP)
  return Array.from({ length: count + 1 }, (_, step) => {
    const value = round(low + step * STEP)
    return { value, y: y(value), label: value.toFixed(1) }
  })
}

type ColumnPlace = { x: number; y: (value: number) => number; room: number }

/** `project` = null: the dots are not drawn. */
function columnOf(side: Side, { x, y, room }: ColumnPlace, project: string | null): GateColumn {
  const placed: { x: number; y: number }[] = []
  const heights = side.dots.flatMap(({ score }) => (score === null ? [] : [y(score)]))
  const dots = side.dots.flatMap((dot): GateDot[] => {
    if (dot.score === null || project === null) return []
    const at = { y: y(dot.score), x: 0 }
    const crowd = heights.filter((height) => Math.abs(height - at.y) < DOT_CLEARANCE).length
    at.x = x + freeOffset(placed, at.y, x, Math.min(DOT_STEP, room / Math.ceil(crowd / 2)))
    placed.push(at)
    const about = [dot.scenario, dot.blocked ? 'breaks its contract' : null].filter(Boolean).join(', ')
    return [
      {
        runId: dot.runId,
        ...at,
        blocked: dot.blocked,
        title: `${side.version}: ${formatScore(dot.score)}${about ? ` (${about})` : ''}`,
        href: runHref(project, dot.runId),
      },
    ]
  })
  return {
    version: side.version,
    x,
    n: side.n,
    dots,
    bars: [],
    unscored: side.dots.filter((dot) => dot.score === null).length,
    mean: side.mean === null ? null : { value: side.mean, y: y(side.mean), label: formatScore(side.mean) },
    whisker: side.interval ? { top: y(side.interval[1]), bottom: y(side.interval[0]) } : null,
  }
}

type BarRoom = { y: (value: number) => number; reach: number; domain: readonly [number, number]; project: string }

/** Groups runs of about the same score into bars, the longest as wide as the column. */
function barsOf({ version, dots }: Side, { y, reach, domain: [low, high], project }: BarRoom): GateBar[] {
  const perPixel = (high - low) / (BOTTOM - TOP)
  const size = BAR_SIZES.find((candidate) => candidate >= perPixel * BAR_HEIGHT) ?? STEP
  const last = Math.ceil(high / size - EPSILON) - 1
  const scored = dots.flatMap(({ runId, score, blocked }) => (score === null ? [] : [{ runId, score, blocked }]))
  const bins = [...Map.groupBy(scored, ({ score }) => Math.min(last, Math.floor(score / size + EPSILON)))]
  const most = Math.max(1, ...bins.map(([, runs]) => runs.length))
  return bins
    .toSorted(([a], [b]) => b - a)
    .map(([bin, runs]) => {
      const [from, to] = [bin * size, Math.min(high, (bin + 1) * size)]
      const lowest = runs.reduce((least, run) => (run.score < least.score ? run : least))
      const blocked = runs.filter((run) => run.blocked).length
      const width = round((2 * reach * runs.length) / most)
      const broken = blocked > 0 ? `, ${blocked} of them broke the contract` : ''
      return {
        key: String(bin),
        top: y(to),
        height: Math.max(2, round(y(from) - y(to)) - 1),
        width,
        blockedWidth: round((width * blocked) / runs.length),
        title: `${version}: ${formatPlural(runs.length, 'run')} from ${formatScore(from)} to ${formatScore(to)}${broken}`,
        href: runHref(project, lowest.runId),
      }
    })
}

/** Returns the nearest free offset from the middle of the column, alternating right and left in steps of `apart`. */
function freeOffset(placed: readonly { x: number; y: number }[], y: number, column: number, apart: number): number {
  const near = placed.filter((dot) => Math.abs(dot.y - y) < DOT_CLEARANCE).map((dot) => dot.x - column)
  for (let step = 0; step <= near.length * 2; step++) {
    const offset = (step % 2 === 0 ? -1 : 1) * Math.ceil(step / 2) * apart
    if (!near.some((taken) => Math.abs(taken - offset) < apart * 0.85)) return round(offset) + 0
  }
  return 0
}

function pairsOf(
  { prior, current }: GatePictureInput,
  left: GateColumn | null,
  right: GateColumn,
): GatePictureModel['pairs'] {
  if (!prior || !left) return []
  const at = new Map([...left.dots, ...right.dots].map((dot) => [dot.runId, dot]))
  const single = (side: Side) => {
    const byScenario = Map.groupBy(
      side.dots.filter((dot) => dot.scenario !== null && dot.score !== null),
      (dot) => dot.scenario,
    )
    return new Map(
      [...byScenario].flatMap(([scenario, dots]) => (dots.length === 1 && dots[0] ? [[scenario, dots[0].runId]] : [])),
    )
  }
  const rights = single(current)
  return [...single(prior)].flatMap(([scenario, runId]) => {
    const from = at.get(runId)
    const to = at.get(rights.get(scenario) ?? '')
    return from && to ? [{ key: `${runId}-${to.runId}`, x1: from.x, y1: from.y, x2: to.x, y2: to.y }] : []
  })
}

function tableOf({ prior, current }: GatePictureInput, project: string): ChartTable {
  const rowsOf = (side: Side | null) =>
    (side?.dots ?? []).map((dot) => ({
      key: dot.runId,
      cells: [
        dot.scenario ?? MISSING,
        side?.version ?? MISSING,
        formatExact(dot.score),
        dot.blocked ? 'broken' : 'kept',
      ],
      href: runHref(project, dot.runId),
    }))
  return {
    columns: [{ label: 'Scenario' }, { label: 'Version' }, { label: 'Score', numeric: true }, { label: 'Contract' }],
    rows: [...rowsOf(prior), ...rowsOf(current)],
  }
}

function summarise({ verdict, prior, current, threshold, minLiveRuns }: GatePictureInput): string {
  const has = (mean: string) => `${current.version} has a mean of ${mean} over ${formatPlural(current.n, 'run')}`
  const now = has(formatScore(current.mean))
  if (verdict === 'insufficient_sample') return `${now}; ${minLiveRuns} live runs are needed for a verdict.`
  if (!prior || prior.mean === null || current.mean === null)
    return `${now}; there is no earlier version to compare with.`
  const drop = prior.mean - current.mean
  const fall = formatFall(prior.mean, current.mean, threshold)
  const then = `${prior.version} had ${fall.before} over ${formatPlural(prior.n, 'run')}`
  const change = Math.abs(drop) < EPSILON ? 'no change' : drop > 0 ? `a drop of ${fall.drop}` : `a gain of ${fall.drop}`
  return `${has(fall.after)}; ${then}: ${change}, against a limit of ${formatLimit(threshold)}.`
}
