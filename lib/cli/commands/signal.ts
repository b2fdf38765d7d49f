import { Option } from 'commander'
import { type AutomatedEvaluator, automatedEvaluators } from '@/lib/contracts/evaluators'
import { type SentSignalBody, sendSignals } from '@/lib/contracts/sent-signals'
import { uncapital } from '@/lib/presentation/format/text'
import { decisionLabels } from '@/lib/presentation/labels/verdicts'
import { type ConnectionOptions, connect, toShare, withConnection } from '../connection'
import { UsageError } from '../exit-codes'
import type { AddCommands } from '../terminal'

type SignalFlags = ConnectionOptions & {
  self?: number
  peer?: number
  downstream?: number | boolean
  id?: string
  source?: string
  comment?: string
  at?: string
  json?: boolean
}

/** `veritas signal`: sends signals for a run after it was sent, or before. */
export const signalCommand: AddCommands = (program, terminal) => {
  withConnection(
    program
      .command('signal')
      .description('Send signals of evaluators for a run, even before the run has arrived.')
      .argument('<run>', "the run, by the desk's id or your own")
      .option('--self <score>', 'the agent itself, 0 to 1', toShare)
      .option('--peer <score>', 'another agent or a judge, 0 to 1', toShare)
      .addOption(
        new Option('--downstream <value>', 'the consumer of the result: yes, no, or 0 to 1').argParser(toDownstream),
      )
      .option('--id <id>', 'your own id of a signal; sending it again changes nothing')
      .option('--source <name>', 'source of the signal')
      .option('--comment <text>', 'the reason')
      .option('--at <time>', 'time of the signal, ISO 8601; default: now')
      .option('--json', 'print the answer as JSON'),
  ).action(async (run: string, { url, apiKey, json, ...flags }: SignalFlags) => {
    const signals = toSignals(flags)
    const answer = await connect({ url, apiKey }, terminal)(sendSignals, { runId: run, signals })
    const { runId, accepted, duplicates, confidence, coverage, decision } = answer
    const known = duplicates > 0 ? `, ${duplicates} already known` : ''
    if (json) terminal.out(JSON.stringify(answer, null, 2))
    else if (runId === null) terminal.out(`${accepted} kept until ${run} arrives${known}`)
    else
      terminal.out(
        `${accepted} accepted${known}: confidence ${confidence?.toFixed(2) ?? 'none'}, coverage ${coverage.toFixed(2)}, ${decision ? uncapital(decisionLabels[decision]) : ''}`,
      )
  })
}

function toSignals({
  self,
  peer,
  downstream,
  ...details
}: Omit<SignalFlags, keyof ConnectionOptions>): SentSignalBody[] {
  const given = { self, peer, downstream } satisfies Record<AutomatedEvaluator, unknown>
  const signals = automatedEvaluators.flatMap((evaluator) => {
    const value = given[evaluator]
    return value === undefined ? [] : [{ evaluator, value, ...details }]
  })
  if (signals.length === 0)
    throw new UsageError(
      `name at least one of ${new Intl.ListFormat('en-GB').format(automatedEvaluators.map((who) => `--${who}`))}`,
    )
  if (details.id !== undefined && signals.length > 1)
    throw new UsageError('--id identifies one signal: send the others separately')
  return signals
}

const WORDS: Record<string, boolean> = { yes: true, true: true, no: false, false: false }

function toDownstream(text: string): number | boolean {
  return WORDS[text.trim().toLowerCase()] ?? toShare(text)
}
