import type { ChainView, VersionView } from '@/lib/contracts/chains'
import { confidenceFallText, describeDrop, type GateTone } from './drop-text'

/** `review`: the score is not worse, but something else fell that a person should look at. */
export type VersionTone = GateTone | 'review'

/** Describes how the live runs of a version compare with the version before it: "Regressed by the rule, but inconclusive". */
export function versionVerdict(
  { regressionThreshold }: Pick<ChainView, 'regressionThreshold'>,
  version: Pick<VersionView, 'verdict' | 'comparedWith' | 'odds' | 'confidenceFall'>,
): { verdict: string; tone: VersionTone } {
  const { tag, tone } = describeDrop({
    verdict: version.verdict ?? 'no_baseline',
    threshold: regressionThreshold,
    prior: version.comparedWith === null ? null : { version: version.comparedWith },
    probability: version.odds,
  })
  const fall = confidenceFallText(version)
  return {
    verdict: fall ? `${tag}, ${tone === 'pass' ? 'but' : 'and'} ${fall}` : tag,
    tone: fall && tone === 'pass' ? 'review' : tone,
  }
}
