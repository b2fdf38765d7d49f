import { expect, it } from 'vitest'
import { runCommand } from './run-trials'

const limits = { timeoutMs: 10_000, maxBytes: 1000 }
const node = (script: string) => `"${process.execPath}" -e "${script}"`

it('gives what the command prints for what it reads', async () => {
  expect(await runCommand('cat', '{"a":1}', limits)).toEqual({ text: '{"a":1}' })
})

it('does not mind a command that reads nothing', async () => {
  expect(await runCommand(node("console.log('{}')"), 'x'.repeat(500_000), limits)).toEqual({ text: '{}\n' })
})

it.each([
  ['ends with an error', node("console.error('out of order'); process.exit(3)"), 'ended with code 3: out of order'],
  ['is not there', 'a-command-that-nobody-has', 'ended with code 127'],
  ['prints too much', node("console.log('x'.repeat(5000))"), 'printed more than 1000 bytes'],
])('a command that %s is an outcome that says so', async (_words, line, message) => {
  expect(await runCommand(line, '{}', limits)).toMatchObject({ error: { message: expect.stringContaining(message) } })
})

it('a command that hangs is ended with all that it started', async () => {
  const outcome = await runCommand('sleep 60 & wait', '{}', { ...limits, timeoutMs: 100 })
  expect(outcome).toEqual({ error: { message: 'the command gave no run within 0.1 s', code: 'ETIMEDOUT' } })
})

it('a command under way is ended when the person ends the work', async () => {
  const stop = new AbortController()
  const outcome = runCommand('sleep 60 & wait', '{}', { ...limits, signal: stop.signal })
  stop.abort()
  expect(await outcome).toEqual({ error: { message: 'interrupted' } })
})
