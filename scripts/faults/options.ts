import { parseArgs } from 'node:util'
import { Refusal } from '../provision/progress'

export const partNames = ['kill', 'disk', 'clock', 'rolling'] as const
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

/**
 * Parses the faults to run, and how many.
 * @throws Refusal naming the invalid argument
 */
export function readOptions(args: string[]): Options {
  const { values, positionals } = parse(args)
  const named = positionals.flatMap((word) => word.split(',')).filter(Boolean)
  const unknown = named.filter((name) => !partNames.some((part) => part === name))
  if (unknown.length > 0) throw new Refusal(`No part ${unknown.join(', ')}.\n${usage}`)
  if (values.cluster !== undefined && named.join() !== 'kill')
    throw new Refusal(`--cluster is for the part kill alone.\n${usage}`)
  return {
    parts: named.length === 0 ? partNames : partNames.filter((part) => named.includes(part)),
    rounds: wholeNumber('rounds', values.rounds) ?? 14,
    requests: wholeNumber('requests', values.requests) ?? 10_000,
    seed: wholeNumber('seed', values.seed) ?? 1,
    cluster: values.cluster,
  }
}

function parse(args: string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { rounds: text, requests: text, seed: text, cluster: text },
    })
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : error}\n${usage}`)
  }
}

function wholeNumber(name: string, text: string | undefined) {
  if (text === undefined) return undefined
  const value = Number(text)
  if (Number.isInteger(value) && value > 0) return value
  throw new Refusal(`--${name} takes a whole number of 1 or more.\n${usage}`)
}
