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
