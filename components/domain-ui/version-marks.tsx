import { clsx } from 'clsx'
import { Badge } from '@/components/ui/badge'
import type { VersionView } from '@/lib/contracts/chains'
import type { Profile } from '@/lib/contracts/primitives'
import { ACCEPT_THRESHOLD } from '@/lib/contracts/thresholds'
import { goodFrom, levelValues } from '@/lib/presentation/charts/chart-parts'
import { formatCount, formatExact, formatInterval, formatScore } from '@/lib/presentation/format/number'
import { versionStateLabels } from '@/lib/presentation/labels/chains'
import {
  confidenceBasis,
  isTooLittle,
  measuredText,
  shownMean,
  tooLittleText,
} from '@/lib/presentation/labels/measured'

/** State of a version; the serving one is labelled as such. */
export function VersionState({ version }: { version: Pick<VersionView, 'state' | 'served'> }) {
  if (version.served) return <Badge tone="accent">Serves</Badge>
  const isTakenBack = version.state === 'rolled_back' || version.state === 'halted'
  return <Badge tone={isTakenBack ? 'fail' : 'neutral'}>{versionStateLabels[version.state]}</Badge>
}

type MeanIntervalProps = {
  version: Pick<VersionView, 'quality' | 'measured'>
  profile: Profile
  /** Shows the interval on small screens too. */
  isWhole?: boolean
}

/** Mean on an axis from 0 to 1 with its interval as a bar; hatched if it is unknown. Small screens do not show the axis. */
export function MeanInterval({ version: { quality, measured }, profile, isWhole = false }: MeanIntervalProps) {
  const { mean, interval } = shownMean(quality, measured)
  const share = (value: number) => `${value * 100}%`
  const title =
    mean === null
      ? isTooLittle(measured)
        ? `${tooLittleText(measured)}. ${formatScore(quality.mean)} on ${measuredText(measured)}.`
        : 'No scored live run'
      : `Mean ${formatExact(mean)} over ${measuredText(measured)}, interval ${formatInterval(interval)}`
  return (
    <span className="flex items-center gap-3" title={title}>
      <span aria-hidden className="relative h-3 w-20 max-xl:hidden">
        <span
          className={clsx(
            'absolute inset-x-0 top-1/2 -translate-y-1/2',
            mean === null ? 'hatch h-1.5' : 'h-px bg-line-strong',
          )}
        />
        <span style={{ left: share(goodFrom(profile)) }} className="absolute inset-y-0 w-px bg-line-control" />
        {interval && (
          <span
            style={{ left: share(interval[0]), width: share(interval[1] - interval[0]) }}
            className="absolute inset-y-[3px] min-w-0.5 rounded-xs bg-ink/20"
          />
        )}
        {mean !== null && (
          <span style={{ left: share(mean) }} className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-ink" />
        )}
      </span>
      <span className={isWhole ? undefined : 'whitespace-nowrap'}>
        <span className={mean === null ? 'text-ink-3' : 'font-medium'}>
          {isTooLittle(measured) ? 'too little measured' : formatScore(mean, ...levelValues(profile))}
        </span>
        {mean !== null && measured.enough < measured.runs && (
          <span className="ml-2 text-ink-3 text-xs">
            {` ${formatCount(measured.enough)} of ${formatCount(measured.runs)} measured enough`}
          </span>
        )}
        {interval && (
          <span className={clsx('ml-2 text-ink-3 text-xs', !isWhole && 'max-xl:hidden')}>
            {` ${formatInterval(interval)}`}
          </span>
        )}
      </span>
    </span>
  )
}

type MeanConfidenceProps = Pick<VersionView, 'confidence'> & {
  /** Shows the interval and what the mean is of, not only as a title. */
  isWhole?: boolean
}

/** Mean confidence of a version's newest live runs. */
export function MeanConfidence({ confidence, isWhole = false }: MeanConfidenceProps) {
  const mean = confidence?.mean ?? null
  const basis = confidence === null ? 'Not read: it is not among the newest' : `Of ${confidenceBasis(confidence)}`
  const interval = confidence?.interval ? `, interval ${formatInterval(confidence.interval)}` : ''
  return (
    <span title={`${basis}${interval}`}>
      <span className={mean === null ? 'text-ink-3' : undefined}>{formatScore(mean, ACCEPT_THRESHOLD)}</span>{' '}
      {isWhole && (
        <span className="text-ink-3 text-xs">
          {confidence?.interval && <span className="ml-2">{formatInterval(confidence.interval)}</span>}{' '}
          <span className="block text-pretty">{basis.toLowerCase()}</span>
        </span>
      )}
    </span>
  )
}
