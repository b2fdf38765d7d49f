import { runProgram } from '../run-program'
import { fakeTerminal } from './fake-terminal'

export type Answer = (runs: { id: string }[]) => Response | Promise<Response>

export const acceptAll: Answer = (runs) => Response.json({ accepted: runs.map(accepted), rejected: [] })

function accepted({ id }: { id: string }, index: number) {
  const verdict = { profile: 'stratt', quality: 1, grade: null, band: 'good', confidence: null, coverage: 0 }
  const scores = { ...verdict, decision: 'accept', reason: 'A score of 1 meets the threshold of 0.8.' }
  return { index, id, runId: '0198c000-0000-7000-8000-000000000001', duplicate: false, ...scores }
}

/** An answer that refuses the request. */
export const refuse = (status: number, code: string, headers = {}) =>
  Response.json({ error: { code, message: code, issues: [], requestId: 'r' } }, { status, headers })

/** A desk that answers requests with `answers` in order, repeating the last one. */
export function desk(...answers: Answer[]) {
  const batches: string[][] = []
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    const body = JSON.parse(String(init?.body))
    const runs = body.runs ?? [body]
    batches.push(runs.map((run: { id?: string; cursor?: string }) => run.id ?? run.cursor))
    const answer = answers[Math.min(batches.length, answers.length) - 1] ?? acceptAll
    return answer(runs)
  }
  const fake = fakeTerminal({ fetch, readStdin: async () => Buffer.from('{"id":"s","chain":"c"}') })
  const run = (...args: string[]) => runProgram([...args, '--url', 'http://desk.test', '--api-key', 'k'], fake.terminal)
  return { run, batches, ...fake }
}
