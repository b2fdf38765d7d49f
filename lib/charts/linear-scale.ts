type Range = readonly [number, number]

/** A straight map from `domain` to `range`, clamped to the range. A domain without width maps to the middle. */
export function linearScale(domain: Range, range: Range): (value: number) => number {
  const [from, to] = domain
  const [start, end] = range
  if (to === from) return () => (start + end) / 2
  return (value) => {
    const share = Math.min(1, Math.max(0, (value - from) / (to - from)))
    return round(start + share * (end - start))
  }
}

/** Two decimals: enough for a screen, and the same text on server and browser. */
export function round(value: number): number {
  return Math.round(value * 100) / 100
}
