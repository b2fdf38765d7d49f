import { runProgram } from '../run-program'
import type { Terminal } from '../terminal'

type Asked = URL & { body?: unknown }

/** Runs commands against a desk that answers with `answer`; keeps what was written, noted and asked, and never waits. */
export function deskTerminal(answer: (url: URL, body: unknown) => Response | Promise<Response>) {
  const out: string[] = []
  const notes: string[] = []
  const asked: Asked[] = []
  const terminal: Terminal = {
    out: (line) => out.push(line),
    write: async (bytes) => void out.push(new TextDecoder().decode(bytes)),
    note: (line) => notes.push(line),
    redraw: () => {},
    isInteractive: false,
    paint: (_, text) => text,
    async fetch(target, init) {
      const body: unknown = init?.body ? JSON.parse(String(init.body)) : undefined
      const url = Object.assign(new URL(String(target)), { body })
      asked.push(url)
      return answer(url, body)
    },
    sleep: async () => {},
    readStdin: async () => '',
  }
  const run = (...args: string[]) => runProgram([...args, '--url', 'http://desk.test', '--api-key', 'k'], terminal)
  return { run, terminal, out, notes, asked }
}
