type Waiting<R> = { resolve: (answer: R) => void; reject: (error: unknown) => void }

/**
 * Asks together what many ask at the same time. Who comes while the same is being asked waits for the next lot: that begins after they
 * came, so that nobody is answered with what was true before.
 * @param ask gives what each place of a lot of so many is answered with
 */
export function inLots<R>(
  ask: (key: string, count: number) => Promise<(place: number) => R>,
): (key: string) => Promise<R> {
  const lots = new Map<string, Waiting<R>[]>()

  async function go(key: string, waiting: Waiting<R>[]): Promise<void> {
    while (waiting.length > 0) {
      const lot = waiting.splice(0)
      try {
        const answerOf = await ask(key, lot.length)
        for (const [place, { resolve }] of lot.entries()) resolve(answerOf(place))
      } catch (error) {
        for (const { reject } of lot) reject(error)
      }
    }
    lots.delete(key)
  }

  return (key) =>
    new Promise((resolve, reject) => {
      const waiting = lots.get(key)
      if (waiting) waiting.push({ resolve, reject })
      else {
        const begun = [{ resolve, reject }]
        lots.set(key, begun)
        void go(key, begun)
      }
    })
}
