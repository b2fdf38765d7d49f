import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { becomesReady } from './postgres-connection'
import { serverSettings } from './postgres-settings'
import type { PostgresState } from './postgres-state'
import { findFreePort, isPortFree } from './processes'
import type { ServerAccount } from './server-account'

// After a hard kill the last backends may need a moment to let go of the cluster.
const transientTrouble = /shared memory block|Address already in use|lock file .* already exists/
const attemptsMax = 20

type Launch = {
  program: string
  state: PostgresState
  logFile: string
  isDurable: boolean
  account: ServerAccount | null
}

/**
 * Starts a server on a cluster, on the port it had before where that is free, and waits until it takes connections.
 * @throws Error with the server's own words when it ends at once.
 */
export async function launchPostgres({ program, state, logFile, isDurable, account }: Launch) {
  for (let attempt = 1; ; attempt++) {
    const port = (await isPortFree(state.port, '127.0.0.1')) ? state.port : await findFreePort()
    const log = openLog(logFile)
    const server = spawn(program, ['-D', state.cluster, ...serverSettings(port, isDurable)], {
      ...(account && { uid: account.uid, gid: account.gid }),
      cwd: state.cluster,
      env: { ...process.env, LC_ALL: 'C' },
      // A group of its own, so that Ctrl-C at the terminal reaches the app first and the database after it.
      detached: true,
      stdio: ['ignore', log.descriptor, log.descriptor],
    })
    closeSync(log.descriptor)
    server.unref()
    const failure = await new Promise<Error | null>((resolve) => {
      server.once('error', resolve)
      server.once('spawn', () => resolve(null))
    })
    if (failure || server.pid === undefined) throw failure ?? new Error(`${program} did not start.`)
    if (await becomesReady(server.pid, { port, password: state.password })) return { pid: server.pid, port }
    const words = readFileSync(logFile).subarray(log.sizeBytes).toString('utf8').trim()
    if (attempt >= attemptsMax || !transientTrouble.test(words)) {
      throw new Error(`The PostgreSQL server ended at once:\n${words}`)
    }
    await sleep(500)
  }
}

function openLog(file: string) {
  if (existsSync(file) && statSync(file).size > 10 * 1024 * 1024) renameSync(file, path.join(`${file}.1`))
  const descriptor = openSync(file, 'a', 0o600)
  return { descriptor, sizeBytes: statSync(file).size }
}
