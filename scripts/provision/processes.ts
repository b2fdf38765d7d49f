import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A process as stored in a lock file: the start time distinguishes it from a later process with the same pid. */
type ProcessIdentity = { pid: number; startedAt: string }

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  // In a container without an init, zombies keep their pid.
  return process.platform !== 'linux' || readStat(pid)[0] !== 'Z'
}

/** Returns the identity of a running process, or null if none has that pid. */
export function identify(pid: number): ProcessIdentity | null {
  if (!isAlive(pid)) return null
  return { pid, startedAt: startTime(pid) }
}

/** Whether exactly that process, not a later one with its pid, still runs. */
export function isSameProcess(identity: ProcessIdentity): boolean {
  return isAlive(identity.pid) && startTime(identity.pid) === identity.startedAt
}

function startTime(pid: number) {
  try {
    if (process.platform === 'linux') return readStat(pid)[19] ?? ''
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

/** The fields of /proc/<pid>/stat after the command name, which may itself contain blanks and brackets: state first. Empty without it. */
export function readStat(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** Returns the command line of a process, empty if it cannot be read. */
export function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

/** Waits until the process is gone. Resolves to false if it still runs after `timeoutMs`. */
export async function waitForExit(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false
    await sleep(50)
  }
  return true
}

/** Sends a signal to a process, and kills it after `patienceMs`. A missing process is fine. */
export async function endProcess(
  pid: number,
  signal: NodeJS.Signals,
  patienceMs: number,
  last: NodeJS.Signals = 'SIGKILL',
) {
  if (!isAlive(pid)) return
  process.kill(pid, signal)
  if (await waitForExit(pid, patienceMs)) return
  if (isAlive(pid)) process.kill(pid, last)
  await waitForExit(pid, 5_000)
}

/** Whether a server could listen on the port now. */
export function isPortFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

/** Returns a port that is free at this moment. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ port: 0, host: '127.0.0.1' }, () => {
      const address = server.address()
      server.close(() => {
        if (address && typeof address === 'object') resolve(address.port)
        else reject(new Error('No free port on 127.0.0.1.'))
      })
    })
  })
}
