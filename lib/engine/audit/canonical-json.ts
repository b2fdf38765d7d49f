/**
 * Serializes a value to canonical JSON, so that equal values give equal text: no white space, object keys sorted by code point, numbers and
 * strings as JSON.stringify writes them. This is RFC 8785, except that keys outside the basic plane are ordered by code point as well.
 * `jq -cS` writes the same text, except for numbers with an exponent.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const entries = Object.entries(value).filter(([, item]) => item !== undefined)
  entries.sort(([a], [b]) => byCodePoint(a, b))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`
}

function byCodePoint(a: string, b: string): number {
  const [left, right] = [[...a], [...b]]
  for (let index = 0; index < left.length && index < right.length; index++) {
    const difference = (left[index]?.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}
