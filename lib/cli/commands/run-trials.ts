import { spawn } from 'node:child_process'
import { MAX_BODY_BYTES } from '@/lib/contracts/ingest'
import { isRecord } from '@/lib/contracts/is-record'
import { claimTrials, reportTrial, type TrialOrder } from '@/lib/contracts/trials'
import { quoteLargeIntegers } from '@/lib/ingest/exact-json'
import { parseJsonText } from '@/lib/operations/parse-json'
import { formatPlural } from '@/lib/presentation/format/number'
import { type ConnectionOptions, connect, type Send, toWholeNumber, withConnection } from '../connection'
import { EXIT } from '../exit-codes'
import type { AddCommands, Terminal } from '../terminal'

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

/** `veritas run-trials`: runs the queued trials of a version with a local command. */
export const runTrialsCommand: AddCommands = (program, terminal, end) => {
  withConnection(
    program
      .command('run-trials')
      .description('Run the queued trials of a version with a local executor: a request in, a run out, as JSON.')
      .requiredOption('--chain <name>', 'the chain')
      .requiredOption('--version <version>', 'its version')
      .requiredOption('--exec <command>', 'reads the trial on standard input and prints the body of a run')
      .option(
        '--timeout <seconds>',
        `timeout of one trial, at most ${MAX_TIMEOUT_S}`,
        toWholeNumber(1, MAX_TIMEOUT_S),
        300,
      )
      .option('--worker <name>', 'name of this worker, shown to people')
      .option('--json', 'print the counts as JSON'),
  ).action(async (flags: Flags) => {
    const send = connect(flags, terminal)
    const count = await runAll(send, flags, terminal)
    if (flags.json) terminal.out(JSON.stringify(count))
    else
      terminal.out(
        `${formatPlural(count.done + count.failed + count.cancelled, 'trial')} run: ${count.done} done, ${count.failed} failed${count.cancelled > 0 ? `, ${count.cancelled} cancelled in the meantime` : ''}`,
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
  return {
    error: { message: `the command did not print a JSON object: ${outcome.text.trim().slice(0, 300)}` },
    durationMs,
  }
}

function readRun(text: string): Record<string, unknown> | null {
  try {
    const value = parseJsonText(quoteLargeIntegers(text))
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

/** The output of a command, or why there is none. */
type CommandOutcome = { text: string } | { error: { message: string; code?: string } }

type CommandLimits = { timeoutMs: number; maxBytes: number; signal?: AbortSignal }

const MAX_STDERR = 2000

/**
 * Runs a shell command with `input` on its standard input. A non-zero exit code, a timeout or too much output is returned as an outcome,
 * not thrown; the whole process group is killed at the end.
 */
export function runCommand(
  line: string,
  input: string,
  { timeoutMs, maxBytes, signal: interruption }: CommandLimits,
): Promise<CommandOutcome> {
  return new Promise((resolve) => {
    const child = spawn(line, { shell: true, stdio: ['pipe', 'pipe', 'pipe'], detached: process.platform !== 'win32' })
    const printed: Buffer[] = []
    let size = 0
    let complaint = ''
    const end = (outcome: CommandOutcome) => {
      clearTimeout(timer)
      interruption?.removeEventListener('abort', onInterrupt)
      stop(child.pid)
      resolve(outcome)
    }
    const onInterrupt = () => end({ error: { message: 'interrupted' } })
    interruption?.addEventListener('abort', onInterrupt)
    const timer = setTimeout(() => {
      end({ error: { message: `the command printed no run within ${timeoutMs / 1000} s`, code: 'ETIMEDOUT' } })
    }, timeoutMs)
    child.stdout.on('data', (part: Buffer) => {
      size += part.length
      if (size > maxBytes) end({ error: { message: `the command printed more than ${maxBytes} bytes` } })
      else printed.push(part)
    })
    child.stderr.on('data', (part: Buffer) => {
      complaint = `${complaint}${part}`.slice(-MAX_STDERR)
    })
    // A command that reads nothing closes the pipe; its output still counts.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    child.on('error', (error) => end({ error: { message: `the command cannot be started: ${error.message}` } }))
    child.on('close', (code, signal) => {
      if (code === 0) return end({ text: Buffer.concat(printed).toString('utf8') })
      const how = signal ? `was ended by ${signal}` : `ended with code ${code}`
      end({ error: { message: `the command ${how}${complaint.trim() === '' ? '' : `: ${complaint.trim()}`}` } })
    })
  })
}

function stop(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
