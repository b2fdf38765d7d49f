import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { availableParallelism, freemem } from 'node:os'
import path from 'node:path'
import { type Env, EnvError, parseEnv } from '@/lib/env'
import { localUrl } from '../provision/app-server'
import { locateBinaries } from '../provision/postgres-binaries'
import { isPortFree } from '../provision/processes'
import { findServerAccount } from '../provision/server-account'
import { askReady } from '../provision/start-lock'
import { bad, type Finding, good, warning } from './examination'

const GB = 1024 ** 3

export function examineNode(): Finding {
  const version = `Node ${process.versions.node}, ${availableParallelism()} cores`
  return Number.parseInt(process.versions.node, 10) >= 24
    ? good('node', version)
    : bad('node', version, 'Node 24 is needed: run npm install, which brings it, or install it.')
}

/** Invalid values are replaced by their defaults, so that the rest can be checked. */
export function examineEnvironment(
  source: Readonly<Record<string, string | undefined>>,
  { hasFile = false } = {},
): { env: Env; findings: Finding[] } {
  try {
    return { env: parseEnv(source), findings: [good('environment', hasFile ? 'valid, .env read' : 'valid')] }
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    const findings = error.issues.map(({ variable, message }) =>
      bad('environment', `${variable} ${message}`, `Set or unset ${variable}.`),
    )
    const wrong = new Set(error.issues.map((issue) => issue.variable))
    return { env: parseRest(Object.entries(source).filter(([name]) => !wrong.has(name))), findings }
  }
}

/** Of settings that only go together, one may be wrong or missing: then what most checks need is left. */
function parseRest(valid: [name: string, value: string | undefined][]): Env {
  try {
    return parseEnv(Object.fromEntries(valid))
  } catch {
    const needed = ['DATABASE_URL', 'DATA_DIR', 'AUTH_SECRET', 'PORT', 'HOST']
    return parseEnv(Object.fromEntries(valid.filter(([name]) => needed.includes(name))))
  }
}

export function examineMemory(): Finding {
  const seen = `${(freemem() / GB).toFixed(1)} GB free`
  return freemem() >= 1.5 * GB
    ? good('memory', seen)
    : warning('memory', seen, 'Building takes about 1.5 GB: free some memory, or build on another machine.')
}

/** Checks the disk and the rights of DATA_DIR, or of its nearest existing parent. */
export function examineDisk(env: Env): Finding[] {
  let folder = path.resolve(env.DATA_DIR)
  while (!existsSync(folder)) folder = path.dirname(folder)
  const { bavail, bsize } = statfsSync(folder)
  const free = `${((bavail * bsize) / GB).toFixed(1)} GB free at ${folder}`
  const disk =
    bavail * bsize >= 2 * GB
      ? good('disk', free)
      : warning('disk', free, 'Free some space, or set DATA_DIR to a larger disk.')
  return [disk, examineRights(folder, env)]
}

function examineRights(folder: string, env: Env): Finding {
  const seen = `DATA_DIR ${env.DATA_DIR}`
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch {
    return bad(
      'data folder',
      `${seen} is not writable`,
      `Give this user the right to write to ${folder}, or set DATA_DIR.`,
    )
  }
  const { uid } = statSync(folder)
  const isForeign = process.getuid !== undefined && process.getuid() !== 0 && uid !== process.getuid()
  return isForeign
    ? warning('data folder', `${seen} belongs to another user`, 'Start as the user who owns it, or set DATA_DIR.')
    : good('data folder', seen)
}

export async function examinePort(env: Env): Promise<Finding> {
  const seen = `PORT ${env.PORT} on ${env.HOST}`
  if (await isPortFree(env.PORT, env.HOST)) return good('port', `${seen} is free`)
  const answer = await askReady(localUrl(env, '/readyz'))
  if (answer === 'ready') return good('port', `${seen} serves the desk`)
  if (answer !== null)
    return warning('port', `${seen} serves the desk, which is not ready: ${answer}`, 'Wait for it, or read its log.')
  return bad('port', `${seen} is taken by another program`, 'Stop that program, or set PORT to another number.')
}

/** Checks the programs of the embedded server, and on Linux as root the account to run them as. */
export function examineServerPrograms(): Finding {
  try {
    const account = findServerAccount()
    const { version } = locateBinaries(account)
    return good('embedded PostgreSQL', `${version}${account ? `, run as ${account.name}` : ''}`)
  } catch (error) {
    return bad('embedded PostgreSQL', 'cannot run', error instanceof Error ? error.message : String(error))
  }
}

export async function examineBrowser(): Promise<Finding> {
  // Playwright is missing if development dependencies were left out.
  const found = await import('../provision/browser').then(({ findBrowser }) => findBrowser()).catch(() => null)
  return found
    ? good('browser for tests', found)
    : warning(
        'browser for tests',
        'none found that starts',
        'Only npm test needs it, and installs one itself where it can. Otherwise: apt-get install chromium, or set CHROMIUM_PATH.',
      )
}
