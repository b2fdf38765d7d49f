import type { TrueShareGood } from '@/lib/contracts/true-share-good'
import { formatPercent, formatPlural, formatScore } from './format/number'

type TrueShareGoodModel = {
  /** "An estimated 82% are good (71 to 90%). Your 20 verdicts count like 31." */
  headline: string
  /** The condition of the estimate, or the reason for having none. */
  note: string
  /** How it was estimated; empty without an estimate. */
  facts: { term: string; value: string }[]
}

/** Describes the share that people would call good; null if no live run has a score. */
export function prepareTrueShareGood({
  runs,
  verdicts,
  isRandom,
  needed,
  automatedMean,
  found,
}: TrueShareGood): TrueShareGoodModel | null {
  if (runs === 0) return null
  const scores = 'The other figures here are automated scores, not human verdicts.'
  if (!found)
    return {
      headline: verdicts === 0 ? 'No human verdict on these runs yet.' : `Too few verdicts: ${verdicts} of ${needed}.`,
      note: scores,
      facts: [],
    }
  const { estimate, interval, verdictsOnly } = found
  return {
    headline: `An estimated ${formatPercent(estimate)} are good (${percentRange(interval)}). ${worth(verdicts, found)}`,
    note: isRandom
      ? 'From verdicts on runs drawn at random, as far as they have been judged: reviewers get flagged ones first.'
      : 'Holds as far as the reviewed runs are like the others.',
    facts: [
      { term: 'Verdicts', value: `${verdicts} of ${formatPlural(runs, 'live run')} with a score` },
      {
        term: 'By the verdicts alone',
        value: `${formatPercent(verdictsOnly.estimate)} (${percentRange(verdictsOnly.interval)})`,
      },
      { term: 'Mean score', value: `${formatScore(automatedMean)}, automated` },
      {
        term: 'Correlation of score and verdict',
        value:
          found.correlation === null ? 'cannot be measured: one of them does not vary' : formatScore(found.correlation),
      },
      { term: 'Method', value: `${methodTexts[found.method]}, 95%${found.stratified ? ', by parts' : ''}` },
    ],
  }
}

const methodTexts: Record<NonNullable<TrueShareGood['found']>['method'], string> = {
  ppi: "Verdicts with the help of the scores (PPI++, Student's t)",
  wilson: "Verdicts alone (Wilson's interval)",
  classical: "Verdicts alone (Student's t)",
}

function worth(verdicts: number, { method, effectiveVerdicts }: NonNullable<TrueShareGood['found']>): string {
  const like = Math.round(effectiveVerdicts)
  const own = `The ${formatPlural(verdicts, 'verdict')}`
  if (method !== 'ppi') return `${own} stand by themselves: the scores do not add to them.`
  return like > verdicts ? `${own} count like ${like}.` : `${own} count as they are.`
}

/** "71 to 90%". */
function percentRange([low, high]: readonly [number, number]): string {
  return `${formatPercent(low).replace(/%$/, '')} to ${formatPercent(high)}`
}
