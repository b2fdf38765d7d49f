import { expect, it } from 'vitest'
import { runCommand } from './run-trials'

const limits = { timeoutMs: 10_000, maxBytes: 1000 }
const node = (script: string) => `"${process.execPath}" -e "${script}"`

it('returns the output of the command for its input', async () => {
  expect(await runCommand('cat', '{"a":1}', limits)).toEqual({ text: '{"a":1}' })
})

it('accepts a command that reads nothing', async () => {
  expect(await runCommand(node("console.log('{}')"), 'x'.repeat(500_000), limits)).toEqual({ text: '{}\n' })
})

it.each([
  ['exits with an error', node("console.error('out of order'); process.exit(3)"), 'ended with code 3: out of order'],
  ['does not exist', 'a-command-that-nobody-has', 'ended with code 127'],
  ['prints too much', node("console.log('x'.repeat(5000))"), 'printed more than 1000 bytes'],
])('returns an error for a command that %s', async (_words, line, message) => {
  expect(await runCommand(line, '{}', limits)).toMatchObject({ error: { message: expect.stringContaining(message) } })
})

it('kills a command that times out with all its child processes', async () => {
  const outcome = await runCommand('sleep 60 & wait', '{}', { ...limits, timeoutMs: 100 })
  expect(outcome).toEqual({ error: { message: 'the command printed no run within 0.1 s', code: 'ETIMEDOUT' } })
})

it('kills a running command when the user interrupts', async () => {
  const stop = new AbortController()
  const outcome = runCommand('sleep 60 & wait', '{}', { ...limits, signal: stop.signal })
  stop.abort()
  expect(await outcome).toEqual({ error: { message: 'interrupted' } })
})
