import { Readable } from 'node:stream'
import type { Connection, Submittable } from 'pg'

const BUFFERED_BYTES = 1024 * 1024

/**
 * The output of COPY ... TO STDOUT as a stream; pass it to `client.query`, then read it. Backpressure pauses the server. `rows` is set at
 * the end.
 */
export class CopyOut extends Readable implements Submittable {
  rows = 0
  private connection: Connection | undefined

  constructor(private readonly statement: string) {
    super({ highWaterMark: BUFFERED_BYTES })
  }

  submit(connection: Connection): void {
    this.connection = connection
    connection.query(this.statement)
  }

  override _read(): void {
    this.connection?.stream.resume()
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // The parser reuses the chunk's memory.
    if (!this.push(Buffer.from(chunk))) this.connection?.stream.pause()
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = rowsOfTag(text)
  }

  handleReadyForQuery(): void {
    // Nothing is read after this, and the connection is free again.
    this.connection?.stream.resume()
    this.push(null)
  }

  handleError(error: Error): void {
    this.destroy(error)
  }
}

/** Parses a command tag: "COPY 42" is 42 rows. */
export function rowsOfTag(tag: string): number {
  return Number(/^COPY (\d+)/.exec(tag)?.[1] ?? Number.NaN)
}

const ESCAPED: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Formats a row in COPY's text format. */
export function toCopyLine(cells: readonly (string | null)[]): string {
  const escaped = cells.map((cell) => cell?.replace(/[\\\n\r\t]/g, (letter) => ESCAPED[letter] ?? letter) ?? '\\N')
  return `${escaped.join('\t')}\n`
}
