/** A step as input of the alignment. */
export type AlignableStep = {
  id: string
  name: string
  role: string
  /** Everything it did; equal if the steps are the same. */
  content: string
}

/** Indexes of two aligned steps; null on the side without one. */
type AlignedPair = readonly [a: number | null, b: number | null]

/** Above this many cells steps are paired by order alone: the table would be too much for a phone. */
const MAX_CELLS = 4_000_000

const WEIGHT = { pair: 4, id: 1, same: 6, alike: 4 }

/**
 * Aligns the steps of two runs, keeping their order: a longest common subsequence by name and role, in which steps with the same or similar
 * content weigh more (Needleman & Wunsch 1970). Symmetric in the two runs.
 */
export function alignSteps(a: readonly AlignableStep[], b: readonly AlignableStep[]): AlignedPair[] {
  // Picks the same of several equal alignments whichever side comes first.
  const isSwapped = signatureOf(a) > signatureOf(b)
  const [one, other] = isSwapped ? [b, a] : [a, b]
  const start = countAlike(one, other)
  const end = countAlike(one.slice(start).toReversed(), other.slice(start).toReversed())
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  const inner = left.length * right.length > MAX_CELLS ? pairInOrder(left, right) : pairByWeight(left, right)
  const matched = [
    ...range(start).map((at) => [at, at] as const),
    ...inner.map(([x, y]) => [x + start, y + start] as const),
    ...range(end).map((at) => [one.length - end + at, other.length - end + at] as const),
  ]
  return withRest(isSwapped ? matched.map(([x, y]) => [y, x] as const) : matched, a.length, b.length)
}

const range = (length: number) => Array.from({ length }, (_, at) => at)
const signatureOf = (steps: readonly AlignableStep[]) => JSON.stringify(steps)
const isEqual = (x: AlignableStep, y: AlignableStep) => x.id === y.id && canPair(x, y) && x.content === y.content

/** Whether two steps have the same role, and the same name or id. */
const canPair = (x: AlignableStep, y: AlignableStep) => x.role === y.role && (x.name === y.name || x.id === y.id)

function countAlike(a: readonly AlignableStep[], b: readonly AlignableStep[]): number {
  const length = Math.min(a.length, b.length)
  const place = range(length).findIndex((at) => !isEqual(a[at] as AlignableStep, b[at] as AlignableStep))
  return place === -1 ? length : place
}

type Match = readonly [number, number]

function pairByWeight(a: readonly AlignableStep[], b: readonly AlignableStep[]): Match[] {
  const weigh = weigher(a, b)
  const width = b.length + 1
  const best = new Int32Array((a.length + 1) * width)
  for (let x = a.length - 1; x >= 0; x--)
    for (let y = b.length - 1; y >= 0; y--) {
      const weight = weigh(x, y)
      const paired = weight === 0 ? 0 : weight + at(best, (x + 1) * width + y + 1)
      best[x * width + y] = Math.max(paired, at(best, (x + 1) * width + y), at(best, x * width + y + 1))
    }
  const matches: Match[] = []
  for (let x = 0, y = 0; x < a.length && y < b.length; ) {
    const here = at(best, x * width + y)
    const weight = weigh(x, y)
    if (weight > 0 && here === weight + at(best, (x + 1) * width + y + 1)) matches.push([x++, y++])
    else if (here === at(best, (x + 1) * width + y)) x++
    else y++
  }
  return matches
}

const at = (table: Int32Array, place: number) => table[place] ?? 0

/** Returns a function for the weight of pairing two steps; 0 if they cannot be paired. */
function weigher(a: readonly AlignableStep[], b: readonly AlignableStep[]): (x: number, y: number) => number {
  const [left, right] = [a.map(wordsOf), b.map(wordsOf)]
  return (x, y) => {
    const [one, other] = [a[x], b[y]]
    if (!one || !other || !canPair(one, other)) return 0
    const base = WEIGHT.pair + (one.id === other.id ? WEIGHT.id : 0)
    if (one.content === other.content) return base + WEIGHT.same
    return base + Math.round(WEIGHT.alike * overlap(left[x], right[y]))
  }
}

const WORDS = 24

const wordsOf = ({ content }: AlignableStep) =>
  new Set(
    content
      .slice(0, 600)
      .toLowerCase()
      .match(/\w{3,}/g)
      ?.slice(0, WORDS),
  )

/** Words in both over words in either (Jaccard). */
function overlap(a: ReadonlySet<string> = new Set(), b: ReadonlySet<string> = new Set()): number {
  let both = 0
  for (const word of a) if (b.has(word)) both++
  return both === 0 ? 0 : both / (a.size + b.size - both)
}

function pairInOrder(a: readonly AlignableStep[], b: readonly AlignableStep[]): Match[] {
  return range(Math.min(a.length, b.length)).flatMap((place): Match[] =>
    canPair(a[place] as AlignableStep, b[place] as AlignableStep) ? [[place, place]] : [],
  )
}

/** Adds the unmatched steps between the matches, the first side before the second. */
function withRest(matched: readonly Match[], aLength: number, bLength: number): AlignedPair[] {
  const pairs: AlignedPair[] = []
  let [x, y] = [0, 0]
  for (const [nextX, nextY] of [...matched, [aLength, bLength] as const]) {
    while (x < nextX) pairs.push([x++, null])
    while (y < nextY) pairs.push([null, y++])
    if (x < aLength && y < bLength) pairs.push([x++, y++])
  }
  return pairs
}
