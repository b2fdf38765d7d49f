import { Badge } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import { ShowAll } from '@/components/ui/show-all'
import type { MeasuredRuns } from '@/lib/contracts/measured'
import { LARGE_DROP, LOW_MEAN } from '@/lib/contracts/thresholds'
import type { WeeklyFlag, WeeklyMean } from '@/lib/contracts/weekly/compared'
import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import {
  changeNote,
  inMeans,
  unlistedFlags,
  type WeekSpan,
  weekSpans,
} from '@/lib/presentation/charts/prepare-week-movers'
import { formatChance, formatInterval, formatPlural, formatScore } from '@/lib/presentation/format/number'
import { measuredText } from '@/lib/presentation/labels/measured'
import { flagNoise, weeklyFlagLabels } from '@/lib/presentation/labels/week'
import { chainHref, runsHref } from '@/lib/presentation/links'
import { CountLink } from './row-parts'

const SHOWN = 8

type FlaggedProps = { project: string; report: WeeklyReport }

/** A chain, or a step of it. */
type Row = {
  chain: string
  unit: string | null
  current: WeeklyMean
  previous: WeeklyMean
  measured: MeasuredRuns | null
  /** What a drop is measured on, if not the means. */
  note: string | null
  flags: WeeklyFlag[]
}

/** Chains and steps with a mean below .60 or a drop of more than .05, with the probability that it is noise. */
export function Flagged({ project, report }: FlaggedProps) {
  const { expectedNoise } = report
  const flagged = flaggedRows(report)
  const unlisted = unlistedFlags(report)
  if (flagged.length === 0)
    return (
      <p className="text-ink-2">
        None. No chain or step has a mean below {formatScore(LOW_MEAN)} or fell by more than {formatScore(LARGE_DROP)}.
      </p>
    )
  return (
    <>
      <ShowAll items={flagged} most={SHOWN} noun="flag">
        {(shown) => (
          <ul className="divide-y border-b text-sm print:grid print:grid-cols-2 print:gap-x-8">
            {shown.map((row) => (
              <FlaggedRow key={`${row.chain} ${row.unit}`} project={project} row={row} spans={weekSpans(report)} />
            ))}
          </ul>
        )}
      </ShowAll>
      {unlisted > 0 && (
        <p className="mt-2 text-ink-2 text-sm">
          And {formatPlural(unlisted, 'flag')} of other chains, more likely to be noise than those.
        </p>
      )}
      {expectedNoise !== null && <p className="mt-2 text-ink-2 text-sm">{flagNoise(expectedNoise)}</p>}
    </>
  )
}

function flaggedRows({ chains, units }: WeeklyReport): Row[] {
  const ofUnits = units.flatMap(({ chain, node, score, flags }) =>
    score
      ? [{ chain, unit: node, current: score.current, previous: score.previous, measured: null, note: null, flags }]
      : [],
  )
  const sorted = (rows: Row[]) =>
    rows.filter(({ flags }) => flags.length > 0).toSorted((a, b) => leastNoise(a) - leastNoise(b))
  return [...sorted(chains.map((chain) => ({ ...chain, unit: null, note: changeNote(chain) }))), ...sorted(ofUnits)]
}

type FlaggedRowProps = { project: string; row: Row; spans: ReturnType<typeof weekSpans> }

function FlaggedRow({ project, row, spans }: FlaggedRowProps) {
  const { chain, unit, current, previous, measured, note, flags } = row
  const runs = (span: WeekSpan) => runsHref(project, { chain: [chain], ran: unit, ...inMeans(span) })
  const isLow = flags.some(({ kind }) => kind === 'low')
  return (
    <li className="grid gap-x-6 gap-y-1 py-2.5 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)] print:grid-cols-1 print:py-1.5">
      <div className="min-w-0">
        <Link
          href={chainHref(project, chain)}
          title={chain}
          className="block font-medium hover:underline max-lg:break-words lg:truncate print:inline"
        >
          {unit ?? chain}
        </Link>
        {unit !== null && (
          <p className="print:wrap-anywhere truncate text-ink-2 print:ml-2 print:inline print:whitespace-normal">
            a step of {chain}
          </p>
        )}
      </div>
      <div className="grid gap-1">
        <p>
          Mean <CountLink href={runs(spans.week)}>{formatScore(current.mean, isLow ? LOW_MEAN : undefined)}</CountLink>
          <span className="text-ink-2">
            {current.interval && `, ${formatInterval(current.interval)}`} over{' '}
            {measured
              ? measuredText(measured)
              : formatPlural(current.n, unit === null ? 'scored live run' : 'live step')}
            {previous.mean === null ? (
              ', not measured the week before'
            ) : (
              <>
                , the week before <CountLink href={runs(spans.before)}>{formatScore(previous.mean)}</CountLink>
              </>
            )}
          </span>
        </p>
        {flags.map((flag) => (
          <p key={flag.kind} className="flex flex-wrap items-center gap-x-2">
            <Badge tone="fail">{weeklyFlagLabels[flag.kind]}</Badge>
            <span className="text-ink-2">
              {flag.kind === 'drop' && note ? `The drop is ${note}. ` : ''}
              {noiseLabel(flag)}
            </span>
          </p>
        ))}
      </div>
    </li>
  )
}

/** Sort key: the lowest noise of a row's flags; flags with too few runs sort last. */
function leastNoise({ flags }: Row): number {
  return Math.min(...flags.map(({ noise }) => noise ?? 2))
}

function noiseLabel({ kind, noise, runsToSettle }: WeeklyFlag): string {
  if (noise === null) return 'Too few runs to tell whether it is noise.'
  const what = kind === 'low' ? `that the true mean is ${formatScore(LOW_MEAN)} or more` : 'that nothing fell'
  const more = runsToSettle ? ` About ${formatPlural(runsToSettle, 'more run')} a week would settle it.` : ''
  return `Chance ${what}: ${formatChance(noise)}.${more}`
}
