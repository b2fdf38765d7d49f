import { readArguments, readParts, wholeNumber } from '../provision/arguments'

export const partNames = [
  'scoring',
  'regression',
  'judgement',
  'ingest',
  'single',
  'shared',
  'traces',
  'ends',
  'tools',
  'read',
  'decision',
  'pages',
  'memory',
  'start',
  'scale',
  'flat',
  'citus',
] as const
/** Takes longer than all other parts together, or needs a cluster: only measured if named. */
const namedOnly: readonly PartName[] = ['scale', 'flat', 'citus']
type PartName = (typeof partNames)[number]

/** Parts that start what they measure, and need no running app. */
const ownParts = ['scoring', 'regression', 'judgement', 'start'] as const
export type DeskPartName = Exclude<PartName, (typeof ownParts)[number]>
export const needsDesk = (part: PartName): part is DeskPartName => !ownParts.some((own) => own === part)

export type Options = {
  parts: readonly PartName[]
  isWhole: boolean
  runs: number
  rounds: number
  /** Runs in each project of the part `scale`, ascending. */
  sizes: readonly number[]
  /** Runs that the part `flat` sends. */
  sent: number
  /** A folder whose server is kept for the next bench; undefined for a temporary one. */
  desk: string | undefined
  /** Only pages whose name contains this, in the part `pages`; undefined for all. */
  only: string | undefined
  /** Whether the measured sections replace those of the same title in BENCHMARKS.md after an incomplete run. */
  isWritten: boolean
  /** A file of real versions, scored item by item; undefined for the default location. */
  pairs: string | undefined
  /** The coordinator of a Citus cluster on this machine, for the part `citus`. */
  cluster: string | undefined
  /** A folder of published data with labels; undefined for the default location. */
  data: string | undefined
}

const usage = `npm run bench [-- ${partNames.join(',')}]
  [-- --runs 1000000 --rounds 7 --sizes 10000,100000,1000000 --sent 500000 --only NAME --desk FOLDER --write --pairs FILE --data FOLDER --cluster URL]`

const text = { type: 'string' } as const
const options = {
  runs: text,
  rounds: text,
  sizes: text,
  sent: text,
  desk: text,
  only: text,
  pairs: text,
  data: text,
  cluster: text,
  write: { type: 'boolean' },
} as const

/**
 * Parses what to measure and at which size.
 * @throws Refusal naming the invalid argument
 */
export function readOptions(args: string[]): Options {
  const { values, positionals } = readArguments({ args, allowPositionals: true, options }, usage)
  const named = readParts(positionals, partNames, usage)
  const usual = partNames.filter((part) => !namedOnly.includes(part))
  const parts = named.length === 0 ? usual : named
  const sizes = { runs: wholeNumber('runs', values.runs, 20_000), rounds: wholeNumber('rounds', values.rounds, 1) }
  const isWhole = usual.every((part) => parts.includes(part)) && Object.keys(values).length === 0
  const { pairs, data, desk, only, cluster } = values
  return {
    parts,
    isWhole,
    runs: sizes.runs ?? 1_000_000,
    sent: wholeNumber('sent', values.sent, 10_000) ?? 500_000,
    rounds: sizes.rounds ?? 7,
    sizes: (values.sizes ?? '10000,100000,1000000')
      .split(',')
      .flatMap((text) => wholeNumber('sizes', text, 1_000) ?? [])
      .sort((a, b) => a - b),
    isWritten: values.write ?? false,
    ...{ desk, only, pairs, data, cluster },
  }
}
