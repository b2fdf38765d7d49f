import { atLeast } from '../tolerance'

/** One observation of an increasing curve, with weight 1 by default. */
interface CurvePoint {
  x: number
  y: number
  weight?: number
}

/** Pooled points: their centre and total weight. */
export type CurveBlock = { x: number; y: number; weight: number }

/**
 * Fits the increasing curve nearest to the points in weighted squares, by pooling adjacent violators (Barlow et al. 1972) and blocks of one
 * mean. The curve is linear between the centres of its blocks and constant beyond them. Points with equal x are merged first. Empty for no
 * points.
 */
export function fitIsotonic(points: readonly CurvePoint[]): CurveBlock[] {
  const places: CurveBlock[] = []
  for (const { x, y, weight = 1 } of points.toSorted((a, b) => a.x - b.x)) {
    const last = places.at(-1)
    if (last?.x === x) places[places.length - 1] = pooled(last, { x, y, weight })
    else places.push({ x, y, weight })
  }
  const blocks: CurveBlock[] = []
  for (const place of places) {
    let block = place
    for (let last = blocks.at(-1); last && atLeast(last.y, block.y); last = blocks.at(-1)) {
      blocks.pop()
      block = pooled(last, block)
    }
    blocks.push(block)
  }
  return blocks
}

/** Returns the curve through these blocks at `x`: linear between two, level outside of them; `x` itself without blocks. */
export function curveAt(blocks: readonly CurveBlock[], x: number): number {
  let [low, high] = [0, blocks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((blocks[middle]?.x ?? 0) <= x) low = middle + 1
    else high = middle
  }
  const [left, right] = [blocks[low - 1], blocks[low]]
  if (!left) return right?.y ?? x
  if (!right) return left.y
  return left.y + ((right.y - left.y) * (x - left.x)) / (right.x - left.x)
}

function pooled(left: CurveBlock, right: CurveBlock): CurveBlock {
  const weight = left.weight + right.weight
  const share = right.weight / weight
  return { x: left.x + (right.x - left.x) * share, y: left.y + (right.y - left.y) * share, weight }
}
