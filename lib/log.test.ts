import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { expect, test } from 'vitest'

const twoLines = `
  const { log } = await import('./lib/log.ts')
  log.info('one')
  setImmediate(() => { log.info('two'); setImmediate(() => process.exit(7)) })`

async function exitCode(stdout: number | 'pipe') {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', twoLines], {
    stdio: ['ignore', stdout, 'ignore'],
  })
  child.stdout?.destroy()
  const [code] = await once(child, 'exit')
  return code
}

test('a log that nobody reads any more ends nothing', async () => {
  expect(await exitCode('pipe')).toBe(7)
})

test.skipIf(!existsSync('/dev/full'))('a log on a full disk ends nothing', async () => {
  const full = openSync('/dev/full', 'w')
  expect(await exitCode(full)).toBe(7)
  closeSync(full)
})
