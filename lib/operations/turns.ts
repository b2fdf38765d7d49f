const SLICE_MS = 8

let last: Promise<void> = Promise.resolve()

/** Waits for a separate turn of the event loop, so that many long tasks together do not block other work. */
export function nextTurn(): Promise<void> {
  last = last.then(() => new Promise((resolve) => setImmediate(resolve)))
  return last
}

/** Returns a function for long loops to await often: after 8 ms of work it yields to the event loop, otherwise it returns undefined. */
export function inTurns(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < SLICE_MS) return undefined
    return nextTurn().then(() => {
      since = performance.now()
    })
  }
}

/** Runs a generator to its end and yields to the event loop between its steps. */
export async function runInTurns<T>(steps: Generator<unknown, T>): Promise<T> {
  const turn = inTurns()
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await turn()
  }
}

/** Maps items one after the other and yields to the event loop between them. */
export async function mapInTurns<T, R>(items: readonly T[], map: (item: T) => R): Promise<R[]> {
  const turn = inTurns()
  const mapped: R[] = []
  for (const item of items) {
    await turn()
    mapped.push(map(item))
  }
  return mapped
}
