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
  audit,
  found,
}: TrueShareGood): TrueShareGoodModel | null {
  if (runs === 0) return null
  const scores = 'The other figures here are automated scores, not human verdicts.'
  if (!found)
    return {
      headline: tooFew(verdicts, needed, audit),
      note: audit ? [lackingText(audit.lacking), scores].join(' ').trim() : scores,
      facts: [],
    }
  const { estimate, interval, verdictsOnly } = found
  return {
    headline: `An estimated ${formatPercent(estimate)} are good (${percentRange(interval)}). ${worth(verdicts, found)}`,
    note: isRandom ? drawnNote({ runs, verdicts, audit }) : 'Holds as far as the reviewed runs are like the others.',
    facts: [
      { term: 'Verdicts', value: `${verdicts} of ${formatPlural(runs, 'live run')} with a score` },
      ...(audit
        ? [{ term: 'Drawn at random', value: `${formatPlural(audit.drawn, 'run')}, ${verdicts} of them judged` }]
        : []),
      {
        term: 'By the verdicts alone',
        value: `${formatPercent(verdictsOnly.estimate)} (${percentRange(verdictsOnly.interval)})`,
      },
      { term: 'Mean score', value: `${formatScore(automatedMean)}, automated, however little of a run was measured` },
      {
        term: 'Correlation of score and verdict',
        value:
          found.correlation === null ? 'cannot be measured: one of them does not vary' : formatScore(found.correlation),
      },
      {
        term: 'Method',
        value: `${methodTexts[found.method]}, 95%${found.stratified ? ', by parts' : ''}${audit ? ', weighted by the draw' : ''}`,
      },
    ],
  }
}

type Audit = NonNullable<TrueShareGood['audit']>

function tooFew(verdicts: number, needed: number, audit: Audit | undefined): string {
  if (audit)
    return `No estimate yet: ${verdicts} of ${formatPlural(audit.drawn, 'run')} drawn at random have a settled verdict.`
  return verdicts === 0
    ? 'Nobody has reviewed one of these runs yet.'
    : `Too few reviewed runs: ${verdicts} of ${needed}.`
}

function drawnNote({ runs, verdicts, audit }: Pick<TrueShareGood, 'runs' | 'verdicts' | 'audit'>): string {
  // Of reports frozen before the verdicts were weighted.
  if (!audit)
    return 'From verdicts on runs drawn at random, as far as they have been judged: reviewers get flagged ones first.'
  const { drawn, standsFor, coversPart } = audit
  const from =
    verdicts < drawn
      ? `From ${verdicts} of ${formatPlural(drawn, 'run')} drawn at random; flagged ones, which reviewers get first, count only for their share.`
      : drawn === 1
        ? 'From the one run drawn at random.'
        : `From all ${drawn} runs drawn at random.`
  return coversPart
    ? `${from} The draw stands for about ${Math.round(standsFor)} of ${runs === 1 ? 'the one run' : `the ${runs} runs`}.`
    : from
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

/** "Still needed: 3 verdicts on the 38 drawn runs that nothing else brings to a reviewer." Empty for nothing. */
export function lackingText(lacking: NonNullable<TrueShareGood['audit']>['lacking']): string {
  const parts = lacking.map(({ isUrgent, probability, drawn, judged, needed }) => {
    const runs =
      probability === null
        ? formatPlural(drawn, 'drawn run')
        : `${formatPlural(drawn, 'run')} drawn with a probability of ${formatPercent(probability)}`
    const kind = isUrgent ? 'that reviewers get for other reasons too' : 'that nothing else brings to a reviewer'
    return `${formatPlural(needed - judged, 'verdict')} on the ${runs.replace(/^1 /, 'one ')} ${kind}`
  })
  return parts.length === 0 ? '' : `Still needed: ${parts.join('; ')}.`
}
