/** Draws random values from a seeded source of numbers in [0, 1), so that the sample's inputs are the same everywhere. */
export class Draw {
  private readonly next: () => number

  constructor(next: () => number) {
    this.next = next
  }

  /** Returns a whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  /** Returns true with probability `share`, 0 to 1. */
  chance(share: number): boolean {
    return this.next() < share
  }

  pick<T>(items: readonly [T, ...T[]]): T {
    return items[this.whole(0, items.length - 1)] ?? items[0]
  }

  /** Returns `count` distinct items in random order. */
  some<T>(items: readonly T[], count: number): T[] {
    return items
      .map((item) => ({ item, order: this.next() }))
      .sort((a, b) => a.order - b.order)
      .slice(0, count)
      .map(({ item }) => item)
  }
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const minutesBefore = (now: Date, minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS)
export const minutesAfter = (start: Date, minutes: number) => minutesBefore(start, -minutes)

/** Returns `count` times between `fromHours` and `toHours` before `now`, in order, evenly spread with some jitter. */
export function spreadTimes(draw: Draw, now: Date, count: number, fromHours: number, toHours: number): Date[] {
  const stepHours = (fromHours - toHours) / Math.max(1, count)
  return Array.from({ length: count }, (_, index) => {
    const hours = fromHours - (index + 0.15 + draw.whole(0, 70) / 100) * stepHours
    return new Date(now.getTime() - Math.round(hours * HOUR_MS))
  })
}
