import type { RunDetail } from '@/lib/contracts/run-detail'
import { formatDuration } from '../format/date'
import { formatChange, formatCompact, formatCost, formatPlural, formatScore, VISIBLE_CHANGE } from '../format/number'
import { alignSteps } from './align-steps'
import { diffValue, type ValueDiff } from './diff-value'
import { listRunSteps, type RunStep } from './run-steps'

/** The filters of a comparison: all rows, or those that differ in one way. */
export const compareFilters = ['all', 'changed', 'worse', 'better', 'missing'] as const
export type CompareFilter = (typeof compareFilters)[number]

/** A step of one run or both. `turn`: only one of the two failed there. */
export type StepRow = {
  key: string
  a: RunStep | null
  b: RunStep | null
  state: 'same' | 'changed' | 'missing'
  turn: 'worse' | 'better' | null
}

/** A figure of both runs with its change. */
export type ComparedFigure = {
  label: string
  a: string
  b: string
  change: string | null
  meaning: 'better' | 'worse' | 'neutral'
}

export type RunsComparison = {
  headline: string
  figures: ComparedFigure[]
  request: ValueDiff
  output: ValueDiff
  rows: StepRow[]
  counts: Record<CompareFilter, number>
}

/** Compares two runs: aligned steps, figures with their signed change, and a summary sentence. */
export function compareRuns(a: RunDetail, b: RunDetail): RunsComparison {
  const rows = alignRuns(listRunSteps(a), listRunSteps(b))
  const [request, output] = [diffValue(a.request, b.request), diffValue(a.output, b.output)]
  return {
    headline: sentenceOf(rows, a, b, output.kind === 'same'),
    figures: figuresOf(a, b),
    request,
    output,
    rows,
    counts: countRows(rows),
  }
}

/** Returns the aligned steps of two runs as rows, in order. */
export function alignRuns(a: readonly RunStep[], b: readonly RunStep[]): StepRow[] {
  return alignSteps(a, b).map(([x, y]) => {
    const [one, other] = [x === null ? null : (a[x] ?? null), y === null ? null : (b[y] ?? null)]
    const failed = { a: one?.hasFailed ?? false, b: other?.hasFailed ?? false }
    return {
      key: `${x ?? '-'} ${y ?? '-'}`,
      a: one,
      b: other,
      state: !one || !other ? 'missing' : one.content === other.content ? 'same' : 'changed',
      turn: failed.a === failed.b ? null : failed.b ? 'worse' : 'better',
    }
  })
}

export function isShown({ state, turn }: Pick<StepRow, 'state' | 'turn'>, filter: CompareFilter): boolean {
  switch (filter) {
    case 'all':
      return true
    case 'changed':
      return state !== 'same'
    case 'missing':
      return state === 'missing'
    default:
      return turn === filter
  }
}

export const countRows = (rows: readonly Pick<StepRow, 'state' | 'turn'>[]) => countShown(rows, isShown)

/** Counts the rows that each filter shows. */
export function countShown<R>(
  rows: readonly R[],
  isShown: (row: R, filter: CompareFilter) => boolean,
): Record<CompareFilter, number> {
  const count = (filter: CompareFilter) => rows.filter((row) => isShown(row, filter)).length
  return {
    all: rows.length,
    changed: count('changed'),
    worse: count('worse'),
    better: count('better'),
    missing: count('missing'),
  }
}

export type Side = 'A' | 'B'

/** Returns the worse run, by failed status, then confidence, then quality; null if they are equal. */
export function worseOf({ run: a }: RunDetail, { run: b }: RunDetail): Side | null {
  const isFailed = (status: string) => status === 'failed'
  if (isFailed(a.status) !== isFailed(b.status)) return isFailed(a.status) ? 'A' : 'B'
  for (const number of ['confidence', 'quality'] as const) {
    const [before, after] = [a[number], b[number]]
    if (before !== null && after !== null && before !== after) return after < before ? 'B' : 'A'
  }
  return null
}

/**
 * Returns the step to read first: the first that failed in only one run, else the first different action, else the first difference. A
 * step that failed in the better run does not explain the other one.
 */
export function firstToRead(rows: readonly StepRow[], worse: Side | null): StepRow | null {
  const differing = rows.filter(({ state }) => state !== 'same')
  const explains = { A: 'better', B: 'worse' } as const
  return (
    rows.find(({ turn }) => turn !== null && (worse === null || turn === explains[worse])) ??
    differing.find(({ a, b }) => a?.isAction || b?.isAction) ??
    differing[0] ??
    null
  )
}

function sentenceOf(rows: readonly StepRow[], a: RunDetail, b: RunDetail, isSameOutput: boolean): string {
  const differing = rows.filter(({ state }) => state !== 'same').length
  const scored =
    scoreSentence('Quality', a.run.quality, b.run.quality) ||
    scoreSentence('Confidence', a.run.confidence, b.run.confidence)
  if (differing === 0 && isSameOutput)
    return [rows.length === 0 ? 'Both gave the same answer.' : 'Step by step the same.', scored]
      .filter(Boolean)
      .join(' ')
  if (differing === 0) return ['The same steps, with another answer at the end.', scored].filter(Boolean).join(' ')
  const first = firstToRead(rows, worseOf(a, b))
  const where = first ? whereOf(first) : ''
  const share = `${formatPlural(differing, 'step')} of ${rows.length} ${differing === 1 ? 'differs' : 'differ'}.`
  return [scored, where, share].filter(Boolean).join(' ')
}

function whereOf({ a, b, turn, state }: StepRow): string {
  const step = b ?? a
  if (!step) return ''
  const place = `step ${step.place}, ${step.name}`
  if (turn === 'worse') return `B failed at ${place}${a ? ', A did not.' : ', which A did not take.'}`
  if (turn === 'better')
    return `A failed at step ${a?.place ?? step.place}, ${step.name}${b ? ', B did not.' : ', which B did not take.'}`
  const what = step.isAction ? 'The first action that differs' : 'The first difference'
  return state === 'missing' ? `${what} is ${place}: only ${b ? 'B' : 'A'} took it.` : `${what} is ${place}.`
}

function scoreSentence(name: string, a: number | null, b: number | null): string {
  if (a === null || b === null || Math.abs(b - a) < VISIBLE_CHANGE) return ''
  return `${name} ${b < a ? 'fell' : 'rose'} from ${formatScore(a)} to ${formatScore(b)}.`
}

type Source = {
  label: string
  of: (detail: RunDetail) => number | null
  format: (value: number | null) => string
  /** Whether more is better, worse, or neither. */
  more: 1 | -1 | 0
}

const score = (value: number | null) => formatScore(value)
const reported = (format: (value: number) => string) => (value: number | null) =>
  value === null ? 'not reported' : format(value)

const sources: readonly Source[] = [
  { label: 'Quality', of: ({ run }) => run.quality, format: score, more: 1 },
  { label: 'Confidence', of: ({ run }) => run.confidence, format: score, more: 1 },
  { label: 'Self', of: ({ run }) => run.signals.self, format: score, more: 1 },
  { label: 'Peer', of: ({ run }) => run.signals.peer, format: score, more: 1 },
  { label: 'Downstream', of: ({ run }) => run.signals.downstream, format: score, more: 1 },
  { label: 'Human', of: ({ run }) => run.signals.human, format: score, more: 1 },
  { label: 'Failed steps', of: ({ run }) => run.failedNodes, format: (value) => formatCompact(value), more: -1 },
  { label: 'Tokens', of: ({ run }) => run.tokens, format: reported(formatCompact), more: -1 },
  { label: 'Cost', of: ({ run }) => run.costUsd, format: reported(formatCost), more: -1 },
  { label: 'Time', of: ({ run }) => run.durationMs, format: (value) => formatDuration(value), more: -1 },
]

/** Returns the figures that either run has. */
function figuresOf(a: RunDetail, b: RunDetail): ComparedFigure[] {
  return sources.flatMap(({ label, of, format, more }) => {
    const [before, after] = [of(a), of(b)]
    if (before === null && after === null) return []
    const change = before === null || after === null ? null : after - before
    return [
      {
        label,
        a: format(before),
        b: format(after),
        change: change === null ? null : signed(change, format),
        meaning:
          change === null || change === 0
            ? 'neutral'
            : change * more > 0
              ? 'better'
              : change * more < 0
                ? 'worse'
                : 'neutral',
      } as const,
    ]
  })
}

function signed(change: number, format: Source['format']): string {
  if (format === score) return formatChange(change)
  if (change === 0) return '±0'
  return `${change > 0 ? '+' : '−'}${format(Math.abs(change))}`
}

type ComparedRun = Pick<RunDetail['run'], 'execution' | 'attempt' | 'chain' | 'scenario' | 'version'>

/** Names what two runs have in common. */
export function comparisonTitle(a: ComparedRun, b: ComparedRun): string {
  if (a.execution !== null && a.execution === b.execution && a.chain === b.chain)
    return `Attempt ${a.attempt} and attempt ${b.attempt} of ${a.execution}`
  if (a.scenario !== null && a.scenario === b.scenario)
    return `Scenario ${a.scenario}${a.version === b.version ? ', twice' : `: ${a.version} and ${b.version}`}`
  return 'Two runs'
}
