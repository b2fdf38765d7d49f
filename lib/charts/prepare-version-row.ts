import type { ChainView, VersionView } from '@/lib/contracts/chains'
import { versionStateLabels } from '@/lib/format/chain-labels'
import { formatChange, formatCount, formatExact, formatInterval, formatScore } from '@/lib/format/number'
import { type GateTone, prepareGateOdds } from './prepare-gate-odds'
import { goodFrom } from './quality-levels'
import { runsHref } from './runs-href'

export type VersionTone = GateTone

export type VersionRow = {
  version: string
  isServed: boolean
  stateText: string
  tone: VersionTone
  /** "Inconclusive, regressed by the rule". */
  verdict: string
  /** The numbers behind the verdict. */
  verdictTitle: string
  meanText: string
  meanExact: string
  intervalText: string
  /** Change against the version it is compared with: negative is worse. */
  changeText: string
  runsText: string
  href: string
}

/** A version as a row: what its live runs say against the version before it, in words and numbers. */
export function prepareVersionRow(
  chain: Pick<ChainView, 'name' | 'profile' | 'regressionThreshold'>,
  version: VersionView,
  project: string,
): VersionRow {
  const { verdict, tone, sentences } = prepareGateOdds({
    verdict: version.verdict,
    threshold: chain.regressionThreshold,
    prior: version.comparedWith === null ? null : { version: version.comparedWith },
    probability: version.odds,
  })
  return {
    version: version.version,
    isServed: version.served,
    stateText: versionStateLabels[version.state],
    tone,
    verdict,
    verdictTitle: sentences.join(' '),
    meanText: formatScore(version.quality.mean, goodFrom(chain.profile)),
    meanExact: formatExact(version.quality.mean),
    intervalText: formatInterval(version.quality.interval),
    changeText: formatChange(version.delta === null ? null : -version.delta),
    runsText:
      version.liveRuns === version.runs
        ? formatCount(version.runs)
        : `${formatCount(version.liveRuns)} live of ${formatCount(version.runs)}`,
    href: runsHref(project, { chain: chain.name, version: version.version }),
  }
}
