import { AppError } from '@/lib/operations/errors'

/** Limits of a JSON body. An empty list or object counts as two values. */
export type JsonLimits = { values: number; depth: number }

/** A long list or object, with the commas at which it can be split and the long values directly in it. */
export type LongValue = {
  kind: 'list' | 'object'
  /** Offset of its opening bracket. */
  start: number
  /** Offset after its closing bracket. */
  end: number
  cuts: number[]
  inner: LongValue[]
}

const LONG_BYTES = 64 * 1024
const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

type Open = { kind: LongValue['kind']; start: number; comma: number; cut: number; cuts: number[]; inner: LongValue[] }

/**
 * Scans JSON bytes as they arrive, without creating values: checks the nesting depth and the number of values, and finds where a long
 * text can be split so that its parts are parsed one by one.
 */
export class JsonLayout {
  /** The top-level list or object if it is long; null if it is short. */
  root: LongValue | null = null
  values = 1
  #offset = 0
  #isInText = false
  #isEscaped = false
  #isOver = false
  readonly #open: Open[] = []
  readonly limits: JsonLimits

  constructor(limits: JsonLimits) {
    this.limits = limits
  }

  /** @throws AppError malformed_body or too_large, as soon as the bytes received show it */
  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0
      if (this.#isInText) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (byte === BACKSLASH) this.#isEscaped = true
        else if (byte === QUOTE) this.#isInText = false
      } else if (byte === QUOTE) this.#isInText = true
      else if (byte === COMMA) this.#onComma(this.#offset + at)
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.#onOpen(byte, this.#offset + at)
      else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#onClose(byte, this.#offset + at)
    }
    this.#offset += chunk.length
    if (this.values > this.limits.values)
      throw new AppError(
        'too_large',
        `the body holds more than ${this.limits.values.toLocaleString('en')} values: send less at a time`,
      )
  }

  /** @throws AppError malformed_body if the bytes end within a string, list or object */
  end(): void {
    const inner = this.#open.at(-1)
    if (this.#isInText) throw malformed('ends within a text', this.#offset)
    if (inner) throw malformed(`ends within the ${inner.kind} that begins at byte ${inner.start}`, this.#offset)
  }

  #onOpen(byte: number, at: number): void {
    if (this.#isOver) throw malformed('goes on after its end', at)
    if (this.#open.length >= this.limits.depth)
      throw new AppError('malformed_body', `the body is nested deeper than ${this.limits.depth} levels`)
    this.values++
    const kind = byte === OPEN_LIST ? 'list' : 'object'
    this.#open.push({ kind, start: at, comma: at, cut: at, cuts: [], inner: [] })
  }

  #onComma(at: number): void {
    const open = this.#open.at(-1)
    if (!open) throw malformed('has a comma outside of a list or object', at)
    this.values++
    open.comma = at
    // After a long value, split at the next comma, so that no part contains two.
    const isAfterLong = (open.inner.at(-1)?.start ?? -1) > open.cut
    if (isAfterLong || at - open.cut >= LONG_BYTES) this.#cut(open)
  }

  #cut(open: Open): void {
    if (open.comma > open.cut) open.cuts.push(open.comma)
    open.cut = open.comma
  }

  #onClose(byte: number, at: number): void {
    const open = this.#open.pop()
    if (!open || open.kind !== (byte === CLOSE_LIST ? 'list' : 'object'))
      throw malformed(`has a "${String.fromCharCode(byte)}" that closes nothing`, at)
    this.#isOver = this.#open.length === 0
    const { kind, start, cuts, inner } = open
    if (at - start < LONG_BYTES) return
    const long = { kind, start, end: at + 1, cuts, inner }
    const outer = this.#open.at(-1)
    if (!outer) this.root = long
    else {
      this.#cut(outer)
      outer.inner.push(long)
    }
  }
}

function malformed(what: string, offset: number): AppError {
  return new AppError('malformed_body', `the body is not JSON: it ${what}, at byte ${offset}`)
}
