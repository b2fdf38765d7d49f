import { readdirSync, readFileSync } from 'node:fs'
import { readStat } from '../provision/processes'
import type { BuiltDesk } from '../testing/built-desk'

// The unit of the times in /proc, the same on every Linux that Node runs on.
const ticksPerSecond = 100

/** Returns a process and its descendants. Empty without /proc. */
export function processTree(root: number): number[] {
  const children = new Map<number, number[]>()
  for (const pid of listProcesses()) {
    const parent = Number(readStat(pid)[1])
    children.set(parent, [...(children.get(parent) ?? []), pid])
  }
  const tree = children.size > 0 ? [root] : []
  for (const pid of tree) tree.push(...(children.get(pid) ?? []))
  return tree
}

/** CPU seconds used by a tree, including its ended children; NaN if they cannot be read. */
function processorSeconds(root: number): number {
  const tree = processTree(root)
  if (tree.length === 0) return Number.NaN
  const ticks = tree.map((pid) => readStat(pid).slice(11, 15))
  return ticks.flat().reduce((sum, value) => sum + Number(value), 0) / ticksPerSecond
}

/** What a run costs: how many are done a second, and the processor time of app and database for each, in ms. */
export type RunCost = { perS: number; appMs: number; databaseMs: number }

/** Measures work that takes in `runs` runs. */
export async function measureCost(
  desk: Pick<BuiltDesk, 'appPid' | 'databasePid'>,
  runs: number,
  work: () => Promise<unknown>,
): Promise<RunCost> {
  const spent = () => ({ app: processorSeconds(desk.appPid), database: processorSeconds(desk.databasePid) })
  const before = spent()
  const startedAt = performance.now()
  await work()
  const seconds = (performance.now() - startedAt) / 1000
  const after = spent()
  return {
    perS: runs / seconds,
    appMs: ((after.app - before.app) * 1000) / runs,
    databaseMs: ((after.database - before.database) * 1000) / runs,
  }
}

/**
 * Memory of a tree in bytes. `proportional` counts shared memory once (PSS), `resident` once per process (RSS); both NaN if they cannot be
 * read.
 */
export function memoryOf(root: number): { processes: number; proportional: number; resident: number } {
  const tree = processTree(root)
  const rollups = tree.map((pid) => readProc(pid, 'smaps_rollup'))
  const sumOf = (field: string) =>
    tree.length === 0 ? Number.NaN : rollups.reduce((sum, text) => sum + readField(text, field), 0)
  return { processes: tree.length, proportional: sumOf('Pss'), resident: sumOf('Rss') }
}

function listProcesses(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

function readField(rollup: string, field: string): number {
  const kilobytes = rollup.match(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm'))?.[1]
  return Number(kilobytes ?? 0) * 1024
}

/** Empty if the process is gone or belongs to another user. */
function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
