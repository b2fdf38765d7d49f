import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { endProcess, findFreePort, identify, isAlive, isPortFree, isSameProcess } from './processes'

function sleeper(source = 'setInterval(() => {}, 1000)') {
  const child = spawn(process.execPath, ['-e', `${source};process.stdout.write('up')`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return { child, pid: child.pid ?? 0, isUp: once(child.stdout, 'data') }
}

test('a process that ended is not alive, and another with its pid is not the same process', async () => {
  const { child, pid, isUp } = sleeper()
  await isUp
  const identity = identify(pid)
  expect(identity && isSameProcess(identity)).toBe(true)
  expect(isSameProcess({ pid, startedAt: 'earlier' })).toBe(false)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(isAlive(pid)).toBe(false)
  expect(identify(pid)).toBeNull()
})

test('a process that ignores SIGTERM is killed', async () => {
  const { pid, isUp } = sleeper(`process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`)
  await isUp
  await endProcess(pid, 'SIGTERM', 100)
  expect(isAlive(pid)).toBe(false)
})

test('a port in use is not free', async () => {
  const port = await findFreePort()
  expect(await isPortFree(port, '127.0.0.1')).toBe(true)
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  expect(await isPortFree(port, '127.0.0.1')).toBe(false)
  server.close()
})
