import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { styleText } from 'node:util'

export type Color = 'red' | 'yellow' | 'green' | 'dim'

/** What a command may touch of the outside, handed in so that tests can watch. */
export type Terminal = {
  /** Results. */
  out(line: string): void
  /** Results as they come, as fast as they are taken. Rejects with ReaderGone once nobody reads them any more. */
  write(bytes: Uint8Array): Promise<void>
  /** Once all results are written: why some were lost, or null. That their reader had enough is no loss. */
  flushed(): Promise<Error | null>
  /** Progress, warnings and errors; never results. */
  note(line: string): void
  /** Overwrites the current line of a terminal; does nothing where there is none. */
  redraw(text: string): void
  isInteractive: boolean
  /** Colours a word of a result, where results go to a terminal that wants colours. */
  paint(color: Color, text: string): string
  fetch: typeof globalThis.fetch
  /** Aborted once the person or the system wants the command to end. */
  signal: AbortSignal
  /** Milliseconds on a clock that never goes back. */
  now(): number
  sleep(ms: number): Promise<void>
  /** Standard input as it comes. */
  stdin(): Readable
  /** Standard input to its end. Rejects with RangeError beyond `maxBytes`. */
  readStdin(maxBytes: number): Promise<string>
}

/** Who reads the results has closed its end, as `head` does: no failure, and nothing more to do. */
export class ReaderGone extends Error {}

const CLEAR_LINE = '\r\u001b[2K'

/** The terminal of this process. */
export function processTerminal(signal: AbortSignal): Terminal {
  const isInteractive = process.stderr.isTTY === true
  let lost: Error | null = null
  process.stdout.on('error', (error) => {
    if (!isClosedPipe(error)) lost ??= error
  })
  // Nobody reads the notes any more; the work goes on.
  process.stderr.on('error', () => {})
  return {
    out: (line) => process.stdout.write(`${line}\n`),
    write: (bytes) =>
      new Promise((resolve, reject) => {
        process.stdout.write(bytes, (error) => {
          if (!error) resolve()
          else reject(isClosedPipe(error) ? new ReaderGone() : error)
        })
      }),
    flushed: () =>
      new Promise((resolve) => {
        // The stream tells of a failed write a turn later.
        process.stdout.write('', () => setImmediate(() => resolve(lost)))
      }),
    note: (line) => process.stderr.write(`${isInteractive ? CLEAR_LINE : ''}${line}\n`),
    redraw: (text) =>
      isInteractive && process.stderr.write(`${CLEAR_LINE}${text.slice(0, process.stderr.columns - 1)}`),
    isInteractive,
    // Heeds NO_COLOR and FORCE_COLOR, and leaves files and pipes plain.
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
      return Buffer.concat(chunks).toString('utf8')
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

/** Rows under their titles as lines with the columns in line. Numbers stand to the right. */
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
// A terminal sends its signal to the whole group, and the process above passes its own on: the same one comes twice.
const SAME_MS = 500

/**
 * Turns the first signal to end into an abort, so that what was begun is cleaned up; a second one, or `GRACE_MS` later,
 * ends the process. So does the loss of the process that started this one.
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
