import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, renameSync, statfsSync, statSync } from 'node:fs'
import { totalmem } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { TransientError } from './failures'
import { becomesReady } from './postgres-connection'
import { hasRoom, type PostgresState } from './postgres-state'
import { endProcess, findFreePort, isPortFree } from './processes'
import type { ServerAccount } from './server-account'

// After a hard kill the last backends may need a moment to release the cluster.
const transientTrouble = /shared memory block|Address already in use|lock file .* already exists/
const attemptsMax = 20

type Launch = {
  program: string
  state: PostgresState
  logFile: string
  isDurable: boolean
  account: ServerAccount | null
  stop: AbortSignal
}

/**
 * Starts a server on a cluster, on its previous port if that is free, and waits until it accepts connections.
 * @throws Error with the server's log if it ends immediately, TransientError if it was ended by a signal
 */
export async function launchPostgres({ program, state, logFile, isDurable, account, stop }: Launch) {
  for (let attempt = 1; ; attempt++) {
    const port = (await isPortFree(state.port, '127.0.0.1')) ? state.port : await findFreePort()
    const log = openLog(logFile)
    const server = spawn(program, ['-D', state.cluster, ...serverSettings(port, isDurable)], {
      ...(account && { uid: account.uid, gid: account.gid }),
      cwd: state.cluster,
      env: { ...process.env, LC_ALL: 'C' },
      // In its own process group, so that on Ctrl-C the app stops first and the database after it.
      detached: true,
      stdio: ['ignore', log.descriptor, log.descriptor],
    })
    closeSync(log.descriptor)
    server.unref()
    const exited = new Promise<string | null>((resolve) => server.once('exit', (_code, signal) => resolve(signal)))
    await once(server, 'spawn')
    if (server.pid === undefined) throw new Error(`${program} did not start.`)
    if (await isReady(server.pid, { port, password: state.password }, stop)) return { pid: server.pid, port }
    const words = readFileSync(logFile).subarray(log.sizeBytes).toString('utf8').trim()
    if (attempt >= attemptsMax || !transientTrouble.test(words)) throw failure(await exited, words, state.cluster)
    await sleep(500, undefined, { signal: stop })
  }
}

function failure(signal: string | null, words: string, cluster: string) {
  if (signal !== null) return new TransientError(`PostgreSQL cannot start: it ended at once (${signal})\n${words}`)
  // The log is usually on the same disk, and cannot report a full one.
  const isFull = !/FATAL|PANIC/.test(words) && !hasRoom(cluster)
  return new Error(`PostgreSQL cannot start: it ended at once:\n${isFull ? 'no space left on device' : words}`)
}

/** Ends the server if waiting for it is interrupted. */
async function isReady(pid: number, door: { port: number; password: string }, stop: AbortSignal) {
  try {
    return await becomesReady(pid, door, stop)
  } catch (error) {
    await endServer(pid)
    throw error
  }
}

/** Ends a server: open transactions are rolled back, and everything committed is on disk. */
export function endServer(pid: number): Promise<void> {
  return endProcess(pid, 'SIGINT', 30_000, 'SIGQUIT')
}

function openLog(file: string) {
  if (existsSync(file) && statSync(file).size > 10 * 1024 * 1024) renameSync(file, path.join(`${file}.1`))
  const descriptor = openSync(file, 'a', 0o600)
  return { descriptor, sizeBytes: statSync(file).size }
}

const MB = 1024 * 1024

/**
 * Returns the server's settings. `isDurable` keeps acknowledged data over a crash (fsync and synchronous commit on); without it the server
 * is faster, for temporary databases.
 */
function serverSettings(port: number, isDurable: boolean): string[] {
  const memoryMb = totalmem() / MB
  // Beyond the hottest pages the system's cache does as well, and gives memory back.
  const sharedMb = Math.round(Math.min(128, Math.max(64, memoryMb / 16)))
  const durability = isDurable ? 'on' : 'off'
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: `${sharedMb}MB`,
    effective_cache_size: `${Math.round(memoryMb / 2)}MB`,
    maintenance_work_mem: '128MB',
    work_mem: '16MB',
    dynamic_shared_memory_type: sharedMemoryType(),
    fsync: durability,
    full_page_writes: durability,
    synchronous_commit: durability,
    wal_compression: 'on',
    min_wal_size: '256MB',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    checkpoint_completion_target: 0.9,
    random_page_cost: 1.1,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Containers often have 64 MB of shared memory, too little for a parallel query, and bare root folders none: files are used then. */
function sharedMemoryType() {
  if (process.platform === 'win32') return 'windows'
  if (process.platform !== 'linux') return 'posix'
  try {
    const { blocks, bsize } = statfsSync('/dev/shm')
    const isOpenToAll = (statSync('/dev/shm').mode & 0o002) !== 0
    return isOpenToAll && blocks * bsize >= 256 * MB ? 'posix' : 'mmap'
  } catch {
    return 'mmap'
  }
}
