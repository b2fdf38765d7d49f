import { parseArgs } from 'node:util'
import { Refusal } from '../provision/progress'
import type { FuzzOptions } from './run-fuzz'

const usage = 'npm run fuzz [-- --cases 20000] [-- --seed 1] [-- --seed 1:734 (one case again)]'

/**
 * Parses the number of requests and the seed.
 * @throws Refusal naming the invalid argument
 */
export function readOptions(args: string[]): FuzzOptions {
  const { cases = '20000', seed = '1' } = parse(args)
  const [own = '', only] = seed.split(':')
  return {
    cases: wholeNumber('cases', cases, 1),
    seed: wholeNumber('seed', own, 0),
    only: only === undefined ? undefined : wholeNumber('seed', only, 0),
  }
}

function parse(args: string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({ args, options: { cases: text, seed: text } }).values
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : error}\n${usage}`)
  }
}

function wholeNumber(name: string, text: string, least: number): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isInteger(value) && value >= least) return value
  throw new Refusal(`--${name} takes a whole number of ${least} or more.\n${usage}`)
}
