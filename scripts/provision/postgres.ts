import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createCluster, placeCluster } from './cluster'
import { locateBinaries, sharedFolder } from './postgres-binaries'
import { becomesReady, databaseUrl, ensureDatabase } from './postgres-connection'
import { endServer, launchPostgres } from './postgres-launch'
import { newPassword, type PostgresState, readPostgresState, writePostgresState } from './postgres-state'
import { commandLine, findFreePort, identify, isAlive, isSameProcess } from './processes'
import { print, Refusal } from './progress'
import { findServerAccount, type ServerAccount } from './server-account'

export type RunningPostgres = {
  url: string
  pid: number
  port: number
  /** False if another living process started it and will stop it. */
  isOwned: boolean
  /** True if the server was already running. */
  isReused: boolean
}

/**
 * Runs the embedded PostgreSQL on a data folder's cluster, which is created if missing, or reuses the server already running there. The
 * server is a separate process: it survives a crash of this one, and is found again.
 * @param isDurable false only for temporary databases
 * @param stop ends the start early; as on a failure, the launched server is ended
 */
export async function startPostgres(
  dataDir: string,
  { isDurable = true, stop = new AbortController().signal }: { isDurable?: boolean; stop?: AbortSignal } = {},
): Promise<RunningPostgres> {
  const folder = path.resolve(dataDir)
  mkdirSync(folder, { recursive: true })
  const account = findServerAccount()
  const state = readPostgresState(folder) ?? (await newState(folder, account))
  const { initdb, postgres } = locateBinaries(account)
  const cluster = { folder: state.cluster, password: state.password, initdb, account, isDurable, stop }
  if (await createCluster(cluster)) announcePlace(state, folder, account)

  const running = await findRunning(state, stop)
  const logFile = path.join(folder, 'postgres.log')
  const server = running ?? (await launchPostgres({ program: postgres, state, logFile, isDurable, account, stop }))
  const isBorrowed = running !== null && hasOtherOwner(state)
  const door = { port: server.port, password: state.password }
  try {
    writePostgresState(folder, {
      ...state,
      port: server.port,
      owner: isBorrowed ? state.owner : identify(process.pid),
    })
    await ensureDatabase(door)
  } catch (error) {
    if (!isBorrowed) await endServer(server.pid)
    throw error
  }
  return { ...server, url: databaseUrl(door), isOwned: !isBorrowed, isReused: running !== null }
}

/**
 * Ends the server: open transactions are rolled back, and everything committed is on disk. A server owned by another process is left alone.
 */
export async function stopPostgres(dataDir: string, server: RunningPostgres): Promise<void> {
  if (!server.isOwned) return
  await endServer(server.pid)
  const folder = path.resolve(dataDir)
  const state = readPostgresState(folder)
  try {
    if (state) writePostgresState(folder, { ...state, owner: null })
  } catch {
    // On a full disk the state still names this process as owner, which is ignored once it is gone.
  }
}

/** Stops the server of a temporary data folder and removes all of its files. */
export async function discardPostgres(dataDir: string, server: RunningPostgres): Promise<void> {
  const cluster = readPostgresState(path.resolve(dataDir))?.cluster
  await stopPostgres(dataDir, server)
  if (cluster?.startsWith(sharedFolder)) rmSync(path.dirname(cluster), { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
}

/** Returns the URL of a data folder's database if its server runs, else null. */
export async function findPostgres(dataDir: string): Promise<string | null> {
  const state = readPostgresState(path.resolve(dataDir))
  const running = state && (await findRunning(state, new AbortController().signal))
  return running ? databaseUrl({ port: running.port, password: state.password }) : null
}

async function newState(folder: string, account: ServerAccount | null): Promise<PostgresState> {
  const cluster = placeCluster(folder, account)
  if (existsSync(cluster)) {
    throw new Refusal(
      `${cluster} contains a database, but ${folder}/postgres.json with its password is missing. Restore that file, or move the database away.`,
    )
  }
  const state = { port: await findFreePort(), password: newPassword(), cluster, owner: null }
  writePostgresState(folder, state)
  return state
}

function announcePlace({ cluster }: PostgresState, folder: string, account: ServerAccount | null) {
  if (!account || cluster.startsWith(folder)) return
  print(`  The database is kept in ${cluster}: the user "${account.name}", which runs it, cannot enter ${folder}.`)
}

async function findRunning({ cluster, password }: PostgresState, stop: AbortSignal) {
  const file = path.join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return null
  const lines = readFileSync(file, 'utf8').split('\n')
  const pid = Number(lines[0])
  const port = Number(lines[3])
  const isServer = isAlive(pid) && commandLine(pid).includes(cluster)
  if (isServer && (await becomesReady(pid, { port, password }, stop))) return { pid, port }
  // Left by a crash: the pid may belong to another process by now, which would keep the server from starting.
  if (!isServer) rmSync(file, { force: true })
  return null
}

function hasOtherOwner({ owner }: PostgresState) {
  return owner !== null && owner.pid !== process.pid && isSameProcess(owner)
}
