import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sharedFolder } from './postgres-binaries'
import type { ServerAccount } from './server-account'

export const superuser = 'veritas'

/** Returns the folder of the database cluster: in the data folder, or in a shared folder if the server's account cannot enter that. */
export function placeCluster(dataDir: string, account: ServerAccount | null): string {
  const inside = path.join(dataDir, 'postgres')
  if (!account || canEnter(dataDir, account)) return inside
  // A unique name: a data folder recreated at the same place must not find the old cluster.
  return path.join(sharedFolder, randomBytes(6).toString('hex'), 'postgres')
}

function canEnter(folder: string, account: ServerAccount) {
  const { status } = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], {
    uid: account.uid,
    gid: account.gid,
    cwd: '/',
  })
  return status === 0
}

type NewCluster = {
  folder: string
  password: string
  initdb: string
  account: ServerAccount | null
  isDurable: boolean
  stop: AbortSignal
}

/**
 * Creates an empty cluster, unless it exists. It is built beside its place and moved there when complete, so that an interruption never
 * leaves a partial one. Resolves to whether it was created.
 */
export async function createCluster(cluster: NewCluster): Promise<boolean> {
  const { folder, password, account } = cluster
  if (existsSync(path.join(folder, 'PG_VERSION'))) return false
  const partial = `${folder}.partial`
  const passwordFile = path.join(tmpdir(), `veritas-${randomBytes(8).toString('hex')}`)
  rmSync(partial, { recursive: true, force: true })
  try {
    mkdirSync(partial, { recursive: true, mode: 0o700 })
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
    if (account) {
      openPath(path.dirname(partial))
      chownSync(partial, account.uid, account.gid)
      chownSync(passwordFile, account.uid, account.gid)
    }
    await initialise(partial, passwordFile, cluster)
    renameSync(partial, folder)
    return true
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

/** Opens the parents of a cluster outside the data folder to the server's account. */
function openPath(folder: string) {
  if (!folder.startsWith(sharedFolder)) return
  chmodSync(folder, 0o755)
  openPath(path.dirname(folder))
}

function initialise(folder: string, passwordFile: string, { initdb, account, isDurable, stop }: NewCluster) {
  const args = [
    `--pgdata=${folder}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    ...(isDurable ? [] : ['--no-sync']),
  ]
  return new Promise<void>((resolve, reject) => {
    const child = spawn(initdb, args, {
      ...(account && { uid: account.uid, gid: account.gid }),
      cwd: folder,
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
      signal: stop,
    })
    let complaint = ''
    child.stderr.on('data', (chunk) => {
      complaint += chunk
    })
    // A stopped initdb is awaited with its children, because they still write.
    child.once('error', (error) => (error.name === 'AbortError' ? undefined : reject(error)))
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`initdb failed (${code}) in ${folder}: ${complaint.trim()}`))
    })
  })
}
