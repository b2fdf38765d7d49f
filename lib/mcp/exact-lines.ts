import { Transform } from 'node:stream'
import { mayHaveLargeIntegers, quoteLargeIntegers, takeValues } from '@/lib/ingest/exact-json'
import { exactIn } from './tools'

const NEWLINE = 0x0a

/**
 * Passes lines of JSON-RPC through, with whole numbers beyond 2^53 as their digits where the called tool keeps them: whoever parses the lines
 * would round them.
 * @param maxBytes a longer line is passed on as it comes
 */
export function exactLines(maxBytes: number): Transform {
  let begun: Buffer[] = []
  let size = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        const line = Buffer.concat([...begun, chunk.subarray(start, end)]).toString()
        this.push(`${withDigits(line)}\n`)
        ;[begun, size, start] = [[], 0, end + 1]
      }
      begun.push(chunk.subarray(start))
      size += chunk.length - start
      if (size > maxBytes) {
        for (const part of begun) this.push(part)
        ;[begun, size] = [[], 0]
      }
      done()
    },
    flush(done) {
      done(null, Buffer.concat(begun))
    },
  })
}

function withDigits(line: string): string {
  if (!mayHaveLargeIntegers(line)) return line
  try {
    const message: unknown = JSON.parse(line)
    takeValues(message, JSON.parse(quoteLargeIntegers(line)), exactIn(message))
    return JSON.stringify(message)
  } catch {
    // Whoever parses it says what is wrong with it.
    return line
  }
}
