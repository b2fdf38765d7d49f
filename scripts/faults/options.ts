import { readArguments, readParts, wholeNumber } from '../provision/arguments'
import { Refusal } from '../provision/progress'

const partNames = ['kill', 'disk', 'clock', 'rolling'] as const
export type PartName = (typeof partNames)[number]

export type Options = {
  parts: readonly PartName[]
  rounds: number
  requests: number
  seed: number
  /** URL of a local server, or a cluster's coordinator, to kill instead of the embedded one; undefined for the embedded one. */
  cluster: string | undefined
}

const usage = `npm run faults [-- ${partNames.join(',')}] [-- --rounds 40 --requests 10000 --seed 1] [-- kill --cluster URL]`

const text = { type: 'string' } as const
const options = { rounds: text, requests: text, seed: text, cluster: text }

/**
 * Parses the faults to run, and how many.
 * @throws Refusal naming the invalid argument
 */
export function readOptions(args: string[]): Options {
  const { values, positionals } = readArguments({ args, allowPositionals: true, options }, usage)
  const named = readParts(positionals, partNames, usage)
  if (values.cluster !== undefined && named.join() !== 'kill')
    throw new Refusal(`--cluster is for the part kill alone.\n${usage}`)
  return {
    parts: named.length === 0 ? partNames : named,
    rounds: wholeNumber('rounds', values.rounds, 1) ?? 14,
    requests: wholeNumber('requests', values.requests, 1) ?? 10_000,
    seed: wholeNumber('seed', values.seed, 1) ?? 1,
    cluster: values.cluster,
  }
}
