import { spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { createCluster, placeCluster, superuser } from './cluster'
import { locateBinaries, sharedFolder } from './postgres-binaries'
import { serverSettings } from './postgres-settings'
import { newPassword, type PostgresState, readPostgresState, writePostgresState } from './postgres-state'
import { commandLine, endProcess, findFreePort, identify, isAlive, isPortFree, isSameProcess } from './processes'
import { announce, Refusal, say } from './progress'
import { findServerAccount } from './server-account'

const databaseName = 'veritas'

export type RunningPostgres = {
  url: string
  pid: number
  port: number
  /** False when another living process started it and will stop it. */
  isOwned: boolean
  /** True when the server ran already. */
  isReused: boolean
}

/**
 * Runs the embedded PostgreSQL on the cluster of a data folder, making the cluster when there is none, and uses the server that
 * already runs there when there is one. The server is a process of its own: it outlives a crash of this one, and is found again.
 * @param isDurable false only for databases that are thrown away.
 */
export async function startPostgres(dataDir: string, isDurable = true): Promise<RunningPostgres> {
  const folder = path.resolve(dataDir)
  mkdirSync(folder, { recursive: true })
  const account = findServerAccount()
  const known = readPostgresState(folder)
  const state: PostgresState = known ?? {
    port: await findFreePort(),
    password: newPassword(),
    cluster: placeCluster(folder, account),
    owner: null,
  }
  if (!known && existsSync(path.join(state.cluster, 'PG_VERSION'))) {
    throw new Refusal(
      `${state.cluster} holds a database but ${folder}/postgres.json, which keeps its password, is missing. Bring it back, or move the database away.`,
    )
  }
  if (!known) writePostgresState(folder, state)
  const binaries = locateBinaries(account)
  const isNew = await createCluster(state.cluster, state.password, binaries, account)
  if (isNew && account && !state.cluster.startsWith(folder)) {
    say(`  The database is kept in ${state.cluster}: user "${account.name}", who runs it, cannot enter ${folder}.`)
  }

  const running = await findRunning(state)
  const pid = running?.pid ?? (await launch(folder, state, isDurable))
  const port = running?.port ?? state.port
  const isBorrowed =
    running !== null && state.owner !== null && isSameProcess(state.owner) && state.owner.pid !== process.pid
  writePostgresState(folder, { ...state, port, owner: isBorrowed ? state.owner : identify(process.pid) })
  await ensureDatabase(port, state.password)
  return {
    url: databaseUrl(port, state.password, databaseName),
    pid,
    port,
    isOwned: !isBorrowed,
    isReused: running !== null,
  }

  async function launch(logFolder: string, wanted: PostgresState, durable: boolean) {
    for (let attempt = 1; ; attempt++) {
      wanted.port = await choosePort(wanted.port)
      const log = openLog(logFolder)
      const server = spawn(binaries.postgres, ['-D', wanted.cluster, ...serverSettings(wanted.port, durable)], {
        ...(account && { uid: account.uid, gid: account.gid }),
        cwd: wanted.cluster,
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
      if (failure || server.pid === undefined) throw failure ?? new Error('The PostgreSQL server did not start.')
      if (await becomesReady(server.pid, wanted)) return server.pid
      const words = readFileSync(log.file, 'utf8').slice(log.length).trim()
      // After a hard kill the last backends may need a moment to let go.
      const isTransient = /shared memory block|Address already in use|lock file .* already exists/.test(words)
      if (attempt >= 20 || !isTransient) throw new Error(`The PostgreSQL server ended at once:\n${words}`)
      await sleep(500)
    }
  }
}

/** Ends the server: open work is rolled back and everything committed is on disk. */
export async function stopPostgres(dataDir: string, server: RunningPostgres) {
  if (!server.isOwned) return
  await endProcess(server.pid, 'SIGINT', 30_000, 'SIGQUIT')
  const state = readPostgresState(path.resolve(dataDir))
  if (state) writePostgresState(path.resolve(dataDir), { ...state, owner: null })
}

/** Stops the server of a throw-away data folder and removes all of it. */
export async function discardPostgres(dataDir: string, server: RunningPostgres) {
  const cluster = readPostgresState(path.resolve(dataDir))?.cluster
  await stopPostgres(dataDir, server)
  if (cluster)
    rmSync(cluster.startsWith(sharedFolder) ? path.dirname(cluster) : cluster, { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
}

/** The address of the database of a data folder when its server runs, else null. */
export async function findPostgres(dataDir: string): Promise<string | null> {
  const state = readPostgresState(path.resolve(dataDir))
  const running = state && (await findRunning(state))
  return running ? databaseUrl(running.port, state.password, databaseName) : null
}

async function findRunning(state: PostgresState) {
  const file = path.join(state.cluster, 'postmaster.pid')
  if (!existsSync(file)) return null
  const lines = readFileSync(file, 'utf8').split('\n')
  const pid = Number(lines[0])
  const port = Number(lines[3])
  if (isAlive(pid) && commandLine(pid).includes(state.cluster) && (await becomesReady(pid, { ...state, port })))
    return { pid, port }
  if (!isAlive(pid) || !commandLine(pid).includes(state.cluster)) rmSync(file, { force: true })
  return null
}

/** Waits for as long as the process lives: recovery after a crash takes what it takes. */
async function becomesReady(pid: number, { port, password }: Pick<PostgresState, 'port' | 'password'>) {
  const startedAt = Date.now()
  let isAnnounced = false
  while (isAlive(pid)) {
    if (await accepts(port, password)) return true
    if (!isAnnounced && Date.now() - startedAt > 5_000) {
      announce('PostgreSQL is recovering what was in flight when it was stopped')
      isAnnounced = true
    }
    await sleep(40)
  }
  return false
}

async function accepts(port: number, password: string) {
  const client = new Client({ connectionString: databaseUrl(port, password, 'postgres') })
  try {
    await client.connect()
    return true
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '28P01') {
      throw new Refusal(
        'The database refuses the password kept in postgres.json: that file and the database do not belong together.',
      )
    }
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function ensureDatabase(port: number, password: string) {
  const client = new Client({ connectionString: databaseUrl(port, password, 'postgres') })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName])
    if (rowCount === 0) await client.query(`create database ${databaseName}`)
  } finally {
    await client.end()
  }
}

function databaseUrl(port: number, password: string, database: string) {
  return `postgresql://${superuser}:${password}@127.0.0.1:${port}/${database}`
}

async function choosePort(wanted: number) {
  return (await isPortFree(wanted, '127.0.0.1')) ? wanted : await findFreePort()
}

function openLog(folder: string) {
  const file = path.join(folder, 'postgres.log')
  if (existsSync(file) && statSync(file).size > 10 * 1024 * 1024) renameSync(file, `${file}.1`)
  const descriptor = openSync(file, 'a', 0o600)
  return { file, descriptor, length: statSync(file).size }
}
