import { readdirSync, readFileSync } from 'node:fs'

// The unit of the times in /proc, the same on every Linux that Node runs on.
const ticksPerSecond = 100

/** A process and all that descend from it. Empty where there is no /proc. */
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

/** Seconds of processor time a tree has used, those of its ended children included; NaN where that cannot be read. */
export function processorSeconds(root: number): number {
  const tree = processTree(root)
  if (tree.length === 0) return Number.NaN
  const ticks = tree.map((pid) => readStat(pid).slice(11, 15))
  return ticks.flat().reduce((sum, value) => sum + Number(value), 0) / ticksPerSecond
}

/**
 * Memory of a tree in bytes. `proportional` counts what processes share once (PSS), `resident` once for each (RSS); both
 * NaN where they cannot be read.
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

/** The fields of /proc/<pid>/stat after the command name: state, parent and so on. */
function readStat(pid: number): string[] {
  const stat = readProc(pid, 'stat')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function readField(rollup: string, field: string): number {
  const kilobytes = rollup.match(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm'))?.[1]
  return Number(kilobytes ?? 0) * 1024
}

/** Empty when the process is gone by now or belongs to somebody else. */
function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
