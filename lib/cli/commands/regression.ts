import { writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { listRegressions, type Regression } from '@/lib/contracts/regressions'
import { formatChange, formatInterval, formatPercent, formatScore } from '@/lib/format/number'
import { type ConnectionOptions, connect, withConnection } from '../connection'
import { EXIT, type ExitCode, exitHelp, UsageError } from '../exit-codes'
import { toJunit } from '../regression/to-junit'
import { toMarkdown } from '../regression/to-markdown'
import { exitOf, tellOdds, tellVerdict, verdictWords } from '../regression/verdict-words'
import { toTable } from '../table'
import type { Color, Terminal } from '../terminal'

type Flags = ConnectionOptions & {
  chain?: string
  version?: string
  json?: boolean
  junit?: string
  markdown?: string
}

export const REGRESSION_EXITS = {
  [EXIT.ok]: 'not worse',
  [EXIT.regressed]: 'regressed: the mean fell by more than the threshold of the chain',
  [EXIT.inconclusive]: 'too few live runs, or nothing to compare with',
}

/** `veritas regression`: whether the newest versions are worse than the ones before them. */
export function regressionCommand(program: Command, terminal: Terminal, end: (code: ExitCode) => void): void {
  withConnection(
    program
      .command('regression')
      .description('Compare the newest version of each chain with the one before it. The exit code is the verdict.')
      .option('--chain <name>', 'only this chain')
      .option('--version <version>', 'this version of the chain instead of the newest')
      .option('--junit <file>', 'also write JUnit XML to this file')
      .option('--markdown <file>', 'also write a summary in Markdown, such as for $GITHUB_STEP_SUMMARY')
      .option('--json', 'print the answer as JSON')
      .addHelpText('after', exitHelp(REGRESSION_EXITS)),
  ).action(async ({ url, apiKey, chain, version, json, junit, markdown }: Flags) => {
    if (version !== undefined && chain === undefined) throw new UsageError('--version: say --chain as well')
    const send = connect({ url, ...(apiKey !== undefined && { apiKey }) }, terminal)
    const { regressions } = await send(listRegressions, { chain, version })
    if (junit !== undefined) await writeFile(junit, toJunit(regressions))
    if (markdown !== undefined) await writeFile(markdown, toMarkdown(regressions))
    if (json) terminal.out(JSON.stringify({ regressions }, null, 2))
    else for (const line of tell(regressions, terminal)) terminal.out(line)
    end(exitOf(regressions))
  })
}

const COLORS: Record<Regression['verdict'], Color> = {
  regression: 'red',
  ok: 'green',
  insufficient_sample: 'yellow',
  no_baseline: 'yellow',
}

/** The verdict of each chain in a table, and in sentences for a single one or one that is worse. */
export function tell(regressions: readonly Regression[], { paint }: Pick<Terminal, 'paint'>): string[] {
  if (regressions.length === 0) return ['no chain has a version yet']
  const [titles = '', ...rows] = toTable(
    ['chain', 'version', 'before', 'runs', 'mean', 'change', 'interval of the drop', 'chance', 'verdict'],
    regressions.map(({ chain, version, prior, current, delta, probability, verdict }) => [
      chain,
      version,
      prior ? `${prior.version} ${formatScore(prior.mean)}` : formatScore(null),
      prior ? `${prior.n}/${current.n}` : `${current.n}`,
      formatScore(current.mean),
      formatChange(delta === null ? null : -delta),
      formatInterval(probability?.interval),
      formatPercent(probability?.exceeds),
      verdictWords[verdict],
    ]),
  )
  const colored = rows.map((row, place) => {
    const { verdict } = regressions[place] ?? { verdict: 'ok' as const }
    const words = verdictWords[verdict]
    return `${row.slice(0, row.length - words.length)}${paint(COLORS[verdict], words)}`
  })
  const inWords = regressions.filter(({ verdict }) => regressions.length === 1 || verdict === 'regression')
  const sentences = inWords.flatMap((item) => [
    '',
    `${item.chain} ${tellVerdict(item)}`,
    ...[tellOdds(item), item.gate && `Gate (${item.gate.state.replace('_', ' ')}): ${item.gate.url}`].filter(
      (line) => line !== null,
    ),
  ])
  return [paint('dim', titles), ...colored, ...sentences]
}
