import { getBrief } from '@/lib/contracts/briefs'
import { type ConnectionOptions, connect, toId, withConnection } from '../connection'
import { UsageError } from '../exit-codes'
import type { AddCommands } from '../terminal'

type BriefFlags = ConnectionOptions & { run?: string; gate?: string; failureGroup?: string; json?: boolean }

/** `veritas brief`: prints what went wrong and what to keep, as Markdown. */
export const briefCommand: AddCommands = (program, terminal) => {
  withConnection(
    program
      .command('brief')
      .description('Print what went wrong and what to keep, for a run, a gate or a failure group.')
      .option('--run <id>', "a run, by the desk's id or your own")
      .option('--gate <id>', 'a gate, by its id', toId)
      .option('--failure-group <fingerprint>', 'a failure group')
      .option('--json', 'print the answer as JSON'),
  ).action(async ({ url, apiKey, run, gate, failureGroup, json }: BriefFlags) => {
    const named = [run, gate, failureGroup].filter((value) => value !== undefined)
    if (named.length !== 1) throw new UsageError('name one of --run, --gate and --failure-group')
    const brief = await connect({ url, apiKey }, terminal)(getBrief, { run, gate, failureGroup })
    terminal.note(brief.headline)
    terminal.out(json ? JSON.stringify(brief, null, 2) : brief.markdown.trimEnd())
  })
}
