/** What a command may touch of the outside, handed in so that tests can watch. */
export type Terminal = {
  /** Results. */
  out(line: string): void
  /** Progress, warnings and errors; never results. */
  note(line: string): void
  /** Overwrites the current line of a terminal; does nothing where there is none. */
  redraw(text: string): void
  isInteractive: boolean
  fetch: typeof globalThis.fetch
  sleep(ms: number): Promise<void>
  readStdin(): Promise<string>
}

const CLEAR_LINE = '\r\u001b[2K'

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const isInteractive = process.stderr.isTTY === true
  return {
    out: (line) => process.stdout.write(`${line}\n`),
    note: (line) => process.stderr.write(`${isInteractive ? CLEAR_LINE : ''}${line}\n`),
    redraw: (text) =>
      isInteractive && process.stderr.write(`${CLEAR_LINE}${text.slice(0, process.stderr.columns - 1)}`),
    isInteractive,
    fetch: globalThis.fetch,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    async readStdin() {
      const chunks: Buffer[] = []
      for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk))
      return Buffer.concat(chunks).toString('utf8')
    },
  }
}
