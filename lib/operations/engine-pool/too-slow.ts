/** A task was ended since it took longer than it may. `index` is the item of a list it was at. */
export class TooSlow extends Error {
  constructor(
    readonly limitMs: number,
    readonly index: number,
  ) {
    super(`takes longer than ${limitMs / 1000} s to check`)
    this.name = 'TooSlow'
  }
}
