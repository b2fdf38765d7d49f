import { runProgram } from '../run-program'
import type { Terminal } from '../terminal'
import { fakeTerminal } from './fake-terminal'

type Asked = URL & { body?: unknown }

/** Runs commands against a desk that answers with `answer`; records output, notes and requests, and never waits. */
export function deskTerminal(
  answer: (url: URL, body: unknown) => Response | Promise<Response>,
  overrides: Partial<Terminal> = {},
) {
  const asked: Asked[] = []
  const fetch: typeof globalThis.fetch = async (target, init) => {
    const body: unknown = init?.body ? JSON.parse(String(init.body)) : undefined
    const url = Object.assign(new URL(String(target)), { body })
    asked.push(url)
    return answer(url, body)
  }
  const fake = fakeTerminal({ fetch, ...overrides })
  const run = (...args: string[]) => runProgram([...args, '--url', 'http://desk.test', '--api-key', 'k'], fake.terminal)
  return { run, asked, ...fake }
}
