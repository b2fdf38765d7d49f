import type { NumberMention } from './read-numbers'

export const SMALLEST_SCALE = 1000
const currency = '(?:EUR|USD|GBP|CHF|euros?|dollars?|pounds?|francs?|[€$£]) ?'
/** "in millions of euros", "in EUR million". */
const inWords = new RegExp(
  `\\bin (?:(thousand|million|billion|mio|mrd)s?|${currency}(thousand|million|billion|mio|mrd|mn|bn|m)s?)\\b`,
  'gi',
)
/** "(€m)". */
const bySign = /(?:EUR|USD|GBP|CHF|[€$£]) ?(m|mn|bn)(?=[)\s:,|])/g
const scaleOf: Record<string, number> = {
  ...{ thousand: 1e3, million: 1e6, mio: 1e6, mn: 1e6, m: 1e6 },
  ...{ billion: 1e9, mrd: 1e9, bn: 1e9 },
}

/** Returns the factors that sources leave out behind their figures, as they say: "in millions of euros". */
export function scalesIn(sources: string): number[] {
  const words = [...sources.matchAll(inWords), ...sources.matchAll(bySign)].map(([, alone, behind]) =>
    (alone ?? behind ?? '').toLowerCase(),
  )
  return [...new Set(words.flatMap((word) => scaleOf[word] ?? []))]
}

/** Returns a number as such sources write it: 412 for 412 million, without a unit, which their heading tells, too. */
export function inScaleOf(claim: NumberMention, scale: number): NumberMention {
  return { ...claim, value: claim.value / scale, step: claim.step / scale, unit: '' }
}
