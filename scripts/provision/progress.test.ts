import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withTypescript } from './exec-node.mjs'

const task = `
  const { runTask, print } = await import('./scripts/provision/progress.ts')
  await runTask(async () => {
    for (const line of ['one', 'two']) {
      print(line)
      await new Promise((resolve) => setImmediate(resolve))
    }
    return 7
  })`

async function exitCode(output: number | 'pipe') {
  const child = spawn(process.execPath, [...withTypescript, '--input-type=module', '-e', task], {
    stdio: ['ignore', output, output],
  })
  child.stdout?.destroy()
  child.stderr?.destroy()
  const [code] = await once(child, 'exit')
  return code
}

test('a task continues when its output pipe is closed', async () => {
  expect(await exitCode('pipe')).toBe(7)
})

test.skipIf(!existsSync('/dev/full'))('a task continues when its output cannot be written to a full disk', async () => {
  const full = openSync('/dev/full', 'w')
  expect(await exitCode(full)).toBe(7)
  closeSync(full)
})
