export const FNV_OFFSET = 0x811c9dc5

/** The 32-bit FNV-1a hash (Fowler, Noll, Vo) over UTF-16 units, as an unsigned whole number. Not for secrets. */
export function fnv1a(text: string, offset: number = FNV_OFFSET): number {
  let state = offset
  for (let index = 0; index < text.length; index++) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193)
  return state >>> 0
}
