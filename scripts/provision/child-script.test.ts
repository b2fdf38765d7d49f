import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runScript } from './child-script'
import { TransientError } from './failures'
import { Refusal } from './progress'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'veritas-child-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function script(source: string): string {
  const file = path.join(folder, `${source.length}.ts`)
  writeFileSync(file, source)
  return file
}

test('a script that ends well has given its message, with the environment and arguments it was given', async () => {
  const messages: unknown[] = []
  await runScript(script('process.send?.([process.env.WHO, process.argv[2]], () => process.exit(0))'), ['there'], {
    environment: { ...process.env, WHO: 'Ada' },
    onMessage: (message) => messages.push(message),
  })
  expect(messages).toEqual([['Ada', 'there']])
})

test('a script that fails is refused with its errors', async () => {
  const failing = runScript(script("console.error('no such table'); process.exitCode = 1"), [], {})
  await expect(failing).rejects.toThrow(new Refusal('no such table'))
})

test('a failure that may pass, or the end by a signal, is transient', async () => {
  const away = "console.error('connect ECONNREFUSED 127.0.0.1:1'); process.exitCode = 1"
  await expect(runScript(script(away), [], {})).rejects.toBeInstanceOf(TransientError)
  await expect(runScript(script("process.kill(process.pid, 'SIGKILL')"), [], {})).rejects.toThrow('ended with SIGKILL')
})

test('a stop ends the script before it settles', async () => {
  const stop = new AbortController()
  let pid = 0
  const running = runScript(script('process.send?.(process.pid); setInterval(() => {}, 1000)'), [], {
    stop: stop.signal,
    onMessage: (message) => {
      pid = Number(message)
      stop.abort()
    },
  })
  await expect(running).rejects.toBeInstanceOf(TransientError)
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})
