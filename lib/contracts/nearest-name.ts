/** Longer names are not compared, so that a hostile name costs nothing. */
const MAX_LENGTH = 64

/**
 * Returns the name that was most likely meant: equal but for case, `_` and `-`, or at most a third of the letters away, where a swap of two
 * neighbours counts as one. Undefined if none is that close.
 */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  if (typed.length > MAX_LENGTH) return undefined
  const bare = toBare(typed)
  let nearest: string | undefined
  let limit = Math.floor(bare.length / 3)
  for (const name of names) {
    const distance = distanceOf(bare, toBare(name), limit)
    if (distance > limit) continue
    if (distance === 0) return name
    nearest = name
    limit = distance - 1
  }
  return nearest
}

const toBare = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, '')

/** Counts the edits between two texts (optimal string alignment); infinite once they exceed the limit. */
function distanceOf(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return Number.POSITIVE_INFINITY
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const next = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      next[column] = Math.min(
        at(last, column) + 1,
        at(next, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    if (Math.min(...next) > limit) return Number.POSITIVE_INFINITY
    before = last
    last = next
  }
  return at(last, b.length)
}

const at = (row: readonly number[], column: number) => row[column] ?? Number.POSITIVE_INFINITY
