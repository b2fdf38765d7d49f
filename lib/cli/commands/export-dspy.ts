import { Option } from 'commander'
import type { Range } from '@/lib/contracts/primitives'
import { exportDspy } from '@/lib/contracts/run-export'
import { ranges } from '@/lib/contracts/vocabulary'
import { type ConnectionOptions, connectStream, toShare, toWholeNumber, withConnection } from '../connection'
import { EXIT, exitHelp } from '../exit-codes'
import { writeLines } from '../files'
import type { AddCommands } from '../terminal'

type Flags = ConnectionOptions & {
  minScore?: number
  chain?: string
  version?: string
  range?: Range
  valShare?: number
  seed?: number
  includeFailures?: boolean
  out?: string
  json?: boolean
}

const HELP = `
Each line is one run: request_* and output_* columns, then score, passed, feedback, decision,
chain, chain_version, scenario, run_id and split. Every line has the same keys and types; missing
text is "". The feedback is the reviewer's text, else the issues found.

  veritas export-dspy --min-score 0.7 --out examples.jsonl
  dspy.datasets.DataLoader().from_json("examples.jsonl", input_keys=("request_question",))
${exitHelp({ [EXIT.ok]: 'the examples were written, even if none', [EXIT.failed]: 'no such chain or version, or another failure' })}`

/** `veritas export-dspy`: exports runs as training examples, as JSON lines. */
export const exportDspyCommand: AddCommands = (program, terminal) => {
  withConnection(
    program
      .command('export-dspy')
      .description('Export runs as JSON lines for DSPy: live, completed and unblocked ones that have a score.')
      .option('--min-score <score>', 'minimum score, inclusive', toShare)
      .option('--chain <name>', 'only runs of this chain')
      .option('--version <version>', 'only runs of this version')
      .addOption(new Option('--range <period>', 'only runs of this period until now').choices(ranges))
      .option('--val-share <share>', 'share of the scenarios labelled "val"; a scenario is never split (0.2)', toShare)
      .option('--seed <number>', 'seed of the split', toWholeNumber(0, 4_294_967_295))
      .option('--include-failures', 'include failed, blocked and lower-scored runs; "passed" tells them apart')
      .option('--out <file>', 'write to this file instead of standard output')
      .option('--json', 'with --out: print the number of examples as JSON; the examples themselves are always JSON')
      .addHelpText('after', HELP),
  ).action(async ({ url, apiKey, out, json, ...input }: Flags) => {
    const open = connectStream({ url, apiKey }, terminal)
    const bytes = await open(exportDspy, {
      ...input,
      chain: input.chain === undefined ? undefined : [input.chain],
      version: input.version === undefined ? undefined : [input.version],
    })
    await writeLines(bytes, { out, json, noun: 'example' }, terminal)
  })
}
