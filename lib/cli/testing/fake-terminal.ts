import { Readable } from 'node:stream'
import type { Terminal } from '../terminal'

/** A terminal that writes to arrays and never waits: its clock advances only by `sleep`. */
export function fakeTerminal(overrides: Partial<Terminal> = {}) {
  const out: string[] = []
  const notes: string[] = []
  const waits: number[] = []
  const clock = { ms: 0 }
  const terminal: Terminal = {
    out: (line) => out.push(line),
    write: async (bytes) => void out.push(new TextDecoder().decode(bytes)),
    flushed: async () => null,
    note: (line) => notes.push(line),
    redraw: () => {},
    isInteractive: false,
    paint: (_, text) => text,
    fetch: () => Promise.reject(new Error('unexpected request')),
    signal: new AbortController().signal,
    now: () => clock.ms,
    sleep: async (ms) => {
      waits.push(ms)
      clock.ms += ms
    },
    stdin: () => Readable.from([]),
    readStdin: async () => new Uint8Array(),
    ...overrides,
  }
  return { terminal, out, notes, waits, clock }
}
