import { type Command, InvalidArgumentError } from 'commander'
import { MAX_BODY_BYTES } from '@/lib/contracts/ingest'
import { isRecord } from '@/lib/contracts/is-record'
import { claimTrials, reportTrial, type TrialOrder } from '@/lib/contracts/trials'
import { formatPlural } from '@/lib/format/number'
import { parseJsonText } from '@/lib/operations/parse-json'
import { type ConnectionOptions, connect, type Send, withConnection } from '../connection'
import { EXIT, type ExitCode } from '../exit-codes'
import type { Terminal } from '../terminal'
import { runCommand } from '../trials/run-command'

type Flags = ConnectionOptions & {
  chain: string
  version: string
  exec: string
  timeout: number
  worker?: string
  json?: boolean
}

type Count = { done: number; failed: number; cancelled: number }

const MAX_TIMEOUT_S = 540

/** `veritas run-trials`: runs a version's queued trials by a command of this machine. */
export function runTrialsCommand(program: Command, terminal: Terminal, end: (code: ExitCode) => void): void {
  withConnection(
    program
      .command('run-trials')
      .description('Run the queued trials of a version whose executor is local: a request in, a run out, as JSON.')
      .requiredOption('--chain <name>', 'the chain')
      .requiredOption('--version <version>', 'its version')
      .requiredOption('--exec <command>', 'reads the order on standard input and prints the body of a run')
      .option('--timeout <seconds>', `what one trial may take, at most ${MAX_TIMEOUT_S}`, toSeconds, 300)
      .option('--worker <name>', 'name of this worker, shown to people')
      .option('--json', 'print the counts as JSON'),
  ).action(async (flags: Flags) => {
    const send = connect(flags, terminal)
    const count = await runAll(send, flags, terminal)
    if (flags.json) terminal.out(JSON.stringify(count))
    else
      terminal.out(
        `${formatPlural(count.done + count.failed + count.cancelled, 'trial')} run: ${count.done} done, ${count.failed} failed${count.cancelled > 0 ? `, ${count.cancelled} cancelled meanwhile` : ''}`,
      )
    end(count.failed > 0 ? EXIT.failed : EXIT.ok)
  })
}

async function runAll(send: Send, flags: Flags, terminal: Terminal): Promise<Count> {
  const { chain, version, worker } = flags
  const count: Count = { done: 0, failed: 0, cancelled: 0 }
  for (;;) {
    const { claimed, queued } = await send(claimTrials, { chain, version, limit: 1, ...(worker && { worker }) })
    const [next] = claimed
    if (!next) return count
    const { attempt, ...order } = next
    terminal.redraw(`${order.kind} ${order.scenario ?? ''}, ${queued} more`)
    const { status, error } = await send(reportTrial, {
      trialId: order.trialId,
      attempt,
      ...(await perform(order, flags, terminal.signal)),
    })
    terminal.redraw('')
    if (status === 'done' || status === 'cancelled') count[status]++
    else count.failed++
    if (error) terminal.note(`${order.kind} ${order.scenario ?? ''}: ${error}`)
  }
}

async function perform(order: TrialOrder, { exec, timeout }: Flags, signal: AbortSignal) {
  const started = performance.now()
  const outcome = await runCommand(exec, `${JSON.stringify(order)}\n`, {
    timeoutMs: timeout * 1000,
    maxBytes: MAX_BODY_BYTES,
    signal,
  })
  const durationMs = Math.round(performance.now() - started)
  if ('error' in outcome) return { error: outcome.error, durationMs }
  const run = readRun(outcome.text)
  if (run) return { run, durationMs }
  return { error: { message: `the command printed no JSON object: ${outcome.text.trim().slice(0, 300)}` }, durationMs }
}

function readRun(text: string): Record<string, unknown> | null {
  try {
    const value = parseJsonText(text)
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

function toSeconds(text: string): number {
  const seconds = Number(text)
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= MAX_TIMEOUT_S) return seconds
  throw new InvalidArgumentError(`expected a whole number from 1 to ${MAX_TIMEOUT_S}.`)
}
