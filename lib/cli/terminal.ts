import { styleText } from 'node:util'

export type Color = 'red' | 'yellow' | 'green' | 'dim'

/** What a command may touch of the outside, handed in so that tests can watch. */
export type Terminal = {
  /** Results. */
  out(line: string): void
  /** Results as they come, as fast as they are taken. Rejects once nobody reads them any more. */
  write(bytes: Uint8Array): Promise<void>
  /** Progress, warnings and errors; never results. */
  note(line: string): void
  /** Overwrites the current line of a terminal; does nothing where there is none. */
  redraw(text: string): void
  isInteractive: boolean
  /** Colours a word of a result, where results go to a terminal that wants colours. */
  paint(color: Color, text: string): string
  fetch: typeof globalThis.fetch
  sleep(ms: number): Promise<void>
  readStdin(): Promise<string>
}

const CLEAR_LINE = '\r\u001b[2K'

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const isInteractive = process.stderr.isTTY === true
  // Who pipes into `head` closes the pipe early; each write tells of it, so the event itself needs no answer.
  process.stdout.on('error', () => {})
  return {
    out: (line) => process.stdout.write(`${line}\n`),
    write: (bytes) =>
      new Promise((resolve, reject) => {
        process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()))
      }),
    note: (line) => process.stderr.write(`${isInteractive ? CLEAR_LINE : ''}${line}\n`),
    redraw: (text) =>
      isInteractive && process.stderr.write(`${CLEAR_LINE}${text.slice(0, process.stderr.columns - 1)}`),
    isInteractive,
    // Heeds NO_COLOR and FORCE_COLOR, and leaves files and pipes plain.
    paint: (color, text) => styleText(color, text, { stream: process.stdout }),
    fetch: globalThis.fetch,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    async readStdin() {
      const chunks: Buffer[] = []
      for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk))
      return Buffer.concat(chunks).toString('utf8')
    },
  }
}
