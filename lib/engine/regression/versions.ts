import { UNVERSIONED } from '@/lib/contracts/vocabulary'

/**
 * Total order over any version strings, negative when `left` is lower. Numbers compare as numbers, a prerelease is lower than its release,
 * a name without a leading number is lower than any number, and unversioned is lowest. Build metadata and then the spelling break ties, so
 * only equal strings are equal.
 */
export function compareVersions(left: string | null | undefined, right: string | null | undefined): number {
  return compareParsed(parseVersion(left), parseVersion(right))
}

/** Sorts by {@link compareVersions}, the lowest first, and reads each version once. */
export function lowestFirst<T extends { version: string }>(rows: readonly T[]): T[] {
  return rows
    .map((row) => ({ row, parsed: parseVersion(row.version) }))
    .sort((a, b) => compareParsed(a.parsed, b.parsed))
    .map(({ row }) => row)
}

function compareParsed(one: ParsedVersion, other: ParsedVersion): number {
  return (
    compareValues(one.kind, other.kind) ||
    compareLists(one.release, other.release, compareTokens) ||
    comparePrereleases(one, other) ||
    compareLists(one.rest, other.rest, compareTokens) ||
    compareValues(one.text, other.text)
  )
}

function comparePrereleases(left: ParsedVersion, right: ParsedVersion): number {
  if (left.prerelease === null || right.prerelease === null) {
    return compareValues(Number(left.prerelease === null), Number(right.prerelease === null))
  }
  return compareLists(left.prerelease, right.prerelease, (one, other) => compareLists(one, other, compareTokens))
}

/** Compares item by item; a list that is a prefix of the other is lower. */
function compareLists<T>(left: readonly T[], right: readonly T[], compare: (left: T, right: T) => number): number {
  for (const [index, item] of left.entries()) {
    const other = right[index]
    if (other === undefined) return 1
    const order = compare(item, other)
    if (order !== 0) return order
  }
  return compareValues(left.length, right.length)
}

function compareTokens(left: VersionToken, right: VersionToken): number {
  if ('digits' in left && 'digits' in right) {
    return compareValues(left.digits.length, right.digits.length) || compareValues(left.digits, right.digits)
  }
  if ('word' in left && 'word' in right) return compareValues(left.word, right.word)
  return 'digits' in left ? -1 : 1
}

const compareValues = <T extends string | number>(left: T, right: T) => (left < right ? -1 : left > right ? 1 : 0)

/** A run of digits (without leading zeros) or of other characters. */
type VersionToken = { digits: string } | { word: string }

/** A parsed version. `kind`: 0 unversioned, 1 without a leading number, 2 numbered. */
interface ParsedVersion {
  /** As given; empty for nothing. */
  text: string
  kind: 0 | 1 | 2
  /** `1.10.0` as digits, without trailing zero parts; empty unless numbered */
  release: VersionToken[]
  /** Identifiers of a prerelease, each in tokens; null for a release. */
  prerelease: VersionToken[][] | null
  /** Everything compared last: build metadata, or the whole of a version without a number. */
  rest: VersionToken[]
}

const NUMBERED = /^v?(\d+(?:\.\d+)*)(?:[-._]?([^+]+))?(?:\+(.*))?$/i
const NO_VERSION: readonly string[] = ['', UNVERSIONED]

function tokensOf(text: string): VersionToken[] {
  return (text.toLowerCase().match(/\d+|\D+/g) ?? []).map((part) =>
    /^\d/.test(part) ? { digits: part.replace(/^0+(?=\d)/, '') } : { word: part },
  )
}

function releaseOf(numbers: string): VersionToken[] {
  const parts = numbers.split('.').map((part) => ({ digits: part.replace(/^0+(?=\d)/, '') }))
  while (parts.length > 1 && parts.at(-1)?.digits === '0') parts.pop()
  return parts
}

/** Parses any version string: `1.2.0`, `v2`, `1.0.0-rc.1+build.5`, `2026-11-01`, `main`, "unversioned" or nothing at all. */
function parseVersion(version: string | null | undefined): ParsedVersion {
  const text = version ?? ''
  const name = text.trim()
  if (NO_VERSION.includes(name.toLowerCase())) return { text, kind: 0, release: [], prerelease: null, rest: [] }
  const [, numbers, prerelease, build = ''] = NUMBERED.exec(name) ?? []
  if (numbers === undefined) return { text, kind: 1, release: [], prerelease: null, rest: tokensOf(name) }
  return {
    text,
    kind: 2,
    release: releaseOf(numbers),
    prerelease: prerelease === undefined ? null : prerelease.split('.').map(tokensOf),
    rest: tokensOf(build),
  }
}

/** Facts about a version that decide whether it can be a baseline. */
interface VersionStatus {
  version: string | null
  isPublished: boolean
  isRolledBack: boolean
}

/** Returns the highest version below `current` that was published and not rolled back, null if there is none. */
export function findPriorVersion<T extends VersionStatus>(versions: readonly T[], current: string | null): T | null {
  return versions
    .filter(({ version, isPublished, isRolledBack }) => {
      return isPublished && !isRolledBack && compareVersions(version, current) < 0
    })
    .reduce<T | null>(
      (best, candidate) => (best && compareVersions(best.version, candidate.version) > 0 ? best : candidate),
      null,
    )
}

/** Facts about a version that decide whether it serves. */
interface ServableVersion {
  version: string
  state: string
}

/**
 * Returns the version a chain serves: the highest live one, null if none is live. There is no pointer to move: after rolling back or
 * halting a version the next lower one serves.
 */
export function servedVersion<T extends ServableVersion>(versions: readonly T[]): T | null {
  return highest(versions.filter(({ state }) => state === 'live'))
}

/**
 * Returns the version a chain is judged by: the highest that is not a candidate, in any state; otherwise the highest candidate, null
 * without versions.
 */
export function newestVersion<T extends ServableVersion>(versions: readonly T[]): T | null {
  return highest(versions.filter(({ state }) => state !== 'candidate')) ?? highest(versions)
}

function highest<T extends ServableVersion>(versions: readonly T[]): T | null {
  return lowestFirst(versions).at(-1) ?? null
}
