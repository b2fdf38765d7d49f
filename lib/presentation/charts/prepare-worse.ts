import type { ChainView, VersionView } from '@/lib/contracts/chains'
import { type DropPlace, isWorse, placeByDrop } from '@/lib/engine/regression/rank-drops'
import { confidenceFallText } from '../drop-text'
import { formatVersionChange } from '../format/fall'
import { formatChange } from '../format/number'
import { capital } from '../format/text'
import { compareHref } from '../links'
import { type VersionTone, versionVerdict } from '../version-verdict'

/** A newest version that is worse than the previous one by the rule, or whose confidence fell. */
export type WorseVersion = {
  key: string
  title: string
  detail: string
  href: string
  changeText: string
  tone: VersionTone
}

/** Returns those of these chains, in their order, whose newest version is worse than the previous one or has less confidence. */
export function prepareWorse(chains: readonly ChainView[], project: string): WorseVersion[] {
  return chains.flatMap((chain) => {
    const version = chain.versions.find((one) => one.version === chain.newestVersion)
    const place = placeByDrop(version ?? null)
    return version && isWorse(place) ? [toWorse({ chain, version }, project, place)] : []
  })
}

type Newest = { chain: ChainView; version: VersionView }

function toWorse({ chain, version }: Newest, project: string, { group, key }: DropPlace): WorseVersion {
  const { verdict, tone } = versionVerdict(chain, version)
  const before = version.comparedWith ?? ''
  return {
    key: chain.name,
    title: `${chain.name} ${version.version}`,
    detail: tone === 'review' ? capital(confidenceFallText(version) ?? verdict) : verdict,
    href: compareHref(project, { chain: chain.name, version: before }, { chain: chain.name, version: version.version }),
    changeText: group === 0 ? formatVersionChange(version, chain.regressionThreshold) : formatChange(key),
    tone,
  }
}
