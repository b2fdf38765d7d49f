const GOLDEN_GAMMA = 0x9e3779b9

/**
 * Deterministic generator of numbers in [0, 1): the same 32-bit `seed` always gives the same sequence. A Weyl sequence through the 32-bit
 * finaliser of MurmurHash3 (the SplitMix construction, Steele et al. 2014).
 */
export function seededRng(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + GOLDEN_GAMMA) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
  }
}

export const FNV_OFFSET = 0x811c9dc5

/** The 32-bit FNV-1a hash (Fowler, Noll, Vo) over UTF-16 units, as an unsigned whole number. Not cryptographically secure. */
export function fnv1a(text: string, offset: number = FNV_OFFSET): number {
  let state = offset
  for (let index = 0; index < text.length; index++) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193)
  return state >>> 0
}
