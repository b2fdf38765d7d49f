import type { TrueShareGood } from '@/lib/contracts/true-share-good'
import { formatPercent, formatPlural } from '../format/number'

/** "Of the 38 drawn runs that nothing else brings to a reviewer, 2 have a verdict; it takes 5." */
export function lackingText(lacking: NonNullable<TrueShareGood['audit']>['lacking']): string {
  return lacking
    .map(({ isUrgent, probability, drawn, judged, needed }) => {
      const runs =
        probability === null
          ? formatPlural(drawn, 'drawn run')
          : `${formatPlural(drawn, 'run')} drawn with a probability of ${formatPercent(probability)}`
      const kind = isUrgent ? 'that reviewers get for other reasons too' : 'that nothing else brings to a reviewer'
      const have = judged === 0 ? 'none has' : judged === 1 ? '1 has' : `${judged} have`
      return `Of the ${runs} ${kind}, ${have} a verdict; it takes ${needed}.`
    })
    .join(' ')
}
