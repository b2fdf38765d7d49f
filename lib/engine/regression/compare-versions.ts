import { type ParsedVersion, parseVersion, type VersionToken } from '@/lib/engine/regression/semver'

const sign = <T extends string | number>(left: T, right: T) => (left < right ? -1 : left > right ? 1 : 0)

function compareTokens(left: VersionToken, right: VersionToken): number {
  if ('digits' in left && 'digits' in right) {
    return sign(left.digits.length, right.digits.length) || sign(left.digits, right.digits)
  }
  if ('word' in left && 'word' in right) return sign(left.word, right.word)
  return 'digits' in left ? -1 : 1
}

/** Item by item; of two lists that agree as far as they go, the shorter is lower. */
function compareLists<T>(left: readonly T[], right: readonly T[], compare: (left: T, right: T) => number): number {
  for (const [index, item] of left.entries()) {
    const other = right[index]
    if (other === undefined) return 1
    const order = compare(item, other)
    if (order !== 0) return order
  }
  return sign(left.length, right.length)
}

function comparePrereleases(left: ParsedVersion, right: ParsedVersion): number {
  if (left.prerelease === null || right.prerelease === null) {
    return sign(Number(left.prerelease === null), Number(right.prerelease === null))
  }
  return compareLists(left.prerelease, right.prerelease, (one, other) => compareLists(one, other, compareTokens))
}

/**
 * Total order over any version strings, negative when `left` is the lower one. Numbers compare as numbers, a prerelease is
 * lower than its release, a name without a leading number is lower than any number, and unversioned is lowest. Build metadata
 * and then the spelling break ties, so only equal strings are equal.
 */
export function compareVersions(left: string | null | undefined, right: string | null | undefined): number {
  const one = parseVersion(left)
  const other = parseVersion(right)
  return (
    sign(one.kind, other.kind) ||
    compareLists(one.release, other.release, compareTokens) ||
    comparePrereleases(one, other) ||
    compareLists(one.rest, other.rest, compareTokens) ||
    sign(left ?? '', right ?? '')
  )
}
