/** Draws from a seeded source of numbers in [0, 1), so that the sample's inputs are the same everywhere. */
export class Draw {
  constructor(private readonly next: () => number) {}

  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  /** True in `share` of the cases, 0 to 1. */
  chance(share: number): boolean {
    return this.next() < share
  }

  pick<T>(items: readonly [T, ...T[]]): T {
    return items[this.whole(0, items.length - 1)] ?? items[0]
  }

  /** `count` different items, in no order of their own. */
  some<T>(items: readonly T[], count: number): T[] {
    return items
      .map((item) => ({ item, order: this.next() }))
      .sort((a, b) => a.order - b.order)
      .slice(0, count)
      .map(({ item }) => item)
  }
}
