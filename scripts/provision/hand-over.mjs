import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

const oldestNode = 24

/**
 * Runs a TypeScript file under the Node release this project brings along, and ends as it ends.
 * @param {string} script relative to the project's root
 * @param {string[]} args
 */
export function handOver(script, args) {
  if (!existsSync(script)) {
    process.stderr.write(`There is no ${script}.\n`)
    process.exit(2)
  }
  const child = spawn(findNode(), ['--import', 'tsx', script, ...args], {
    // The channel closes when this process dies, however it dies, so that nothing is left running unattended.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', PATH: searchPath() },
  })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal))
  }
  child.once('error', (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
  child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

/** The project's own Node where it was installed, else this one when it is new enough. */
function findNode() {
  const own = path.resolve('node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(own)) return own
  if (Number.parseInt(process.versions.node, 10) >= oldestNode) return process.execPath
  process.stderr.write(
    `Node ${oldestNode} is needed, this is ${process.versions.node}, and the npm package "node" brought none for ${process.platform}-${process.arch}.\n` +
      `Install Node ${oldestNode} and run the command again.\n`,
  )
  process.exit(1)
}

function searchPath() {
  return [path.resolve('node_modules/.bin'), process.env.PATH].filter(Boolean).join(path.delimiter)
}
