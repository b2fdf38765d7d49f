import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withTypescript } from '@/scripts/provision/exec-node.mjs'
import { plainError } from './log'

const twoLines = `
  const { log } = await import('./lib/log.ts')
  log.info('one')
  setImmediate(() => { log.info('two'); setImmediate(() => process.exit(7)) })`

async function exitCode(stdout: number | 'pipe') {
  const child = spawn(process.execPath, [...withTypescript, '--input-type=module', '-e', twoLines], {
    stdio: ['ignore', stdout, 'ignore'],
  })
  child.stdout?.destroy()
  const [code] = await once(child, 'exit')
  return code
}

test('an error is logged with its message and cause, without other properties', async () => {
  const client = { password: 'hunter2', processID: 7, secretKey: 4711 }
  const cause = Object.assign(new Error('socket'), { client })
  const error = Object.assign(new Error('the connection broke', { cause }), { code: '57P01', client, query: 'hunter2' })
  const said = JSON.stringify([plainError(error), plainError({ client }), plainError('text')])
  expect(said).not.toMatch(/hunter2|4711|secretKey/)
  expect(plainError(error)).toMatchObject({
    message: 'the connection broke',
    code: '57P01',
    cause: { message: 'socket' },
  })
  expect(plainError('text')).toBe('text')
})

test('a closed log pipe does not end the process', async () => {
  expect(await exitCode('pipe')).toBe(7)
})

test.skipIf(!existsSync('/dev/full'))('a log on a full disk does not end the process', async () => {
  const full = openSync('/dev/full', 'w')
  expect(await exitCode(full)).toBe(7)
  closeSync(full)
})

test('an unknown LOG_LEVEL does not end the process before the environment is checked', async () => {
  const child = spawn(process.execPath, [...withTypescript, '--input-type=module', '-e', twoLines], {
    stdio: 'ignore',
    env: { ...process.env, LOG_LEVEL: 'loud' },
  })
  const [code] = await once(child, 'exit')
  expect(code).toBe(7)
})
