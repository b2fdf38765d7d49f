import type { AttemptView, ExecutionView } from '@/lib/contracts/executions'
import { KEEP_BEST_THRESHOLD } from '@/lib/contracts/thresholds'
import { CONVERGENCE_TOLERANCE } from '@/lib/engine/iteration/analyze-convergence'
import { formatExact, formatLimit, formatPlural, formatScore } from '../format/number'
import { areNumbered, attemptName } from '../labels/attempts'
import { convergenceLabels } from '../labels/verdicts'
import { runHref } from '../links'
import { linearScale, round } from './scale'

const LABELLED_MAX = 12

const sizes = {
  small: { width: 80, height: 24, left: 4, right: 4, top: 4, bottom: 4 },
  medium: { width: 340, height: 180, left: 20, right: 84, top: 24, bottom: 28 },
  large: { width: 600, height: 200, left: 24, right: 96, top: 24, bottom: 28 },
}

type AttemptLineSize = keyof typeof sizes
export type AttemptPoint = {
  attempt: number
  x: number
  y: number
  best: boolean
  /** The score beside its dot; null if the dots are too close for labels. */
  label: string | null
  title: string
  href: string
}

export type AttemptLineModel = {
  width: number
  height: number
  plot: { left: number; right: number; top: number; bottom: number }
  points: AttemptPoint[]
  /** Unscored attempts: a place on the axis without a height. */
  unscored: { attempt: number; x: number; title: string; href: string }[]
  /** One SVG path per sequence of consecutive scored attempts, with gaps between them. */
  paths: string[]
  /** The range around the best score within which a change counts as none. Null without a score. */
  noise: { y: number; height: number } | null
  thresholds: { value: number; label: string; y: number }[]
  ticks: { attempt: number; x: number }[]
  state: string
  summary: string
}

type AttemptLineInput = Pick<ExecutionView, 'attempts' | 'state' | 'acceptFrom'>

/** Prepares the line of one execution's scores, at 80, 340 or 600 px, on a fixed axis from 0 to 1. */
export function prepareAttemptLine(
  execution: AttemptLineInput,
  size: AttemptLineSize,
  project: string,
): AttemptLineModel {
  const box = sizes[size]
  const plot = { left: box.left, right: box.width - box.right, top: box.top, bottom: box.height - box.bottom }
  const attempts = inPlace(execution.attempts)
  const x = linearScale([attempts[0]?.at ?? 1, attempts.at(-1)?.at ?? 1], [plot.left, plot.right])
  const y = linearScale([0, 1], [plot.bottom, plot.top])
  const threshold = (value: number, word: string) => ({
    value,
    label: `${word} ${formatLimit(value)}`,
    y: y(value),
  })
  const best = attempts.find((attempt) => attempt.best)?.score ?? null
  const place = (attempt: PlacedAttempt) => ({
    attempt: attempt.attempt,
    x: x(attempt.at),
    title: `${attemptName(attempt.attempt, attempts)}: ${attempt.score === null ? 'not scored' : formatExact(round4(attempt.score))}${attempt.best ? ', best' : ''}`,
    href: runHref(project, attempt.runId),
  })
  return {
    width: box.width,
    height: box.height,
    plot,
    points: attempts.flatMap((attempt) =>
      attempt.score === null
        ? []
        : [
            {
              ...place(attempt),
              y: y(attempt.score),
              best: attempt.best,
              label: attempts.length > LABELLED_MAX ? null : attemptScore(attempt, execution),
            },
          ],
    ),
    unscored: attempts.filter((attempt) => attempt.score === null).map(place),
    paths: pathsOf(attempts, x, y),
    noise: best === null ? null : noiseAround(best, y),
    thresholds: [
      threshold(execution.acceptFrom, 'accept'),
      ...(execution.acceptFrom === KEEP_BEST_THRESHOLD ? [] : [threshold(KEEP_BEST_THRESHOLD, 'keep best')]),
    ],
    ticks: ticksOf(attempts, x),
    state: convergenceLabels[execution.state],
    summary: summarise({ ...execution, attempts }, convergenceLabels[execution.state]),
  }
}

/** `at`: its place on the axis. */
type PlacedAttempt = AttemptView & { at: number }

/** Puts each attempt at its number; runs that share one, as of a client that numbers none, stand beside each other up to the next. */
function inPlace(attempts: readonly AttemptView[]): PlacedAttempt[] {
  const sharing = Map.groupBy(attempts, ({ attempt }) => attempt)
  return [...sharing.values()]
    .flatMap((same) => same.map((one, index) => ({ ...one, at: one.attempt + index / same.length })))
    .sort((a, b) => a.at - b.at)
}

const DIGIT = 7
const TICK_GAP = 6

/** Attempt numbers with room for their text: the first, the last, and those between that keep their distance. */
function ticksOf(attempts: readonly PlacedAttempt[], x: (v: number) => number): AttemptLineModel['ticks'] {
  const all = [...new Set(attempts.map(({ attempt }) => attempt))].map((attempt) => ({ attempt, x: x(attempt) }))
  const last = all.at(-1)
  if (!last) return []
  const room = DIGIT * `${last.attempt}`.length + TICK_GAP
  const kept: AttemptLineModel['ticks'] = []
  for (const tick of all.slice(0, -1)) {
    const free = tick.x - (kept.at(-1)?.x ?? Number.NEGATIVE_INFINITY) >= room
    if (free && last.x - tick.x >= room) kept.push(tick)
  }
  return [...kept, last]
}

function noiseAround(best: number, y: (v: number) => number): { y: number; height: number } {
  const [top, bottom] = [y(Math.min(1, best + CONVERGENCE_TOLERANCE)), y(Math.max(0, best - CONVERGENCE_TOLERANCE))]
  return { y: top, height: bottom - top }
}

function pathsOf(attempts: readonly PlacedAttempt[], x: (v: number) => number, y: (v: number) => number): string[] {
  const paths: string[] = []
  let open = ''
  let previous: number | null = null
  for (const { attempt, at, score } of attempts) {
    const follows = previous !== null && attempt <= previous + 1
    if (open && (score === null || !follows)) {
      paths.push(open)
      open = ''
    }
    if (score !== null) open += `${open ? 'L' : 'M'}${x(at)} ${y(score)}`
    previous = attempt
  }
  if (open) paths.push(open)
  return paths.filter((path) => path.includes('L'))
}

/** The score of an attempt, not rounded across the thresholds that are drawn; a dash without one. */
export function attemptScore({ score }: AttemptView, { acceptFrom }: Pick<ExecutionView, 'acceptFrom'>): string {
  return formatScore(score, acceptFrom, KEEP_BEST_THRESHOLD)
}

type Summarised = Pick<ExecutionView, 'attempts' | 'acceptFrom'>

function summarise({ attempts, acceptFrom }: Summarised, state: string): string {
  const scored = attempts.filter((attempt) => attempt.score !== null)
  const count = formatPlural(attempts.length, 'attempt')
  if (scored.length === 0) return `${state}: ${count}, none scored.`
  const best = scored.find((attempt) => attempt.best)
  const where = best && areNumbered(attempts) ? ` at attempt ${best.attempt}` : ''
  const bestText = best ? `, best ${attemptScore(best, { acceptFrom })}${where}` : ''
  const missing = attempts.length - scored.length
  return `${state}: ${count}, scores ${scored.map((attempt) => attemptScore(attempt, { acceptFrom })).join(', ')}${bestText}${missing > 0 ? `, ${missing} not scored` : ''}.`
}

function round4(value: number): number {
  return round(value * 100) / 100
}
