import type { ExecutionSummary, ExecutionView } from '@/lib/contracts/executions'
import type { RunFilters } from '@/lib/contracts/runs'
import { formatDate, formatDuration } from '../format/date'
import {
  formatChange,
  formatCompact,
  formatCost,
  formatCount,
  formatInterval,
  formatPercent,
  formatPlural,
  formatScore,
} from '../format/number'
import { areNumbered, attemptName } from '../labels/attempts'
import { convergenceLabels } from '../labels/verdicts'
import { runHref, runsHref } from '../links'
import type { ChartTable } from './chart-parts'
import { attemptScore } from './prepare-attempt-line'
import { type CountBarsModel, prepareCountBars } from './prepare-count-bars'

type State = ExecutionView['state']

/** States that may need a person come first. */
export const CONVERGENCE_ORDER: readonly State[] = [
  'oscillating',
  'degrading',
  'plateauing',
  'improving',
  'undetermined',
  'insufficient',
]

/** "4 oscillating", "1 with too few scores". */
export function countConvergence(state: State, count: number): string {
  const label = convergenceLabels[state].toLowerCase()
  const isTrend = state !== 'insufficient' && state !== 'undetermined'
  return `${formatCount(count)} ${isTrend ? label : `with ${label}`}`
}

/** Describes in a sentence how many executions took several attempts, by trend; says so if none did. */
export function convergenceHeadline({ states, looked }: ExecutionSummary): string {
  const several = states.reduce((sum, { count }) => sum + count, 0)
  if (looked === 0) return 'Work that took more than one attempt, grouped by trend.'
  if (several === 0) return `${formatPlural(looked, 'execution')}, none with more than one attempt.`
  const counted = new Map(states.map(({ state, count }) => [state, count]))
  const parts = CONVERGENCE_ORDER.flatMap((state) => {
    const count = counted.get(state) ?? 0
    return count > 0 ? [countConvergence(state, count)] : []
  })
  return `${formatPlural(several, 'execution')} of several attempts: ${parts.join(', ')}.`
}

/** Returns which executions the figures cover; null if they cover all. */
export function windowSentence({ looked, isAll, since }: ExecutionSummary, timeZone: string): string | null {
  return isAll ? null : `Based on the newest ${formatCount(looked)} executions, since ${formatDate(since, timeZone)}.`
}

/** Prepares how many attempts executions took until acceptance, those accepted at an unknown one, and those never accepted. */
export function prepareAcceptance(
  summary: ExecutionSummary,
  project: string,
  shown: Pick<RunFilters, 'range' | 'chain'>,
): CountBarsModel {
  const { accepted, unnumbered, never, keptBest, looked, isAll, since } = summary
  const within = isAll ? shown : { chain: shown.chain, from: since ?? undefined }
  const count = accepted.reduce((sum, one) => sum + one.count, unnumbered)
  const last = Math.max(1, ...accepted.map(({ attempt }) => attempt))
  const byAttempt = new Map(accepted.map((one) => [one.attempt, one.count]))
  const first = byAttempt.get(1) ?? 0
  const kept = keptBest > 0 ? `; the best attempt was kept for ${formatCount(keptBest)}` : ''
  const barOf = (n: number) => ({
    count: n,
    countText: count === 0 ? '0' : `${formatCount(n)} (${formatPercent(n / count)})`,
  })
  const unknown = { key: 'unnumbered', tick: '?', name: 'An attempt without a number of its own', href: null }
  const atUnknown = unnumbered > 0 ? `, ${formatCount(unnumbered)} at one without a number of its own` : ''
  return prepareCountBars(
    [
      ...Array.from({ length: last }, (_, place) => {
        const n = byAttempt.get(place + 1) ?? 0
        const href = n === 0 ? null : runsHref(project, { ...within, acceptedAt: place + 1 })
        return { key: String(place + 1), tick: String(place + 1), name: `Attempt ${place + 1}`, ...barOf(n), href }
      }),
      ...(unnumbered > 0 ? [{ ...unknown, ...barOf(unnumbered) }] : []),
    ],
    {
      summary:
        count === 0
          ? `None of ${formatPlural(looked, 'execution')} was accepted${kept}.`
          : `${formatCount(count)} of ${formatPlural(looked, 'execution')} ${wasWere(count)} accepted, ${formatCount(first)} at the first attempt${atUnknown}; ${formatCount(never)} ${wasWere(never)} never accepted${kept}.`,
      nameLabel: 'Accepted at',
      countLabel: 'Executions',
    },
  )
}

const wasWere = (count: number) => (count === 1 ? 'was' : 'were')

/** Returns the cost of attempts after the best one, each with the number of attempts behind it. */
export function afterBestFigures({ afterBest }: ExecutionSummary): { label: string; value: string; note: string }[] {
  const { runs, allRuns, executions, tokens, costUsd, durationMs } = afterBest
  const noteOf = ({ n }: { n: number }) => {
    if (n === 0) return 'not reported'
    return n === runs
      ? `of all ${formatPlural(runs, 'attempt')}`
      : `of the ${formatCount(n)} of ${formatCount(runs)} that reported it`
  }
  const sum = (known: { n: number; sum: number }, format: (value: number) => string) =>
    known.n === 0 ? '—' : format(known.sum)
  return [
    {
      label: 'Attempts',
      value: formatCount(runs),
      note:
        allRuns === 0
          ? 'of none'
          : `${formatPercent(runs / allRuns)} of all, in ${formatPlural(executions, 'execution')}`,
    },
    { label: 'Tokens', value: sum(tokens, formatCompact), note: noteOf(tokens) },
    { label: 'Cost', value: sum(costUsd, formatCost), note: noteOf(costUsd) },
    { label: 'Time', value: sum(durationMs, formatDuration), note: noteOf(durationMs) },
  ]
}

type Worth = ExecutionSummary['chains'][number]['attempts'][number]

const verdictWords: Record<Worth['verdict'], string> = {
  pays: 'pays',
  does_not_pay: 'does not pay',
  unclear: 'not clear yet',
  too_few: 'too few',
}
const verdictTones = { pays: 'pass', does_not_pay: 'fail', unclear: 'neutral', too_few: 'unknown' } as const

/** Formats the gain of one more attempt in a chain as a table cell with its interval and verdict. */
export function worthCell(worth: Worth, needs: number) {
  const { n, gain, interval, verdict } = worth
  const isTooFew = verdict === 'too_few'
  return {
    gain: formatChange(isTooFew ? null : gain),
    interval: interval === null ? null : formatInterval(interval),
    words: isTooFew
      ? `${formatCount(n)} of ${formatCount(needs)} needed`
      : `${verdictWords[verdict]}, on ${formatCount(n)}`,
    tone: verdictTones[verdict],
  }
}

type OneMoreText = { gain: string; interval: string; advice: string | null; title: string }

const OPEN_DECISIONS: readonly ExecutionView['decision'][] = ['iterate', 'insufficient_evidence']

/**
 * Returns a short text on the expected gain of one more attempt; null if it is unknown. The advice is null once the decision says what
 * happens next, so that the two cannot contradict each other, and while nobody can count which attempt would be the next.
 */
export function oneMoreText({
  oneMore,
  decision,
  attempts,
}: Pick<ExecutionView, 'oneMore' | 'decision' | 'attempts'>): OneMoreText | null {
  if (oneMore === null) return null
  const { expectedGain, interval, recommendation, method } = oneMore
  return {
    gain: expectedGain < 0.005 ? '<0.01' : `+${formatScore(expectedGain)}`,
    advice:
      OPEN_DECISIONS.includes(decision) && areNumbered(attempts)
        ? recommendation === 'continue'
          ? 'go on'
          : 'stop'
        : null,
    interval: formatInterval(interval),
    title: `${formatInterval(interval)} (95% interval), ${method === 'trend' ? 'from the trend of the scores' : 'assuming attempts like those so far'}`,
  }
}

export const executionName = ({ chain, version, key }: Pick<ExecutionView, 'chain' | 'version' | 'key'>) =>
  `${chain} ${version}, ${key}`

/** Returns the link to the runs of an execution, the first attempt first. */
export const executionHref = ({ chain, key }: Pick<ExecutionView, 'chain' | 'key'>, project: string) =>
  runsHref(project, { chain, execution: key, sort: 'oldest' })

/** Returns the attempts of an execution as a table; each row links to its run. */
export function attemptTable(execution: ExecutionView, project: string): ChartTable {
  const { attempts } = execution
  return {
    columns: [{ label: 'Attempt' }, { label: 'Score', numeric: true }, { label: '' }],
    rows: attempts.map((one) => ({
      key: one.runId,
      cells: [
        attemptName(one.attempt, attempts),
        one.score === null ? 'not scored' : attemptScore(one, execution),
        one.best ? 'best' : '',
      ],
      href: runHref(project, one.runId),
    })),
  }
}
