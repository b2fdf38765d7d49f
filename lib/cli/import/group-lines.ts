import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { decodeUtf8 } from '../files'

/** A line of a file with its byte offset. */
type PlacedLine = { text: string; start: number; bytes: number }

const LINE_BREAK = 0x0a

/** The lines of a file with their offsets; only one line is in memory at a time. */
async function* placedLines(path: string): AsyncGenerator<PlacedLine> {
  let begun: Buffer[] = []
  let start = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0
    for (let end = chunk.indexOf(LINE_BREAK); end >= 0; end = chunk.indexOf(LINE_BREAK, from)) {
      const line = Buffer.concat([...begun, chunk.subarray(from, end)])
      yield { text: decodeUtf8(line), start, bytes: line.length }
      start += line.length + 1
      begun = []
      from = end + 1
    }
    if (from < chunk.length) begun.push(chunk.subarray(from))
  }
  const last = Buffer.concat(begun)
  if (last.length > 0) yield { text: decodeUtf8(last), start, bytes: last.length }
}

/** Index of the lines of each key by offset, so that they can be read again without keeping the file in memory. */
export class LineIndex {
  private readonly places: ReadonlyMap<string, readonly number[]>
  private readonly file: FileHandle

  private constructor(file: FileHandle, places: ReadonlyMap<string, readonly number[]>) {
    this.file = file
    this.places = places
  }

  /**
   * @param keysOf the keys that a line belongs to
   */
  static async of(path: string, keysOf: (line: string, number: number) => readonly string[]): Promise<LineIndex> {
    const places = new Map<string, number[]>()
    let number = 0
    for await (const { text, start, bytes } of placedLines(path)) {
      for (const key of keysOf(text.replace(/^\uFEFF/, ''), ++number)) {
        const known = places.get(key)
        if (known) known.push(start, bytes)
        else places.set(key, [start, bytes])
      }
    }
    // Opened last, so that nothing stays open when a line cannot be read.
    return new LineIndex(await open(path), places)
  }

  /** The keys, in order of first occurrence. */
  keys(): IterableIterator<string> {
    return this.places.keys()
  }

  /** The lines of a key in file order, and the end offset of the last one. */
  async lines(key: string): Promise<{ texts: string[]; end: number }> {
    const places = this.places.get(key) ?? []
    const texts: string[] = []
    for (let at = 0; at < places.length; at += 2) {
      const [start = 0, bytes = 0] = places.slice(at, at + 2)
      const { buffer } = await this.file.read(Buffer.alloc(bytes), 0, bytes, start)
      texts.push(buffer.toString('utf8').replace(/^\uFEFF/, ''))
    }
    return { texts, end: (places.at(-2) ?? 0) + (places.at(-1) ?? 0) }
  }

  close(): Promise<void> {
    return this.file.close()
  }
}
