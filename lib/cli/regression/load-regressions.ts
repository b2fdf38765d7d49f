import type { InputOf } from '@/lib/contracts/contract'
import { listRegressions, type Regression } from '@/lib/contracts/regressions'
import type { Send } from '../connection'

/** Loads the comparisons of all chains, page after page: the verdict of an exit code is of every chain. */
export async function loadRegressions(
  send: Send,
  named: Pick<InputOf<typeof listRegressions>, 'chain' | 'version'>,
): Promise<Regression[]> {
  const all: Regression[] = []
  for (let cursor: string | undefined; ; ) {
    const { regressions, next } = await send(listRegressions, { ...named, cursor })
    all.push(...regressions)
    if (!next) return all
    cursor = next
  }
}
