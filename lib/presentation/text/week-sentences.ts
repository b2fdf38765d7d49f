import { DAY_MS } from '@/lib/contracts/durations'
import { LARGE_DROP, LOW_MEAN } from '@/lib/contracts/thresholds'
import type { WeeklyChain, WeeklyChange, WeeklyMean, WeeklyShare } from '@/lib/contracts/weekly/compared'
import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import { compareEngines } from '@/lib/engine/regression/compare-sides'
import { listFactors } from '@/lib/engine/regression/measured-factors'
import { scoreText } from '@/lib/engine/score-text'
import { formatChangeTo, formatVersionChange } from '../format/fall'
import { formatCount, formatPercent, formatPlural, MINUS, VISIBLE_CHANGE } from '../format/number'
import { failureName } from '../labels/failures'
import { isTooLittle, tooLittleText } from '../labels/measured'

const MISSING = 'none'

/** Describes how many flags are expected to be noise. */
export function noiseText(expected: number): string {
  const many = expected < 0.05 ? 'hardly any false alarm is' : `about ${expected.toFixed(1)} false alarms are`
  return `${many} expected among these flags`
}

/** "0.84"; with as many decimals as keep it on its side of a limit. */
export function score(value: number | null, limit?: number): string {
  return value === null ? MISSING : scoreText(value, limit)
}

/** "+0.04", "-0.07": a change that led to the mean `after`, in plain characters. */
export function signed(change: number, after: number | null): string {
  return formatChangeTo(after, change).replace(MINUS, '-')
}

/** "12%"; only exact 0 and 1 are shown as none and all. */
export function percent(share: number | null): string {
  return share === null ? MISSING : formatPercent(share)
}

type MeanOptions = { noun?: string; limit?: number }

/** "0.84 (0.82 to 0.86, 188 runs)"; `limit` as for {@link score}. */
export function meanText({ n, mean, interval }: WeeklyMean, { noun = 'run', limit }: MeanOptions = {}): string {
  if (mean === null) return `no scored live ${noun}`
  const runs = formatPlural(n, noun)
  const range = interval ? `${score(interval[0])} to ${score(interval[1])}, ` : ''
  return `${score(mean, limit)} (${range}${runs})`
}

/** "12 of 214 (6%)". */
export function shareText({ n, of, share }: WeeklyShare): string {
  return share === null ? MISSING : `${formatCount(n)} of ${formatCount(of)} (${percent(share)})`
}

/** Describes a change that led to the mean `after` as the end of a sentence. */
export function changeText(change: WeeklyChange, after: number | null): string {
  if (!change) return 'with nothing to compare'
  const size = formatChangeTo(after, change.change).replace(/^\D/, '')
  const isHidden = Number(size) === 0
  const isSame = isHidden && (change.change === 0 || !change.beyondNoise)
  const moved = isSame
    ? 'the same as'
    : `${change.change > 0 ? 'up' : 'down'} ${isHidden ? `less than ${VISIBLE_CHANGE}` : size} on`
  if (change.isTooFew) return `${moved} the week before, from too few runs to say more`
  return `${moved} the week before, ${change.beyondNoise ? 'more than noise explains' : 'within the noise'}`
}

/** "a", "a and b", "a, b and 3 more"; `total` if there are more than given. */
export function named(names: readonly string[], most = 3, total = names.length): string {
  const shown = names.slice(0, most)
  const rest = total - shown.length
  const all = rest > 0 ? [...shown, `${rest} more`] : shown
  return all.length < 2 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}

export type Unsummarized = Omit<WeeklyReport, 'summary'>

/** What the sentences say of a chain: they are about all chains, of which a report lists some. */
type SummarizedChain = Pick<WeeklyChain, 'chain' | 'measured' | 'flags' | 'confidenceFall'> & {
  current: Pick<WeeklyMean, 'mean'>
}
type Summarized = Omit<Unsummarized, 'chains'> & { chains: readonly SummarizedChain[] }

/** Summarises a week in five sentences: runs, quality, flags, failures, and people's actions. */
export function summarizeWeek(report: Summarized): string[] {
  return [ran(report), quality(report), flagged(report), failures(report), people(report)]
}

function ran({ totals, isWhole }: Summarized): string {
  const { runs, previousRuns, failed, flaggedRuns } = totals
  const soFar = isWhole ? '' : ' so far'
  if (runs === 0 && previousRuns === 0) return `Nothing ran${soFar}, nor in the week before.`
  if (runs === 0) return `Nothing ran${soFar}; the week before had ${formatPlural(previousRuns, 'run')}.`
  const failedText = failed.n === 0 ? 'none failed' : `${formatCount(failed.n)} failed`
  const flaggedText =
    flaggedRuns === 0 ? '' : ` and ${formatCount(flaggedRuns)} ${flaggedRuns === 1 ? 'is' : 'are'} flagged`
  return `${formatPlural(runs, 'run')}${soFar}, of which ${failedText}${flaggedText}; the week before had ${previousRuns === 0 ? 'none' : formatCount(previousRuns)}.`
}

function quality({ totals: { current, change, measured, comparedOn, engines } }: Summarized): string {
  if (isTooLittle(measured)) return `${tooLittleText(measured)} from the live runs, so there is no mean quality.`
  if (current.mean === null) return 'No live run was scored, so there is no mean quality.'
  const others = measured ? measured.runs - measured.enough : 0
  const left = others > 0 ? `; ${formatPlural(others, 'further run')} had too little measured to be judged` : ''
  const alone = comparedOn ? `, of ${listFactors(comparedOn)} alone` : ''
  const mean = `Mean quality of live runs was ${meanText(current)}, ${changeText(change, current.mean)}${alone}${left}.`
  return [mean, ...(change && engines ? engineChange(engines) : [])].join(' ')
}

function engineChange({ previous, current }: NonNullable<Summarized['totals']['engines']>): string[] {
  const before = { version: 'The week before', engines: previous }
  return compareEngines(before, { version: 'this week', engines: current }).map(({ text }) => text)
}

function flagged(report: Summarized): string {
  return `${[flags(report), worseVersions(report), confidenceFalls(report)].filter((part) => part !== null).join('; ')}.`
}

/** "1 version is worse than the one before it: answers 1.1.0 (down 0.17)"; null if none is. */
function worseVersions({ versions, versionTotals }: Summarized): string | null {
  const worse = (versions ?? []).filter(({ isWorse }) => isWorse)
  if (worse.length === 0) return null
  const names = worse.map((row) => {
    const { chain, version, verdict, delta, confidenceFall: fall, regressionThreshold } = row
    const how =
      verdict === 'regression' && delta !== null
        ? ` (down ${formatVersionChange(row, regressionThreshold).replace(/^\u2212/, '')})`
        : fall && ` (confidence ${score(fall.prior)} to ${score(fall.current)})`
    return `${chain} ${version}${how ?? ''}`
  })
  const count = versionTotals?.worse ?? worse.length
  const are = count === 1 ? 'version is worse than the one' : 'versions are worse than the ones'
  return `${formatCount(count)} ${are} before ${count === 1 ? 'it' : 'them'}: ${named(names)}`
}

/** "confidence fell in answers (0.88 to 0.73)"; null if it fell in no chain. */
function confidenceFalls({ chains }: Summarized): string | null {
  const fallen = chains
    .flatMap(({ chain, confidenceFall }) => (confidenceFall ? [{ chain, ...confidenceFall }] : []))
    .toSorted((a, b) => a.current - a.prior - (b.current - b.prior))
    .map(({ chain, prior, current }) => `${chain} (${score(prior)} to ${score(current)})`)
  return fallen.length > 0 ? `confidence fell in ${named(fallen)}` : null
}

function flags({ chains, units, unitTotals, expectedNoise }: Summarized): string {
  const flaggedChains = chains.filter(({ flags }) => flags.length > 0)
  const scored = chains.filter(({ current, flags }) => current.mean !== null || flags.length > 0).length
  const unmeasured = chains.filter(({ current, measured }) => current.mean === null && isTooLittle(measured)).length
  const ofUnits = flaggedUnits(units, unitTotals)
  if (scored === 0) {
    const why = unmeasured > 0 ? 'Too little was measured of every chain' : 'No chain had a scored live run'
    return [`${why}, so none could be flagged`, ofUnits].filter((part) => part !== null).join('; ')
  }
  if (flaggedChains.length === 0 && ofUnits === null)
    return `${noneFlagged(scored, unmeasured)}: no mean is below ${score(LOW_MEAN)} or fell by more than ${score(LARGE_DROP)}`
  const ofChains =
    flaggedChains.length === 0
      ? noneFlagged(scored, unmeasured)
      : `${flaggedChains.length} of ${formatPlural(scored, 'chain')} ${flaggedChains.length === 1 ? 'is' : 'are'} flagged: ${named(flaggedChains.map(({ chain }) => chain))}`
  const noise = expectedNoise === null ? null : noiseText(expectedNoise)
  return [ofChains, ofUnits, noise].filter((part) => part !== null).join('; ')
}

function noneFlagged(scored: number, unmeasured: number): string {
  if (unmeasured > 0)
    return `None of ${formatPlural(scored, 'chain that was', 'chains that were')} measured enough is flagged`
  return scored === 1 ? 'The one chain is not flagged' : `None of ${formatPlural(scored, 'chain')} is flagged`
}

function flaggedUnits(units: Summarized['units'], totals: Summarized['unitTotals']): string | null {
  if (!totals || totals.flagged === 0) return null
  const names = units.filter(({ flags }) => flags.length > 0).map(({ chain, node }) => `${node} of ${chain}`)
  return `${formatCount(totals.flagged)} of ${formatPlural(totals.units, 'step')} ${totals.flagged === 1 ? 'is' : 'are'}: ${named(names, 3, totals.flagged)}`
}

function failures({ failures: { counts, groups } }: Summarized): string {
  const kinds = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (kinds === 0) return 'No failure was recorded in either week.'
  const worst = groups.filter(({ life, roots }) => life !== 'gone' && roots > 0).sort((a, b) => b.roots - a.roots)[0]
  const back = counts.returned > 0 ? `, ${formatCount(counts.returned)} came back` : ''
  const most = worst
    ? `; the most frequent is ${failureName(worst)}, ${worst.roots === 1 ? 'once' : formatPlural(worst.roots, 'time')}`
    : ''
  return `Among the kinds of failure: ${formatCount(counts.new)} new${back}, ${formatCount(counts.rising)} rising, ${formatCount(counts.gone)} gone${most}.`
}

function people({ gates, reviewers, deadLetters, lastActions, to }: Summarized): string {
  const decided = gates.counts.approved + gates.counts.rejected
  const reviews = reviewers.people.reduce((sum, person) => sum + person.reviews, 0)
  const parts = [
    decided + reviews === 0
      ? 'Nobody decided a gate or reviewed a run'
      : `People decided ${formatPlural(decided, 'gate')} and gave ${formatPlural(reviews, 'review')}`,
    gates.counts.timed_out > 0 ? `${formatPlural(gates.counts.timed_out, 'gate')} timed out` : null,
    overdueGates(gates) > 0 ? `${formatPlural(overdueGates(gates), 'gate')} overdue` : null,
    deadLetters.open > 0
      ? `${formatPlural(deadLetters.open, 'dead letter')} waiting${oldest(deadLetters.oldestAt, to)}`
      : null,
    lastActions.length > 0
      ? `${lastActions.filter(({ status }) => status === 'done').length} of ${formatPlural(lastActions.length, 'earlier action')} done`
      : null,
  ]
  return `${parts.filter((part) => part !== null).join('; ')}.`
}

/** Number of gates past their deadline at the end of a week: a report names no more than a hundred, and early ones did not count the others. */
export const overdueGates = ({ overdue, allOverdue }: Pick<WeeklyReport['gates'], 'overdue' | 'allOverdue'>) =>
  allOverdue ?? overdue.length

function oldest(oldestAt: string | null, to: string): string {
  if (oldestAt === null) return ''
  const days = Math.floor((Date.parse(to) - Date.parse(oldestAt)) / DAY_MS)
  return days < 1 ? '' : `, the oldest for ${formatPlural(days, 'day')}`
}
