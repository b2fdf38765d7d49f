import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url))

export const oldestNode = 24

/** Arguments of Node to run this project's TypeScript. */
export const withTypescript = ['--import', new URL('typescript.mjs', import.meta.url).href]

/**
 * Runs a TypeScript file with the Node release of this project in the current working directory, and exits with its code.
 * @param {string} script relative to the project's root
 * @param {string[]} args
 * @param {Record<string, string>} environment variables added to those of this process
 */
export function execNode(script, args, environment = {}) {
  const file = path.join(projectRoot, script)
  if (!existsSync(file)) fail(`There is no ${script}.`)
  if (!existsSync(path.join(projectRoot, 'node_modules')))
    fail('The dependencies are not installed: run npm install in the project first.')
  const child = spawn(findNode(), [...withTypescript, file, ...args], {
    // The IPC channel closes when this process dies, however it dies, so that nothing is left running.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...environment,
      NEXT_TELEMETRY_DISABLED: '1',
      PATH: searchPath(),
    },
  })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal))
  }
  if (process.env.npm_lifecycle_event) watchNpm(() => child.kill('SIGTERM'))
  child.once('error', (error) => fail(error.message))
  child.once('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)))
}

/**
 * Detects that npm was ended: npm runs a script through a shell that does not pass signals on, so only a change of the parent processes
 * shows it.
 * @param {() => void} onGone
 */
function watchNpm(onGone) {
  const before = ancestors()
  const timer = setInterval(() => {
    if (ancestors() === before) return
    clearInterval(timer)
    onGone()
  }, 500)
  timer.unref()
}

/** Returns the parent pid, with the grandparent's if the parent is npm's shell. */
function ancestors() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
    const above = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
    return ['sh', 'dash', 'bash', 'ash', 'busybox'].includes(name) ? `${process.ppid} ${above}` : `${process.ppid}`
  } catch {
    return `${process.ppid}`
  }
}

/** Returns the Node that was installed with the dependencies: the platform's package, or `node`, which fetches one. */
export function findOwnNode() {
  const isWindows = process.platform === 'win32'
  const packages = [`node-${isWindows ? 'win' : process.platform}-${process.arch}`, 'node']
  return packages
    .map((name) => path.join(projectRoot, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node'))
    .find((file) => existsSync(file))
}

/** Returns the project's own Node if it is installed, else this one if it is new enough. */
function findNode() {
  const own = findOwnNode()
  if (own) return own
  if (Number.parseInt(process.versions.node, 10) >= oldestNode) return process.execPath
  fail(
    `Node ${oldestNode} is needed, this is ${process.versions.node}, and npm brought none for ${process.platform}-${process.arch}.\n` +
      `Install Node ${oldestNode} and run the command again.`,
  )
}

function searchPath() {
  return [path.join(projectRoot, 'node_modules/.bin'), process.env.PATH].filter(Boolean).join(path.delimiter)
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
