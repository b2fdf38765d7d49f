import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { variableNames } from '@/lib/env'
import { projectRoot } from '../provision/exec-node.mjs'
import { discardPostgres, startPostgres } from '../provision/postgres'
import { findFreePort, waitForExit } from '../provision/processes'
import { Refusal, step } from '../provision/progress'
import { processTree } from './process-tree'
import type { Section } from './report'

const startLimitMs = 6 * 60_000
const stopLimitMs = 30_000

/** Measures from `git clone` to the printed URL with nothing installed, and a restart with everything in place. */
export async function measureStart(stop: AbortSignal): Promise<Section> {
  const folder = mkdtempSync(path.join(tmpdir(), 'veritas-bench-start-'))
  const clone = path.join(folder, 'clone')
  const dataDir = path.join(clone, '.data')
  try {
    const port = await findFreePort()
    const cloneS = secondsOf(() => git(['clone', '--quiet', projectRoot, clone]))
    const firstS = await step('First start of a clone', () => startOnce(clone, port, stop))
    const againS = await step('Restart', () => startOnce(clone, port, stop))
    return {
      title: 'Start',
      method: `\`npm start\` in a fresh clone of commit ${git(['rev-parse', '--short', 'HEAD'])}, until it prints its URL: dependencies from npm's cache, database created, app built. Then stopped and started again. Times are wall-clock times at the terminal.`,
      columns: ['from', 'seconds to the address'],
      rows: [
        ['git clone', (cloneS + firstS).toFixed(1)],
        ['stopped, all there', againS.toFixed(1)],
      ],
      goals: [],
    }
  } finally {
    if (existsSync(path.join(dataDir, 'postgres.json'))) await discardPostgres(dataDir, await startPostgres(dataDir))
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Starts the app of a clone, stops it once its URL is printed, and resolves to the seconds until then. */
async function startOnce(clone: string, port: number, stop: AbortSignal): Promise<number> {
  const startedAt = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env: freshEnvironment(port),
    // In its own process group, which can be ended as a whole.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const pid = child.pid ?? 0
  let output = ''
  try {
    return await new Promise<number>((resolve, reject) => {
      const fail = (words: string) => reject(new Refusal(`${words}\n${output.slice(-3_000)}`))
      const timer = setTimeout(() => fail(`The clone did not start within ${startLimitMs / 1000} s:`), startLimitMs)
      stop.addEventListener('abort', () => fail('Stopped.'), { once: true })
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk) => {
          output += chunk
          if (!/^Ready in .+ https?:/m.test(output)) return
          clearTimeout(timer)
          resolve((performance.now() - startedAt) / 1000)
        })
      }
      child.once('error', (error) => fail(error.message))
      child.once('exit', (code) => fail(`The clone's start ended with ${code}:`))
    })
  } finally {
    await endGroup(pid)
  }
}

/** Ends a start like Ctrl-C, and waits for all its processes: npm itself ends before its children. */
async function endGroup(pid: number) {
  if (pid === 0) return
  const processes = processTree(pid)
  signalGroup(pid, 'SIGTERM')
  const ends = await Promise.all(processes.map((each) => waitForExit(each, stopLimitMs)))
  if (ends.includes(false)) signalGroup(pid, 'SIGKILL')
}

function signalGroup(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(-pid, signal)
  } catch {
    // It has already ended.
  }
}

/** The environment after a fresh clone: without this project's settings, its Node and npm's script variables. */
function freshEnvironment(port: number): NodeJS.ProcessEnv {
  const ours = path.join(projectRoot, 'node_modules')
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => !folder.startsWith(ours))
  const environment: NodeJS.ProcessEnv = { ...process.env, PATH: folders.join(path.delimiter) }
  for (const name of Object.keys(environment)) {
    const isSetting = variableNames.includes(name) || /^(npm_|TSX_|NEXT_|NODE_OPTIONS$|INIT_CWD$)/.test(name)
    const isNpmChoice = /^npm_config_(registry|cache|userconfig)$/.test(name)
    if (isSetting && !isNpmChoice) delete environment[name]
  }
  return { ...environment, PORT: String(port) }
}

function secondsOf(work: () => void): number {
  const startedAt = performance.now()
  work()
  return (performance.now() - startedAt) / 1000
}

function git(args: string[]): string {
  return execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8' }).trim()
}
