import { Readable } from 'node:stream'
import type { Connection, Submittable } from 'pg'

const BUFFERED_BYTES = 1024 * 1024

/**
 * The bytes of a COPY ... TO STDOUT as a stream; hand it to `client.query`, then read it. The server waits while nobody reads.
 * `rows` is known once it has ended.
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
    // The parser goes on using the memory of the chunk.
    if (!this.push(Buffer.from(chunk))) this.connection?.stream.pause()
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = rowsOfTag(text)
  }

  handleReadyForQuery(): void {
    // Nobody reads on from here, and the connection is for others.
    this.connection?.stream.resume()
    this.push(null)
  }

  handleError(error: Error): void {
    this.destroy(error)
  }
}

/** "COPY 42" is 42 rows. */
export function rowsOfTag(tag: string): number {
  return Number(/^COPY (\d+)/.exec(tag)?.[1] ?? Number.NaN)
}

const ESCAPED: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** A row as COPY writes it in its text form. */
export function toCopyLine(cells: readonly (string | null)[]): string {
  const escaped = cells.map((cell) => cell?.replace(/[\\\n\r\t]/g, (letter) => ESCAPED[letter] ?? letter) ?? '\\N')
  return `${escaped.join('\t')}\n`
}
