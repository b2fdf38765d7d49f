import { Option } from 'commander'
import {
  claimDeadLetters,
  type DeadLetterCategory,
  type DeadLetterStatus,
  listDeadLetters,
  reportDeadLetter,
} from '@/lib/contracts/dead-letters'
import { deadLetterCategories, deadLetterStatuses } from '@/lib/contracts/vocabulary'
import { formatPlural } from '@/lib/presentation/format/number'
import { type ConnectionOptions, connect, toId, toWholeNumber, withConnection } from '../connection'
import { type AddCommands, toTable } from '../terminal'

type Flags = ConnectionOptions & { json?: boolean }
type ListFlags = Flags & {
  status?: DeadLetterStatus
  category?: DeadLetterCategory
  operation?: string
  limit: number
}
type ReportFlags = Flags & {
  attempt: number
  outcome: 'success' | 'failure'
  error?: string
  category?: DeadLetterCategory
  note?: string
}

/** `veritas dlq`: the worker's side of dead letters. Only people can abandon or resolve one. */
export const dlqCommand: AddCommands = (program, terminal, end) => {
  const dlq = program.command('dlq').description('Read dead letters, claim some for a retry, and report the outcome.')
  for (const add of [addList, addClaim, addReport]) add(dlq, terminal, end)
}

const category = () => new Option('--category <category>').choices(deadLetterCategories)

const addList: AddCommands = (dlq, terminal) => {
  withConnection(
    dlq
      .command('list')
      .description('List dead letters, newest first.')
      .addOption(new Option('--status <status>', 'only those with this status').choices(deadLetterStatuses))
      .addOption(category())
      .option('--operation <name>', 'only those of this operation')
      .option('--limit <count>', 'maximum number', toWholeNumber(1, 200), 50)
      .option('--json', 'print the answer as JSON'),
  ).action(async ({ status, category: kind, operation, limit, json, ...flags }: ListFlags) => {
    const answer = await connect(flags, terminal)(listDeadLetters, {
      status: status && [status],
      category: kind && [kind],
      operation: operation === undefined ? undefined : [operation],
      limit,
    })
    if (json) terminal.out(JSON.stringify(answer, null, 2))
    else if (answer.items.length === 0) terminal.out('no matching dead letters')
    else {
      const rows = answer.items.map((item) => [
        item.id,
        item.status,
        item.category,
        `${item.attempts}/${item.maxAttempts}`,
        item.nextRetry ?? '',
        item.operation,
        firstLine(item.error),
      ])
      for (const line of toTable(['id', 'status', 'category', 'tries', 'next retry', 'operation', 'error'], rows))
        terminal.out(line)
    }
    if (answer.next !== null) terminal.note(`the first ${formatPlural(limit, 'dead letter')}; --limit shows more`)
  })
}

const addClaim: AddCommands = (dlq, terminal) => {
  withConnection(
    dlq
      .command('claim')
      .description('Lease due dead letters for five minutes, to retry them. Report the outcome of each.')
      .argument('<operation>', 'prefix of the operations, like tool: or mcp:playwright:')
      .option('--limit <count>', 'maximum number', toWholeNumber(1, 100), 10)
      .option('--worker <name>', 'name of the worker, shown to people')
      .option('--json', 'print the answer with the arguments, as JSON'),
  ).action(async (operation: string, { limit, worker, json, ...flags }: Flags & { limit: number; worker?: string }) => {
    const answer = await connect(flags, terminal)(claimDeadLetters, { operation, limit, worker })
    if (json) terminal.out(JSON.stringify(answer, null, 2))
    else if (answer.claimed.length === 0) terminal.out('nothing is due')
    else {
      const rows = answer.claimed.map((item) => [item.id, `${item.attempt}`, item.operation, firstLine(item.error)])
      for (const line of toTable(['id', 'attempt', 'operation', 'last error'], rows)) terminal.out(line)
      terminal.note(`leased until ${answer.leaseUntil}`)
    }
  })
}

const addReport: AddCommands = (dlq, terminal) => {
  withConnection(
    dlq
      .command('report')
      .description('Report the outcome of a claimed retry.')
      .argument('<id>', 'id of the dead letter', toId)
      .requiredOption('--attempt <number>', 'the attempt number from the claim', toWholeNumber(1, 1_000_000))
      .addOption(new Option('--outcome <outcome>').choices(['success', 'failure']).makeOptionMandatory())
      .option('--error <text>', 'why it failed again')
      .addOption(category())
      .option('--note <text>', 'a note for people')
      .option('--json', 'print the answer as JSON'),
  ).action(async (deadLetterId: string, { json, url, apiKey, ...report }: ReportFlags) => {
    const answer = await connect({ url, apiKey }, terminal)(reportDeadLetter, { deadLetterId, ...report })
    const { status, nextRetry } = answer.item
    if (json) terminal.out(JSON.stringify(answer, null, 2))
    else terminal.out(`${deadLetterId}: ${status}${nextRetry ? `, next retry ${nextRetry}` : ''}`)
  })
}

const MAX_ERROR = 80

function firstLine(text: string): string {
  const [line = ''] = text.split('\n')
  return line.length > MAX_ERROR ? `${line.slice(0, MAX_ERROR - 1)}\u2026` : line
}
