import type { RunAttribution } from '@/lib/contracts/attributions'
import { evaluatorRules, evaluators } from '@/lib/contracts/evaluators'
import type { RunDetail } from '@/lib/contracts/run-detail'
import { formatDuration } from '../format/date'
import { formatChangeShown } from '../format/fall'
import {
  formatCompact,
  formatCost,
  formatCostChange,
  formatPlural,
  formatScore,
  formatSigned,
  MISSING,
  VISIBLE_CHANGE,
} from '../format/number'
import { qualityText, shownQuality } from '../quality-verdict'
import { suggestedCauses } from '../transcript/flaws'
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
  /** Whether both are known and read the same. */
  isSame: boolean
}

type RunsComparison = {
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
    figures: [...figuresOf(a, b), ...enginesOf(a, b)],
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

/** Whether a filter shows the row of a step; a step that only one run has counts as changed. */
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

/** Returns the worse run, by failed status, then confidence, then quality if it is comparable; null if they are equal. */
export function worseOf(a: RunDetail, b: RunDetail): Side | null {
  const isFailed = ({ run }: RunDetail) => run.status === 'failed'
  if (isFailed(a) !== isFailed(b)) return isFailed(a) ? 'A' : 'B'
  for (const number of areAlike(a, b) ? (['confidence', 'quality'] as const) : (['confidence'] as const)) {
    const [before, after] = [a, b].map(({ run }) => (number === 'quality' ? shownQuality(run) : run[number]))
    if (before != null && after != null && before !== after) return after < before ? 'B' : 'A'
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

type Cause = { nodeId: string | null; by: string | null; reason: string | null }

/**
 * Returns what caused the worse run, as a person said; else the likeliest suggested step that the other run did not do just so, which would
 * not tell them apart. null if there is neither.
 */
export function causeBetween(known: RunAttribution, rows: readonly StepRow[], worse: Side): Cause | null {
  const { attribution } = known
  if (attribution) return { nodeId: attribution.nodeId, by: attribution.by, reason: attribution.reason }
  const alike = new Set(rows.filter(({ state }) => state === 'same').map(({ a, b }) => (worse === 'A' ? a : b)?.id))
  const first = suggestedCauses(known).find(({ nodeId }) => !alike.has(nodeId))
  return first ? { nodeId: first.nodeId, by: null, reason: first.reason } : null
}

function sentenceOf(rows: readonly StepRow[], a: RunDetail, b: RunDetail, isSameOutput: boolean): string {
  const differing = rows.filter(({ state }) => state !== 'same').length
  const scored =
    (areAlike(a, b) && scoreSentence('Quality', shownQuality(a.run), shownQuality(b.run))) ||
    scoreSentence('Confidence', a.run.confidence, b.run.confidence)
  if (differing === 0) return [sameSteps(rows.length === 0, isSameOutput), scored].filter(Boolean).join(' ')
  const first = firstToRead(rows, worseOf(a, b))
  const where = first ? whereOf(first) : ''
  const share = `${formatPlural(differing, 'step')} of ${rows.length} ${differing === 1 ? 'differs' : 'differ'}.`
  return [scored, where, share].filter(Boolean).join(' ')
}

function sameSteps(isWithoutSteps: boolean, isSameOutput: boolean): string {
  if (isWithoutSteps) return isSameOutput ? 'Both gave the same answer.' : 'Another answer.'
  return isSameOutput ? 'Step by step the same.' : 'The same steps, with another answer at the end.'
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
  const [from, to] = [formatScore(a), formatScore(b)]
  const way = b < a ? 'fell' : 'rose'
  return from === to ? `${name} ${way} a little, and is still ${to}.` : `${name} ${way} from ${from} to ${to}.`
}

type Source = {
  label: string
  of: (detail: RunDetail) => number | null
  format: (value: number) => string
  formatChange: (before: number, after: number) => string
  /** Whether more is better, worse, or neither. */
  more: 1 | -1 | 0
  /** Shown for a missing value. */
  missing?: string | ((detail: RunDetail) => string)
}

const score = (of: Source['of']) => ({ of, format: formatScore, formatChange: formatChangeShown, more: 1 }) as const
const amount = (of: Source['of'], format: Source['format']) =>
  ({
    of,
    format,
    formatChange: (before: number, after: number) => formatSigned(after - before, format),
    more: -1,
  }) as const
const missing = 'not reported'

const sources: readonly Source[] = [
  { label: 'Quality', ...score(({ run }) => shownQuality(run)), missing: ({ run }) => qualityText(run) },
  { label: 'Confidence', ...score(({ run }) => run.confidence) },
  ...evaluators.map((evaluator) => ({
    label: evaluatorRules[evaluator].label,
    ...score(({ run }) => run.signals[evaluator]),
  })),
  { label: 'Failed steps', ...amount(({ run }) => run.failedNodes, formatCompact) },
  { label: 'Tokens', ...amount(({ run }) => run.tokens, formatCompact), missing },
  {
    label: 'Cost',
    ...amount(({ run }) => run.costUsd, formatCost),
    formatChange: (before, after) => formatCostChange(after - before),
    missing,
  },
  { label: 'Time', ...amount(({ run }) => run.durationMs, formatDuration) },
]

/** Returns the figures that either run has. The change of qualities that were measured differently means nothing. */
function figuresOf(a: RunDetail, b: RunDetail): ComparedFigure[] {
  return sources.flatMap(({ label, of, format, formatChange, more, missing = MISSING }): ComparedFigure[] => {
    const [before, after] = [of(a), of(b)]
    const isQuality = label === 'Quality'
    const isAny = isQuality ? a.run.quality !== null || b.run.quality !== null : before !== null || after !== null
    if (!isAny) return []
    const isUnlike = isQuality && before !== null && after !== null && !areAlike(a, b)
    const textOf = (value: number | null, detail: RunDetail) =>
      value !== null ? format(value) : typeof missing === 'string' ? missing : missing(detail)
    const [first, second] = [textOf(before, a), textOf(after, b)]
    const isCompared = before !== null && after !== null && !isUnlike
    const better = isCompared ? Math.sign(after - before) * more : 0
    return [
      {
        label: isUnlike ? `${label}, measured differently` : label,
        a: first,
        b: second,
        change: isCompared ? formatChange(before, after) : null,
        meaning: better > 0 ? 'better' : better < 0 ? 'worse' : 'neutral',
        isSame: first === second && before !== null,
      },
    ]
  })
}

/** The engines that scored both runs, where they differ: under another engine the same run may have another score. */
function enginesOf(a: RunDetail, b: RunDetail): ComparedFigure[] {
  const [first, second] = [a, b].map((detail) => ownScore(detail)?.engineVersion)
  if (first === undefined || second === undefined || first === second) return []
  return [{ label: 'Scored by engine', a: first, b: second, change: null, meaning: 'neutral', isSame: false }]
}

const ownScore = ({ run, scores }: RunDetail) => scores.find(({ series }) => series === run.profile)

/** Whether two qualities are of the same profile and measured on the same factors. */
function areAlike(a: RunDetail, b: RunDetail): boolean {
  const [one, other] = [a, b].map((detail) => {
    const measured = ownScore(detail)
      ?.factors.filter(({ value }) => value !== null)
      .map(({ name }) => name)
    return [detail.run.profile, ...(measured ?? [])].join()
  })
  return one === other
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
