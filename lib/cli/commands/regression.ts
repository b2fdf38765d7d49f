import { writeFile } from 'node:fs/promises'
import type { Regression } from '@/lib/contracts/regressions'
import { formatVersionChange } from '@/lib/presentation/format/fall'
import { formatChance, formatInterval, formatScore } from '@/lib/presentation/format/number'
import { type ConnectionOptions, connect, withConnection } from '../connection'
import { EXIT, exitHelp, UsageError } from '../exit-codes'
import { loadRegressions } from '../regression/load-regressions'
import { toJunit } from '../regression/to-junit'
import { toMarkdown } from '../regression/to-markdown'
import {
  exitOf,
  formatDrift,
  formatGateState,
  formatMean,
  formatOdds,
  formatVerdict,
  OUTCOME_COLORS,
  outcomeOf,
  verdictLabels,
} from '../regression/verdict-labels'
import { type AddCommands, type Terminal, toTable } from '../terminal'

type Flags = ConnectionOptions & {
  chain?: string
  version?: string
  json?: boolean
  junit?: string
  markdown?: string
}

export const REGRESSION_EXITS = {
  [EXIT.ok]: 'not worse, with a probability of .9 or more',
  [EXIT.regressed]: 'regressed: the mean dropped by more than the threshold of the chain, however certain the odds are',
  [EXIT.inconclusive]: 'unknown: inconclusive, too few live runs, or nothing to compare with',
}

const OF_SEVERAL = `
Of several chains, a regressed one decides, then an unknown one. Chains with nothing to compare with count only if none has.`

/** `veritas regression`: checks whether the newest versions are worse than the previous ones. */
export const regressionCommand: AddCommands = (program, terminal, end) => {
  withConnection(
    program
      .command('regression')
      .description('Compare the newest version of each chain with the previous one. The exit code is the verdict.')
      .option('--chain <name>', 'only this chain')
      .option('--version <version>', 'this version of the chain instead of the newest')
      .option('--junit <file>', 'also write JUnit XML to this file')
      .option('--markdown <file>', 'also write a Markdown summary, such as for $GITHUB_STEP_SUMMARY')
      .option('--json', 'print the answer as JSON')
      .addHelpText('after', `${exitHelp(REGRESSION_EXITS)}\n${OF_SEVERAL}`),
  ).action(async ({ url, apiKey, chain, version, json, junit, markdown }: Flags) => {
    if (version !== undefined && chain === undefined) throw new UsageError('--version requires --chain')
    const send = connect({ url, apiKey }, terminal)
    const regressions = await loadRegressions(send, { chain, version })
    if (json) terminal.out(JSON.stringify({ regressions }, null, 2))
    else for (const line of formatRegressions(regressions, terminal)) terminal.out(line)
    // Printed first, so that a failure to write the files does not lose the answer.
    if (junit !== undefined) await writeFile(junit, toJunit(regressions))
    if (markdown !== undefined) await writeFile(markdown, toMarkdown(regressions))
    end(exitOf(regressions))
  })
}

/** A table with the verdict of each chain, and sentences for a single chain or one that is worse. */
export function formatRegressions(regressions: readonly Regression[], { paint }: Pick<Terminal, 'paint'>): string[] {
  if (regressions.length === 0) return ['no chain has a version yet']
  const [titles = '', ...rows] = toTable(
    ['chain', 'version', 'before', 'runs', 'mean', 'change', 'interval of the drop', 'chance', 'verdict'],
    regressions.map((item) => [
      item.chain,
      item.version,
      item.prior ? `${item.prior.version} ${formatMean(item.prior)}` : formatScore(null),
      item.prior ? `${item.prior.n}/${item.current.n}` : `${item.current.n}`,
      formatMean(item.current),
      formatVersionChange({ ...item, quality: item.current }, item.threshold),
      formatInterval(item.probability?.interval),
      formatChance(item.probability?.exceeds),
      verdictLabels(item),
    ]),
  )
  const colored = rows.map((row, place) => {
    const item = regressions[place]
    const words = item ? verdictLabels(item) : ''
    return item ? `${row.slice(0, -words.length)}${paint(OUTCOME_COLORS[outcomeOf(item)], words)}` : row
  })
  const inWords = regressions.filter((item) => regressions.length === 1 || outcomeOf(item) === 'regressed')
  const sentences = inWords.flatMap((item) => [
    '',
    `${item.chain} ${formatVerdict(item)}`,
    ...[
      formatOdds(item),
      formatDrift(item),
      ...item.warnings.map(({ text }) => text),
      item.gate && `Gate (${formatGateState(item.gate)}): ${item.gate.url}`,
    ].filter((line) => line !== null),
  ])
  return [paint('dim', titles), ...colored, ...sentences]
}
