import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Profile } from '@/lib/contracts/primitives'
import { profiles } from '@/lib/contracts/primitives'
import { type RescorePage, rescoreRuns } from '@/lib/contracts/rescore'
import { type ConnectionOptions, connect, withConnection } from '../connection'
import { EXIT, type ExitCode, UsageError } from '../exit-codes'
import type { Terminal } from '../terminal'

type RescoreFlags = ConnectionOptions & {
  series: string
  profile?: Profile
  weights?: Record<string, number>
  chain?: string
  dryRun?: boolean
  json?: boolean
}

/** `veritas rescore`: history once more, under another profile or other weights, as a series of its own. */
export function rescoreCommand(program: Command, terminal: Terminal, end: (code: ExitCode) => void): void {
  withConnection(
    program
      .command('rescore')
      .description('Score stored runs again as a new series. The old series stays.')
      .requiredOption('--series <name>', 'name of the new series')
      .addOption(new Option('--profile <name>', 'scoring profile').choices(profiles))
      .option('--weights <factor=weight,...>', 'weights of the factors', toWeights)
      .option('--chain <name>', 'only runs of this chain')
      .option('--dry-run', 'compare and write nothing')
      .option('--json', 'print the result as JSON'),
  ).action(async ({ url, apiKey, json, ...input }: RescoreFlags) => {
    if (input.profile === undefined && input.weights === undefined)
      throw new UsageError('say --profile, --weights or both')
    const send = connect({ url, ...(apiKey !== undefined && { apiKey }) }, terminal)
    const total = { rescored: 0, changed: 0, unmeasured: 0 }
    let page: RescorePage | undefined
    do {
      page = await send(rescoreRuns, { ...input, cursor: page?.next ?? undefined })
      total.rescored += page.rescored
      total.changed += page.changed
      total.unmeasured += page.unmeasured
      terminal.redraw(`${total.rescored} runs scored again`)
    } while (page.next !== null)
    terminal.redraw('')
    if (json) terminal.out(JSON.stringify({ series: input.series, dryRun: input.dryRun ?? false, ...total }, null, 2))
    else
      terminal.out(
        `${total.rescored} runs scored again as "${input.series}"${input.dryRun ? ' (nothing was written)' : ''}: ${total.changed} differ, ${total.unmeasured} could not be measured`,
      )
    end(EXIT.ok)
  })
}

function toWeights(text: string): Record<string, number> {
  const pairs = text.split(',').map((pair) => pair.split('='))
  const weights = pairs.map(
    ([factor = '', weight = '']) => [factor.trim(), weight.trim() === '' ? Number.NaN : Number(weight)] as const,
  )
  if (weights.every(([factor, weight]) => factor !== '' && Number.isFinite(weight) && weight >= 0))
    return Object.fromEntries(weights)
  throw new InvalidArgumentError('expected factor=weight, several with commas between, none negative.')
}
