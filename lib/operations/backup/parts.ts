import { Readable } from 'node:stream'
import type { Connection, Submittable } from 'pg'

const LENGTH_BYTES = 4
const BLOCK_BYTES = 1024 * 1024

/** Encodes a part of a file: blocks of bytes, each prefixed with its length, and a length of 0 at the end. */
export async function* writePart(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = []
  let size = 0
  const block = () => {
    const joined = Buffer.concat([toLength(size), ...held])
    held = []
    size = 0
    return joined
  }
  for await (const chunk of bytes) {
    held.push(chunk)
    size += chunk.length
    if (size >= BLOCK_BYTES) yield block()
  }
  if (size > 0) yield block()
  yield toLength(0)
}

function toLength(size: number): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(size)
  return length
}

/** Reads the parts of a file in sequence. */
export class PartReader {
  private readonly source: AsyncIterator<Uint8Array>
  private held: Buffer = Buffer.alloc(0)

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.source = bytes[Symbol.asyncIterator]()
  }

  /** Yields the bytes of the next part. @throws Error if the file ends before the part does */
  async *part(): AsyncGenerator<Buffer> {
    for (;;) {
      const size = (await this.take(LENGTH_BYTES)).readUInt32BE()
      if (size === 0) return
      for (let left = size; left > 0; ) {
        const chunk = await this.takeUpTo(left)
        left -= chunk.length
        yield chunk
      }
    }
  }

  /** Reads the next part as JSON, if it is short, so that a file of another kind is rejected early. */
  async json(): Promise<unknown> {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of this.part()) {
      chunks.push(chunk)
      size += chunk.length
      if (size > 16 * BLOCK_BYTES) throw new Error('it holds something else')
    }
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  }

  /** Reads on to the end, where a checksum of all bytes may be checked. @throws Error if anything follows the parts */
  async end(): Promise<void> {
    const next = this.held.length > 0 ? { done: false } : await this.source.next()
    if (!next.done) throw new Error('it holds more than it says')
  }

  private async take(size: number): Promise<Buffer> {
    while (this.held.length < size) await this.fill()
    return this.cut(size)
  }

  private async takeUpTo(size: number): Promise<Buffer> {
    if (this.held.length === 0) await this.fill()
    return this.cut(Math.min(size, this.held.length))
  }

  private async fill(): Promise<void> {
    const next = await this.source.next()
    if (next.done) throw new Error('it ends early')
    this.held = this.held.length === 0 ? Buffer.from(next.value) : Buffer.concat([this.held, next.value])
  }

  private cut(size: number): Buffer {
    const taken = this.held.subarray(0, size)
    this.held = this.held.subarray(size)
    return taken
  }
}

const BUFFERED_BYTES = 1024 * 1024

/**
 * The output of COPY ... TO STDOUT as a stream; pass it to `client.query`, then read it. Backpressure pauses the server. `rows` is set at
 * the end.
 */
export class CopyOut extends Readable implements Submittable {
  rows = 0
  private connection: Connection | undefined
  private readonly statement: string

  constructor(statement: string) {
    super({ highWaterMark: BUFFERED_BYTES })
    this.statement = statement
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
