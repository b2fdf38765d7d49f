/** A run of digits (without leading zeros) or of anything else. */
export type VersionToken = { digits: string } | { word: string }

/** A version taken apart. `kind`: 0 unversioned, 1 without a leading number, 2 numbered. */
export interface ParsedVersion {
  kind: 0 | 1 | 2
  /** `1.10.0` as digits, without trailing zero parts; empty unless numbered */
  release: VersionToken[]
  /** Identifiers of a prerelease, each in tokens; null for a release. */
  prerelease: VersionToken[][] | null
  /** Everything that does not rank by itself: build metadata, or the whole of a version without a number. */
  rest: VersionToken[]
}

const NUMBERED = /^v?(\d+(?:\.\d+)*)(?:[-._]?([^+]+))?(?:\+(.*))?$/i
const UNVERSIONED = ['', 'unversioned']

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

/** Reads any version string: `1.2.0`, `v2`, `1.0.0-rc.1+build.5`, `2026-11-01`, `main`, "unversioned" or nothing at all. */
export function parseVersion(version: string | null | undefined): ParsedVersion {
  const text = (version ?? '').trim()
  if (UNVERSIONED.includes(text.toLowerCase())) return { kind: 0, release: [], prerelease: null, rest: [] }
  const [, numbers, prerelease, build = ''] = NUMBERED.exec(text) ?? []
  if (numbers === undefined) return { kind: 1, release: [], prerelease: null, rest: tokensOf(text) }
  return {
    kind: 2,
    release: releaseOf(numbers),
    prerelease: prerelease === undefined ? null : prerelease.split('.').map(tokensOf),
    rest: tokensOf(build),
  }
}
