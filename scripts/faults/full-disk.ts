import { spawnSync } from 'node:child_process'
import { chmodSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { examine, wholeGoals } from './examine'
import { openFaultDesk, readyAfter } from './fault-desk'
import { seconds } from './kill-report'
import { type Found, makeFolder, makeScene, removeFolder } from './scene'
import { newLedger, startSenders } from './senders'

const SIZE_MB = 600
const LEFT_BYTES = 1024 * 1024
const FULL_MS = 15_000
// Counts to reach before and while the disk is full, with a time limit.
const ACKNOWLEDGED = 30
const REFUSED = 10
const LONGEST_MS = 90_000

/** Fills the disk of a server while runs arrive, and frees it again. */
export async function runFullDisk(seed: number): Promise<Found> {
  const disk = makeFolder('faults-disk')
  if (!mount(disk)) {
    removeFolder(disk)
    return { section: null, skipped: 'this account may not mount a file system of its own' }
  }
  try {
    return await fillAndFree(disk, seed)
  } finally {
    spawnSync('umount', [disk])
    removeFolder(disk)
  }
}

async function fillAndFree(disk: string, seed: number): Promise<Found> {
  const desk = await openFaultDesk({ dataDir: disk, keepsFolder: true })
  const ballast = path.join(disk, 'ballast')
  const ledger = newLedger()
  try {
    const { baseUrl } = desk
    const scene = await makeScene({
      baseUrl,
      databaseUrl: desk.databaseUrl(),
      project: 'full',
      senders: 4,
      deciders: 0,
    })
    const stopSending = startSenders({ baseUrl, keys: scene.keys, seed, ledger })
    const startedAt = performance.now()
    while (ledger.acknowledged.size < ACKNOWLEDGED && performance.now() - startedAt < LONGEST_MS) await sleep(100)
    const before = ledger.acknowledged.size
    const fullSince = performance.now()
    const isTried = () => performance.now() - fullSince > FULL_MS && ledger.retried >= REFUSED
    // Space that a restart frees is filled again immediately.
    for (let part = 0; !isTried() && performance.now() - fullSince < LONGEST_MS; part++) {
      fill(`${ballast}-${part}`, disk)
      await sleep(250)
    }
    const during = ledger.acknowledged.size
    spawnSync('/bin/sh', ['-c', 'rm -f "$1"-*', 'sh', ballast])
    const readyMs = await readyAfter(baseUrl, 120_000)
    await stopSending()
    const found = await examine({ databaseUrl: desk.databaseUrl(), projectId: scene.projectId, ledger })
    const faults = [...new Set(ledger.faults)]
    return {
      section: {
        title: 'A full disk, then free space again',
        method: `A file system of ${SIZE_MB} MB is filled for ${seconds(FULL_MS)} or more while runs come in.`,
        columns: ['acknowledged before', 'while full', 'in all', 'sent again', 'lost', 'doubled', 'ready again'],
        rows: [
          [
            ...[before, during - before, found.acknowledged, ledger.retried, found.lost, found.doubled].map(String),
            seconds(readyMs ?? Number.POSITIVE_INFINITY),
          ],
        ],
        goals: [
          ...wholeGoals(found),
          {
            aim: 'ready by itself once there is space',
            measured: seconds(readyMs ?? Number.POSITIVE_INFINITY),
            isMet: readyMs !== null,
          },
          {
            aim: 'refusals name when to retry',
            measured: faults[0] ?? `${ledger.retried} times`,
            isMet: faults.length === 0,
          },
        ],
      },
    }
  } finally {
    rmSync(ballast, { force: true })
    await desk.stop()
  }
}

function mount(folder: string): boolean {
  if (process.platform !== 'linux') return false
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=755`, 'tmpfs', folder])
  if (status === 0) chmodSync(folder, 0o755)
  return status === 0
}

/** Writes until less than a megabyte is left. */
function fill(file: string, disk: string): void {
  const { bavail, bsize } = statfsSync(disk)
  const bytes = bavail * bsize - LEFT_BYTES
  if (bytes <= 0) return
  try {
    writeFileSync(file, Buffer.alloc(bytes))
  } catch {
    // The database took the space first.
  }
}
