import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

/**
 * Reads UTF-8 line by line, without the ends. Only \n and \r\n end a line: JSON text may hold U+2028 and U+2029 as they are,
 * and node:readline would cut it there.
 */
export async function* splitLines(input: Readable): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let begun: string[] = []
  for await (const chunk of input) {
    const [first = '', ...others] = (typeof chunk === 'string' ? chunk : decoder.write(chunk)).split('\n')
    begun.push(first)
    for (const next of others) {
      yield withoutReturn(begun.join(''))
      begun = [next]
    }
  }
  const last = begun.join('') + decoder.end()
  if (last !== '') yield withoutReturn(last)
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
