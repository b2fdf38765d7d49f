import { readArguments, wholeNumber } from '../provision/arguments'
import type { FuzzOptions } from './run-fuzz'

const usage = 'npm run fuzz [-- --cases 20000] [-- --seed 1] [-- --seed 1:734 (one case again)]'

const text = { type: 'string' } as const

/**
 * Parses the number of requests and the seed.
 * @throws Refusal naming the invalid argument
 */
export function readOptions(args: string[]): FuzzOptions {
  const options = { cases: text, seed: text }
  const { cases = '20000', seed = '1' } = readArguments({ args, options }, usage).values
  const [own = '', only] = seed.split(':')
  return {
    cases: wholeNumber('cases', cases, 1),
    seed: wholeNumber('seed', own, 0),
    only: only === undefined ? undefined : wholeNumber('seed', only, 0),
  }
}
