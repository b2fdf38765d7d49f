import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { endProcess, identify, isSameProcess } from './processes'
import { Refusal } from './progress'

const identitySchema = z.object({ pid: z.number().int(), startedAt: z.string() })
const lockSchema = z.object({
  launcher: identitySchema,
  app: identitySchema.nullable(),
  port: z.number().int(),
  url: z.string(),
  readyUrl: z.string(),
})

const notReadySchema = z.object({ reason: z.string() })

type Lock = z.infer<typeof lockSchema>

export type StartLock = {
  /** Stores the app's process, so that the next start can end it if this one is killed. */
  noteApp: (pid: number) => void
  release: () => void
}

/**
 * Creates the data folder and locks it for one running app. Processes left by a killed start are ended first.
 * @returns the lock, or the URL of the app that already serves this folder on the same port
 * @throws Refusal if another start uses the folder differently, or it cannot be written
 */
export async function takeStartLock(
  dataDir: string,
  wanted: Omit<Lock, 'launcher' | 'app'>,
): Promise<StartLock | { servedAt: string; pid: number }> {
  const file = path.resolve(dataDir, 'start.lock')
  const launcher = identify(process.pid) ?? { pid: process.pid, startedAt: '' }
  const lock: Lock = { ...wanted, launcher, app: null }
  try {
    makeFolder(path.resolve(dataDir))
  } catch (error) {
    throw notWritable(dataDir, error)
  }
  for (;;) {
    try {
      write(file, lock, constants.O_EXCL)
      return {
        noteApp: (pid) => write(file, { ...lock, app: identify(pid) }),
        release: () => rmSync(file, { force: true }),
      }
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : ''
      if (code === 'ENOSPC') {
        rmSync(file, { force: true })
        throw new Refusal(`DATA_DIR ${dataDir}: no space left on device. Free some space and start again.`)
      }
      if (code !== 'EEXIST') throw notWritable(dataDir, error)
    }
    // A lock that is just being written is complete a moment later.
    const holder = readLock(file) ?? (await readLater(file))
    if (holder && isSameProcess(holder.launcher)) return await reuseOrRefuse(holder, wanted, dataDir)
    if (holder?.app && isSameProcess(holder.app)) await endProcess(holder.app.pid, 'SIGTERM', 10_000)
    rmSync(file, { force: true })
  }
}

/** Makes a folder and those above it, one by one: below /proc, Node's own recursive `mkdirSync` never returns. */
function makeFolder(folder: string) {
  const parent = path.dirname(folder)
  if (!existsSync(parent)) makeFolder(parent)
  try {
    mkdirSync(folder)
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

function notWritable(dataDir: string, error: unknown): Refusal {
  const reason = error instanceof Error ? error.message : String(error)
  return new Refusal(`DATA_DIR ${dataDir} cannot be written: ${reason}. Set DATA_DIR to a folder that you may write.`)
}

async function reuseOrRefuse(holder: Lock, wanted: Pick<Lock, 'port'>, dataDir: string) {
  const isServing = (await askReady(holder.readyUrl)) === 'ready'
  if (isServing && holder.port === wanted.port) return { servedAt: holder.url, pid: holder.launcher.pid }
  const process = `process ${holder.launcher.pid}`
  if (!isServing) {
    throw new Refusal(
      `Another start (${process}) is using ${dataDir} and does not serve yet. Wait for it, or stop it and start again.`,
    )
  }
  throw new Refusal(
    `${dataDir} is already served at ${holder.url} (${process}), so it cannot be served on PORT ${wanted.port} too. Stop it first, or set DATA_DIR to another folder.`,
  )
}

/** Returns the readiness of the app within two seconds: 'ready', why it is not, or null without an answer. */
export async function askReady(url: string): Promise<string | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000), redirect: 'manual' })
    if (response.status === 200) return 'ready'
    return notReadySchema.parse(await response.json()).reason
  } catch {
    return null
  }
}

// Of fixed size, so that it can be overwritten in place on a full disk.
const lockBytes = 4096

function write(file: string, lock: Lock, flag = 0) {
  const descriptor = openSync(file, constants.O_WRONLY | constants.O_CREAT | flag, 0o600)
  try {
    writeFileSync(descriptor, JSON.stringify(lock).padEnd(lockBytes))
  } finally {
    closeSync(descriptor)
  }
}

async function readLater(file: string) {
  await sleep(200)
  return readLock(file)
}

function readLock(file: string): Lock | null {
  try {
    return lockSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
