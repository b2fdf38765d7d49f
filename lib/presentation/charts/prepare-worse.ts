import type { ChainView } from '@/lib/contracts/chains'
import { formatChange } from '../format/number'
import { standingOf } from '../gate-words'
import { compareHref } from '../links'

/** A newest version that the rule finds worse than the one before it. */
export type WorseVersion = {
  key: string
  title: string
  detail: string
  href: string
  changeText: string
  tone: 'fail' | 'pass' | 'unknown'
}

const TAKEN_BACK: readonly string[] = ['rolled_back', 'halted']

/**
 * Of these chains (all when none is named) the newest versions that are worse than the one before them, the largest drop first, and
 * how many could be compared. One that was taken back is nobody's trouble any more.
 */
export function prepareWorse(
  chains: readonly ChainView[],
  project: string,
  named: readonly string[],
): { worse: WorseVersion[]; compared: number } {
  const newest = chains.flatMap((chain) => {
    const version = chain.versions.find((one) => one.version === chain.newestVersion)
    const isAsked = named.length === 0 || named.includes(chain.name)
    return version && isAsked && version.delta !== null && version.comparedWith !== null ? [{ chain, version }] : []
  })
  const worse = newest
    .filter(({ version }) => version.verdict === 'regression' && !TAKEN_BACK.includes(version.state))
    .toSorted((a, b) => (b.version.delta ?? 0) - (a.version.delta ?? 0))
    .map(({ chain, version }) => {
      const { tag, tone } = standingOf({
        verdict: version.verdict,
        threshold: chain.regressionThreshold,
        prior: { version: version.comparedWith ?? '' },
        probability: version.odds,
      })
      return {
        key: chain.name,
        title: `${chain.name} ${version.version}`,
        detail: tag,
        href: compareHref(
          project,
          { chain: chain.name, version: version.comparedWith ?? '' },
          { chain: chain.name, version: version.version },
        ),
        changeText: formatChange(-(version.delta ?? 0)),
        tone,
      }
    })
  return { worse, compared: newest.length }
}
