import { exportPreferences } from '@/lib/contracts/run-export'
import { type ConnectionOptions, connectStream, toShare, toWholeNumber, withConnection } from '../connection'
import { EXIT, exitHelp } from '../exit-codes'
import { writeLines } from '../files'
import type { AddCommands } from '../terminal'

type Flags = ConnectionOptions & {
  chain?: string
  valShare?: number
  seed?: number
  out?: string
  json?: boolean
}

const HELP = `
Each line is a pair that people judged blind ("Which is better?"): prompt, chosen and rejected, then
chain, scenario, versions, runs, verdicts, agreeing and split. A request or an output that is no text
is written as JSON.

  veritas export-preferences --out preferences.jsonl
  datasets.load_dataset("json", data_files="preferences.jsonl")   # for trl's DPOTrainer
${exitHelp({ [EXIT.ok]: 'the preferences were written, even if none', [EXIT.failed]: 'no such chain, or another failure' })}`

/** `veritas export-preferences`: exports pairs that people judged as preferences for training, as JSON lines. */
export const exportPreferencesCommand: AddCommands = (program, terminal) => {
  withConnection(
    program
      .command('export-preferences')
      .description('Export pairs that people judged as JSON lines for DPO: prompt, chosen and rejected.')
      .option('--chain <name>', 'only pairs of this chain')
      .option('--val-share <share>', 'share of the scenarios labelled "val"; a scenario is never split (0.2)', toShare)
      .option('--seed <number>', 'seed of the split', toWholeNumber(0, 4_294_967_295))
      .option('--out <file>', 'write to this file instead of standard output')
      .option('--json', 'with --out: print the number of preferences as JSON; they themselves are always JSON')
      .addHelpText('after', HELP),
  ).action(async ({ url, apiKey, out, json, chain, ...input }: Flags) => {
    const open = connectStream({ url, apiKey }, terminal)
    const bytes = await open(exportPreferences, { ...input, chain: chain === undefined ? undefined : [chain] })
    await writeLines(bytes, { out, json, noun: 'preference' }, terminal)
  })
}
