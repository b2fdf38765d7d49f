const SLICE_MS = 8

let last: Promise<void> = Promise.resolve()

/** Waits for a turn of the event loop that no other waiter has, so that many long works together hold up nobody. */
function nextTurn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)))
  return last
}

/** A work that goes on for long calls this often: now and then it lets the others of this process go first. */
export function inTurns(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < SLICE_MS) return undefined
    return nextTurn().then(() => {
      since = performance.now()
    })
  }
}

/** Runs a work that pauses at each `yield` to its end, with turns for others in between. */
export async function runInTurns<T>(steps: Generator<unknown, T>): Promise<T> {
  const turn = inTurns()
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await turn()
  }
}
