import { setImmediate as nextTurn } from 'node:timers/promises'

const TURN_MS = 15

/** Lets others have their turn, now and then, during work that goes on on the thread that serves everybody. */
export class Pacer {
  private since = performance.now()

  async pause(): Promise<void> {
    if (performance.now() - this.since < TURN_MS) return
    await nextTurn()
    this.since = performance.now()
  }
}
