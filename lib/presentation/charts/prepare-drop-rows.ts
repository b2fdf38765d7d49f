import type { ChainDrift, DropOddsView } from '@/lib/contracts/drop-evidence'
import type { GateEvidence } from '@/lib/contracts/gate-evidence'
import { listFactors } from '@/lib/engine/regression/measured-factors'
import { DRIFT_WARNING } from '@/lib/engine/regression/version-drift'
import { exceeds } from '@/lib/engine/tolerance'
import { formatChangeInterval } from '../format/change-interval'
import { formatVersionChange } from '../format/fall'
import { formatChange, formatCount, formatExact, formatLimit, formatPlural } from '../format/number'
import { endedRunsHref } from '../links'

/** One comparison on the common axis; positions are shares of it from 0 to 1, and left is worse. */
export type DropRow = {
  key: string
  label: string
  /** The runs it is based on: "3 against 3 scored live runs". */
  basis: string
  href: string
  dot: number
  bar: { from: number; to: number } | null
  changeText: string
  intervalText: string | null
  exact: string
  isBeyond: boolean
}

export type DropRowsModel = { zero: number; limit: { at: number; label: string }; rows: DropRow[] }

type Mean = { version: string; n: number; mean: number | null }
type DropRowsInput = {
  chain: string
  threshold: number
  delta: number | null
  odds: DropOddsView | null
  /** The factors that the change is of, if the two were measured on different ones. */
  comparedOn?: readonly string[] | null
  prior: Mean | null
  current: Mean
  paired: GateEvidence['paired']
  drift: ChainDrift | null
}

const MARGIN = 0.01

/**
 * Prepares the drops of a version on one axis with the threshold: of all live runs with the 90% interval of the true drop, of the scenarios
 * that both ran, against the best version ever, and since the first. Null without anything to compare.
 */
export function prepareDropRows(input: DropRowsInput, project: string): DropRowsModel | null {
  const { chain, threshold, prior, current, delta, odds, paired, comparedOn } = input
  const drops = [
    delta !== null && prior
      ? {
          key: 'all',
          label: `Against ${prior.version}`,
          basis: `${formatCount(current.n)} against ${formatPlural(prior.n, 'scored live run')}${comparedOn ? `, ${onlyOf(comparedOn)}` : ''}`,
          href: liveRuns(project, chain, current.version),
          drop: delta,
          isOfMeans: !comparedOn,
          interval: odds?.interval ?? null,
          limit: threshold,
        }
      : null,
    paired && {
      key: 'paired',
      label: 'On the same scenarios',
      basis: formatPlural(paired.scenarios, 'scenario'),
      href: '#scenarios',
      drop: paired.drop,
      isOfMeans: false,
      interval: paired.interval,
      limit: threshold,
    },
    ...driftDrops(project, input),
  ].filter((item) => item !== null)
  if (drops.length === 0) return null
  const changes = drops.flatMap(({ drop, interval }) => [-drop, ...(interval ? [-interval[0], -interval[1]] : [])])
  const from = Math.min(0, -threshold, ...changes) - MARGIN
  const width = Math.max(0, ...changes) + MARGIN - from
  const at = (change: number) => Math.round(((change - from) / width) * 1e4) / 1e4
  return {
    zero: at(0),
    limit: { at: at(-threshold), label: formatChange(-threshold) },
    rows: drops.map(({ drop, interval, limit, isOfMeans, ...row }) => ({
      ...row,
      dot: at(-drop),
      bar: interval && { from: at(-interval[1]), to: at(-interval[0]) },
      changeText: formatVersionChange({ delta: drop, quality: { mean: isOfMeans ? current.mean : null } }, limit),
      intervalText: interval && formatChangeInterval([-interval[1], -interval[0]]),
      exact: formatExact(-drop),
      isBeyond: exceeds(drop, limit),
    })),
  }
}

const onlyOf = (factors: readonly string[]) => `of ${listFactors(factors)} only, measured on both`

const liveRuns = (project: string, chain: string, version: string) =>
  endedRunsHref(project, chain, version, { kind: ['live'] })

function driftDrops(project: string, { chain, prior, current, drift }: DropRowsInput) {
  if (!drift) return []
  const { best, first, dropFromBest, cumulativeDrop, versions } = drift
  const rows = [
    {
      key: 'best',
      label: best.version === first?.version ? 'Since the first, also the best' : 'Against the best version',
      from: best.version,
      comparedOn: best.comparedOn,
      drop: dropFromBest,
    },
    ...(first
      ? [
          {
            key: 'first',
            label: 'Since the first',
            from: first.version,
            comparedOn: first.comparedOn,
            drop: cumulativeDrop,
          },
        ]
      : []),
  ]
  // The compared version and the version itself add nothing.
  const known = new Set([prior?.version, current.version])
  return rows.flatMap(({ from, label, comparedOn, ...row }) => {
    if (known.has(from)) return []
    known.add(from)
    return {
      ...row,
      isOfMeans: !comparedOn,
      label: `${label}, ${from}`,
      basis: comparedOn ? onlyOf(comparedOn) : `of ${formatPlural(versions, 'version')}`,
      href: liveRuns(project, chain, from),
      interval: null,
      limit: DRIFT_WARNING,
    }
  })
}

/**
 * Returns a sentence on a drift that ended at the mean of a version, with the number of its row; null without one, or if it equals the
 * change against `prior`.
 */
export function formatDrift(drift: ChainDrift | null, prior: string | null, mean: number | null): string | null {
  if (!drift?.isDrifting) return null
  const { best, dropFromBest, first, cumulativeDrop } = drift
  const limit = formatLimit(DRIFT_WARNING)
  const sizeOf = (drop: number, { comparedOn }: { comparedOn?: readonly string[] }) =>
    formatVersionChange({ delta: drop, quality: { mean }, comparedOn }, DRIFT_WARNING).replace(/^\u2212/, '')
  if (first && first.version !== prior && exceeds(cumulativeDrop, DRIFT_WARNING))
    return `${sizeOf(cumulativeDrop, first)} below the first version, ${first.version}: more than ${limit}.`
  if (best.version === prior) return null
  return `${sizeOf(dropFromBest, best)} below the best version, ${best.version}: more than ${limit}.`
}
