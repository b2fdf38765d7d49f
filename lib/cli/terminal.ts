import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { styleText } from 'node:util'
import type { Command } from 'commander'
import { escapeUnseen } from '@/lib/presentation/format/text'
import type { ExitCode } from './exit-codes'

export type Color = 'red' | 'yellow' | 'green' | 'dim'

/** I/O of a command, injected so that tests can observe it. */
export type Terminal = {
  /** Prints a line of the result. */
  out(line: string): void
  /** Writes result bytes with backpressure. Rejects with ReaderGone if the reader has closed its end. */
  write(bytes: Uint8Array): Promise<void>
  /** Resolves when all results are written: the error if some were lost, or null. A closed reader is not an error. */
  flushed(): Promise<Error | null>
  /** Prints progress, warnings and errors; never results. */
  note(line: string): void
  /** Overwrites the current line of a terminal; does nothing without one. */
  redraw(text: string): void
  isInteractive: boolean
  /** Colours text of a result, if results go to a terminal that supports colours. */
  paint(color: Color, text: string): string
  fetch: typeof globalThis.fetch
  /** Aborted when the user or the system interrupts the command. */
  signal: AbortSignal
  /** Milliseconds of a monotonic clock. */
  now(): number
  sleep(ms: number): Promise<void>
  /** Standard input as a stream. */
  stdin(): Readable
  /** Reads standard input to its end. Rejects with RangeError beyond `maxBytes`. */
  readStdin(maxBytes: number): Promise<Uint8Array>
}

/** Adds commands to a program or group. `end` sets the exit code of one that did not simply succeed. */
export type AddCommands = (program: Command, terminal: Terminal, end: (code: ExitCode) => void) => void

/** The reader of the results closed its end, like `head`: not a failure, but the command stops. */
export class ReaderGone extends Error {}

const ESCAPE = '\u001b'
const CLEAR_LINE = `\r${ESCAPE}[2K`
/** The colours of `paint`. */
const PAINTED = new RegExp(`(${ESCAPE}\\[(?:2|22|31|32|33|39)m)`)

/** Text of runs and answers must not control the terminal: only colours are kept. */
const harmless = (line: string) =>
  line
    .split(PAINTED)
    .map((part, index) => (index % 2 === 1 ? part : escapeUnseen(part)))
    .join('')

/** The terminal of this process. */
export function processTerminal(signal: AbortSignal): Terminal {
  const isInteractive = process.stderr.isTTY === true
  let lost: Error | null = null
  process.stdout.on('error', (error) => {
    if (!isClosedPipe(error)) lost ??= error
  })
  // A closed stderr must not stop the command.
  process.stderr.on('error', () => {})
  return {
    out: (line) => process.stdout.write(`${harmless(line)}\n`),
    write: (bytes) =>
      new Promise((resolve, reject) => {
        process.stdout.write(bytes, (error) => {
          if (!error) resolve()
          else reject(isClosedPipe(error) ? new ReaderGone() : error)
        })
      }),
    flushed: () =>
      new Promise((resolve) => {
        // The stream reports a failed write one tick later.
        process.stdout.write('', () => setImmediate(() => resolve(lost)))
      }),
    note: (line) => process.stderr.write(`${isInteractive ? CLEAR_LINE : ''}${harmless(line)}\n`),
    redraw: (text) =>
      isInteractive && process.stderr.write(`${CLEAR_LINE}${harmless(text).slice(0, process.stderr.columns - 1)}`),
    isInteractive,
    // Respects NO_COLOR and FORCE_COLOR, and leaves files and pipes plain.
    paint: (color, text) => styleText(color, text, { stream: process.stdout }),
    fetch: globalThis.fetch,
    signal,
    now: () => performance.now(),
    sleep: async (ms) => void (await delay(ms, undefined, { signal })),
    stdin: () => interruptible(process.stdin, signal),
    async readStdin(maxBytes) {
      const chunks: Buffer[] = []
      let size = 0
      for await (const chunk of interruptible(process.stdin, signal)) {
        size += chunk.length
        if (size > maxBytes) throw new RangeError(`standard input is larger than ${maxBytes} bytes`)
        chunks.push(Buffer.from(chunk))
      }
      return Buffer.concat(chunks)
    },
  }
}

function interruptible(stream: Readable, signal: AbortSignal): Readable {
  signal.addEventListener('abort', () => stream.destroy(new Error('interrupted')), { once: true })
  return stream
}

function isClosedPipe(error: Error): boolean {
  return 'code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED')
}

/** Formats rows as aligned columns with titles. Numbers are right-aligned. */
export function toTable(titles: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const shapes = titles.map((title, place) => {
    const cells = rows.map((row) => row[place] ?? '')
    return {
      width: Math.max(title.length, ...cells.map((cell) => cell.length)),
      isNumber:
        cells.some((cell) => /\d/.test(cell)) &&
        cells.every((cell) => /^([-+\u2212<>]?[\d.,]+( %)?|\u2014)$/.test(cell)),
    }
  })
  const toLine = (cells: readonly string[]) =>
    shapes
      .map(({ width, isNumber }, place) => (isNumber ? cells[place]?.padStart(width) : cells[place]?.padEnd(width)))
      .join('  ')
      .trimEnd()
  return [toLine(titles), ...rows.map(toLine)]
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const GRACE_MS = 5000
// A terminal signals the whole process group, and the parent forwards its own: the same signal arrives twice.
const SAME_MS = 500

/**
 * Turns the first interrupt into an abort, so that work in progress is cleaned up; a second one, or `GRACE_MS` later, exits the process.
 * The loss of the parent process counts as an interrupt.
 */
export function untilInterrupted(exitCode: number): { signal: AbortSignal; release: () => void } {
  const stop = new AbortController()
  let since = 0
  const onSignal = () => {
    if (stop.signal.aborted && Date.now() - since > SAME_MS) process.exit(exitCode)
    if (stop.signal.aborted) return
    since = Date.now()
    stop.abort()
    setTimeout(() => process.exit(exitCode), GRACE_MS).unref()
  }
  const release = () => {
    for (const name of SIGNALS) process.off(name, onSignal)
  }
  for (const name of SIGNALS) process.on(name, onSignal)
  process.once('disconnect', onSignal)
  process.channel?.unref()
  return { signal: stop.signal, release }
}
