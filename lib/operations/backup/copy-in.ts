import { once } from 'node:events'
import type { ClientBase, Connection, Submittable } from 'pg'
import { rowsOfTag } from './copy-out'

declare module 'pg' {
  interface Connection {
    sendCopyFromChunk(chunk: Uint8Array): void
    endCopyFrom(): void
    sendCopyFail(message: string): void
  }
}

/** Sends bytes into a COPY ... FROM STDIN, as fast as the server takes them. Resolves to the rows that it took. */
export function copyIn(client: ClientBase, statement: string, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  return new Promise((resolve, reject) => {
    client.query(new CopyIn(statement, bytes, resolve, reject))
  })
}

class CopyIn implements Submittable {
  private rows = Number.NaN
  private hasFailed = false
  /** Why the bytes came to an end early; the server only repeats that they did. */
  private reason: unknown

  constructor(
    private readonly statement: string,
    private readonly bytes: AsyncIterable<Uint8Array>,
    private readonly resolve: (rows: number) => void,
    private readonly reject: (error: unknown) => void,
  ) {}

  submit(connection: Connection): void {
    connection.query(this.statement)
  }

  handleCopyInResponse(connection: Connection): void {
    void this.send(connection)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = rowsOfTag(text)
  }

  handleReadyForQuery(): void {
    if (!this.hasFailed) this.resolve(this.rows)
  }

  handleError(error: Error): void {
    this.hasFailed = true
    this.reject(this.reason ?? error)
  }

  private async send(connection: Connection): Promise<void> {
    try {
      for await (const chunk of this.bytes) {
        if (this.hasFailed) return
        connection.sendCopyFromChunk(chunk)
        if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
      }
      connection.endCopyFrom()
    } catch (error) {
      this.reason = error
      connection.sendCopyFail('the data ended early')
    }
  }
}
