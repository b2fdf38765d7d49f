import type { ChainView, VersionView } from '@/lib/contracts/chains'
import { formatChange } from '../format/number'
import { capital } from '../format/text'
import { compareHref } from '../links'
import { confidenceFallText, prepareVersionRow, type VersionTone } from './prepare-versions'

/** A newest version that is worse than the previous one by the rule, or whose confidence fell. */
export type WorseVersion = {
  key: string
  title: string
  detail: string
  href: string
  changeText: string
  tone: VersionTone
}

const TAKEN_BACK: readonly string[] = ['rolled_back', 'halted']

/**
 * Returns the newest versions of these chains (all if none is named) that are worse than the previous one, the largest drop first; then
 * those whose score is not worse but whose confidence fell; and how many could be compared. Versions that were taken back are left out.
 */
export function prepareWorse(
  chains: readonly ChainView[],
  project: string,
  named: readonly string[],
): { worse: WorseVersion[]; compared: number } {
  const newest = chains.flatMap((chain) => {
    const version = chain.versions.find((one) => one.version === chain.newestVersion)
    const isAsked = named.length === 0 || named.includes(chain.name)
    return version && isAsked && version.comparedWith !== null && (version.delta !== null || version.confidenceFall)
      ? [{ chain, version }]
      : []
  })
  const standing = newest.filter(({ version }) => !TAKEN_BACK.includes(version.state))
  const regressed = standing.filter(({ version }) => version.verdict === 'regression')
  const others = standing.filter(({ version }) => version.verdict !== 'regression')
  return {
    worse: [
      ...regressed
        .toSorted((a, b) => (b.version.delta ?? 0) - (a.version.delta ?? 0))
        .map((one) => toWorse(one, project, -(one.version.delta ?? 0))),
      ...others
        .flatMap((one) => {
          const fall = one.version.confidenceFall
          return fall ? [{ ...one, change: fall.current - fall.prior }] : []
        })
        .toSorted((a, b) => a.change - b.change)
        .map(({ change, ...one }) => toWorse(one, project, change)),
    ],
    compared: newest.length,
  }
}

type Newest = { chain: ChainView; version: VersionView }

function toWorse({ chain, version }: Newest, project: string, change: number): WorseVersion {
  const { verdict, tone } = prepareVersionRow(chain, version, project)
  const before = version.comparedWith ?? ''
  return {
    key: chain.name,
    title: `${chain.name} ${version.version}`,
    detail: tone === 'review' ? capital(confidenceFallText(version) ?? verdict) : verdict,
    href: compareHref(project, { chain: chain.name, version: before }, { chain: chain.name, version: version.version }),
    changeText: formatChange(change),
    tone,
  }
}
