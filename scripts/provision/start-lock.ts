import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { writePrivately } from './postgres-state'
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

type Lock = z.infer<typeof lockSchema>

export type StartLock = {
  /** Notes the app's process, so that the next start can end it if this one is killed. */
  noteApp: (pid: number) => void
  release: () => void
}

/**
 * Takes the data folder for one running app. What a killed start left behind is ended first.
 * @returns the lock, or the address of the app that already serves this folder on the same port.
 * @throws Refusal when another start holds the folder and cannot simply be used.
 */
export async function takeStartLock(
  dataDir: string,
  wanted: Omit<Lock, 'launcher' | 'app'>,
): Promise<StartLock | { servedAt: string; pid: number }> {
  const file = path.resolve(dataDir, 'start.lock')
  const launcher = identify(process.pid) ?? { pid: process.pid, startedAt: '' }
  const lock: Lock = { ...wanted, launcher, app: null }
  for (;;) {
    try {
      writeFileSync(file, JSON.stringify(lock), { flag: 'wx', mode: 0o600 })
      return {
        noteApp: (pid) => writePrivately(file, JSON.stringify({ ...lock, app: identify(pid) })),
        release: () => rmSync(file, { force: true }),
      }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    const holder = readLock(file)
    if (holder && isSameProcess(holder.launcher)) return await reuseOrRefuse(holder, wanted, dataDir)
    if (holder?.app && isSameProcess(holder.app)) await endProcess(holder.app.pid, 'SIGTERM', 10_000)
    rmSync(file, { force: true })
  }
}

async function reuseOrRefuse(holder: Lock, wanted: Pick<Lock, 'port'>, dataDir: string) {
  const isServing = await answersReady(holder.readyUrl)
  if (isServing && holder.port === wanted.port) return { servedAt: holder.url, pid: holder.launcher.pid }
  const process = `process ${holder.launcher.pid}`
  if (!isServing) {
    throw new Refusal(
      `Another start (${process}) works on ${dataDir} and does not serve yet. Wait for it, or end it and start again.`,
    )
  }
  throw new Refusal(
    `${dataDir} is already served at ${holder.url} (${process}), so it cannot be served on PORT ${wanted.port} too. Stop that one first, or set DATA_DIR to another folder.`,
  )
}

/** Whether the address answers 200 within two seconds. */
export async function answersReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000), redirect: 'manual' })
    return response.status === 200
  } catch {
    return false
  }
}

function readLock(file: string): Lock | null {
  try {
    return lockSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
