import type { NumberMention } from './read-numbers'

export const SMALLEST_SCALE = 1000
const named = /\bin (thousand|million|billion)s?\b/gi
const scaleOf: Record<string, number> = { thousand: 1e3, million: 1e6, billion: 1e9 }

/** Returns the factors that sources leave out behind their figures, as they say: "in millions of euros". */
export function scalesIn(sources: string): number[] {
  const words = new Set([...sources.matchAll(named)].map(([, word = '']) => word.toLowerCase()))
  return [...words].flatMap((word) => scaleOf[word] ?? [])
}

/** Returns a number as such sources write it: 412 for 412 million, without a unit, which their heading tells, too. */
export function inScaleOf(claim: NumberMention, scale: number): NumberMention {
  return { ...claim, value: claim.value / scale, step: claim.step / scale, unit: '' }
}
