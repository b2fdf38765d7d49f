import { parseArgs } from 'node:util'
import { Refusal } from '../provision/progress'

export const partNames = [
  'scoring',
  'regression',
  'judgement',
  'ingest',
  'single',
  'shared',
  'tools',
  'read',
  'decision',
  'javascript',
  'memory',
  'start',
] as const
export type PartName = (typeof partNames)[number]

/** Parts that bring along what they measure, and need no desk that runs already. */
const ownParts = ['scoring', 'regression', 'judgement', 'start'] as const
export type DeskPartName = Exclude<PartName, (typeof ownParts)[number]>
export const needsDesk = (part: PartName): part is DeskPartName => !ownParts.some((own) => own === part)

export type Options = {
  parts: readonly PartName[]
  isWhole: boolean
  runs: number
  rounds: number
  /** A file of real versions, scored item by item; undefined where the usual place is looked at. */
  pairs: string | undefined
  /** A folder of published data with labels; undefined where the usual place is looked at. */
  data: string | undefined
}

const usage = `npm run bench [-- ${partNames.join(',')}] [-- --runs 1000000 --rounds 7 --pairs FILE --data FOLDER]`

/**
 * What to measure and at which size.
 * @throws Refusal naming what is not understood.
 */
export function readOptions(args: string[]): Options {
  const { values, positionals } = parse(args)
  const named = positionals.flatMap((word) => word.split(',')).filter(Boolean)
  const unknown = named.filter((name) => !partNames.some((part) => part === name))
  if (unknown.length > 0) throw new Refusal(`No part ${unknown.join(', ')}.\n${usage}`)
  const parts = named.length === 0 ? partNames : partNames.filter((part) => named.includes(part))
  const sizes = { runs: wholeNumber('runs', values.runs, 20_000), rounds: wholeNumber('rounds', values.rounds, 1) }
  const isWhole = parts.length === partNames.length && values.runs === undefined && values.rounds === undefined
  const { pairs, data } = values
  return { parts, isWhole, runs: sizes.runs ?? 1_000_000, rounds: sizes.rounds ?? 7, pairs, data }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        runs: { type: 'string' },
        rounds: { type: 'string' },
        pairs: { type: 'string' },
        data: { type: 'string' },
      },
    })
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : error}\n${usage}`)
  }
}

function wholeNumber(name: string, text: string | undefined, least: number) {
  if (text === undefined) return undefined
  const value = Number(text)
  if (Number.isInteger(value) && value >= least) return value
  throw new Refusal(`--${name} takes a whole number of ${least} or more.`)
}
