import { execFile } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'

// npm reads this file instead of package-lock.json while it exists.
const SHRINKWRAP = 'npm-shrinkwrap.json'

/**
 * Runs an installation that knows the address of each archive. The lockfile names no registry, so npm would first load the list of all
 * releases of every package, 139 MB. The hashes of the lockfile hold either way. A registry that keeps its archives elsewhere, or that
 * only npm can reach, is asked as usual.
 * @param {[program: string, ...args: string[]]} npm the command of npm
 * @param {() => Promise<number>} install
 * @returns {Promise<number>} what the installation returns
 */
export async function withArchiveAddresses(npm, install) {
  try {
    const lockfile = await addressedLockfile(npm)
    if (lockfile) writeFileSync(SHRINKWRAP, JSON.stringify(lockfile))
    return await install()
  } finally {
    rmSync(SHRINKWRAP, { force: true })
  }
}

async function addressedLockfile(/** @type {[program: string, ...args: string[]]} */ [program, ...args]) {
  try {
    const { stdout } = await promisify(execFile)(program, [...args, 'config', 'list', '--json'])
    const lockfile = addArchiveAddresses(JSON.parse(readFileSync('package-lock.json', 'utf8')), JSON.parse(stdout))
    const { ok } = await fetch(String(lockfile.packages['node_modules/zod']?.resolved), {
      method: 'HEAD',
      signal: AbortSignal.timeout(5_000),
    })
    return ok ? lockfile : null
  } catch {
    return null
  }
}

/** @typedef {{ name?: string, version?: string, resolved?: string, link?: boolean, inBundle?: boolean }} Entry an installed package */

/**
 * The lockfile with the usual address of the archive of each package that has none. Packages of a scope with a registry of its own keep
 * none.
 * @param {{ packages: Record<string, Entry> }} lockfile
 * @param {Record<string, unknown>} config npm's: `registry`, and `@scope:registry`
 * @returns {{ packages: Record<string, Entry> }}
 */
export function addArchiveAddresses(lockfile, config) {
  const registry = String(config.registry).replace(/\/?$/, '/')
  const packages = Object.entries(lockfile.packages).map(([folder, entry]) => {
    const name = entry.name ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const isInRegistry = folder !== '' && entry.version && !entry.link && !entry.inBundle
    if (!isInRegistry || entry.resolved || config[`${name.split('/')[0]}:registry`]) return [folder, entry]
    return [folder, { ...entry, resolved: `${registry}${name}/-/${name.split('/').at(-1)}-${entry.version}.tgz` }]
  })
  return { ...lockfile, packages: Object.fromEntries(packages) }
}
