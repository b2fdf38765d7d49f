import { fnv1a, seededRng } from '../stats/random'

/** Fields of every line besides the request and output columns. */
export type ExampleFacts = {
  /** In [0, 1]. */
  score: number
  passed: boolean
  feedback: string
  decision: string
  chain: string
  chain_version: string
  scenario: string
  run_id: string
  split: string
}

export type Table = { columns: readonly Column[]; depths: Readonly<Record<Side, number>> }

/**
 * Formats one example as a line of JSON without the line break. Every run gives the same keys with values of the same types: missing text
 * is "", non-text values in a text column are JSON, and floats always have a decimal point, so that readers that infer types from the first
 * lines infer them correctly.
 * @returns null when the run does not fit the columns because it changed after they were chosen.
 */
export function toLine(
  { columns, depths }: Table,
  values: Readonly<Record<Side, unknown>>,
  facts: ExampleFacts,
): string | null {
  const leaves = new Map<string, unknown>(
    (['request', 'output'] as const).flatMap((side) =>
      flatten(values[side], depths[side]).map(({ path, value }) => [`${side}${keyOf(path)}`, value] as const),
    ),
  )
  const cells: string[] = []
  for (const { side, path, name, type } of columns) {
    const key = `${side}${keyOf(path)}`
    const cell = toCell(type, leaves.get(key))
    leaves.delete(key)
    if (cell === null) return null
    cells.push(`${JSON.stringify(name)}:${cell}`)
  }
  if (leaves.size > 0) return null
  const { score, ...rest } = facts
  const factCells = Object.entries(rest).map(([name, value]) => `"${name}":${JSON.stringify(value)}`)
  return `{${[...cells, `"score":${toFloat(score)}`, ...factCells].join(',')}}`
}

function toCell(type: Column['type'], value: unknown): string | null {
  if (type === 'text') {
    if (value === undefined) return '""'
    return JSON.stringify(typeof value === 'string' ? value : JSON.stringify(value))
  }
  if (type === 'boolean') return typeof value === 'boolean' ? String(value) : null
  if (typeof value !== 'number') return null
  if (type === 'integer') return Number.isSafeInteger(value) ? String(value) : null
  return toFloat(value)
}

/** Formats a number as a float: 1 becomes 1.0. */
function toFloat(value: number): string {
  const text = JSON.stringify(value)
  return /[.e]/.test(text) ? text : `${text}.0`
}

export type Side = 'request' | 'output'

/** How often a path had a value of each type, over the runs of an export. */
export type PathCounts = {
  path: readonly string[]
  /** Runs in which the value was not null. */
  present: number
  numbers: number
  /** Of the numbers, those that are safe integers. */
  integers: number
  booleans: number
}

type ColumnType = 'text' | 'float' | 'integer' | 'boolean'
export type Column = { side: Side; path: readonly string[]; name: string; type: ColumnType }

/**
 * Chooses one column for each path, sorted by path. A column is numeric or boolean only if every one of `runs` has that type there. All
 * others are text, so that a missing value can be written as the empty string.
 */
export function chooseColumns(side: Side, counts: readonly PathCounts[], runs: number): Column[] {
  const taken = new Set<string>()
  return counts
    .filter(({ present }) => present > 0)
    .toSorted((a, b) => compareText(keyOf(a.path), keyOf(b.path)))
    .map((count) => {
      const name = freeName(toName(side, count.path), taken)
      taken.add(name)
      return { side, path: count.path, name, type: typeOf(count, runs) }
    })
}

/** Encodes a path as a map key; different paths never share one. */
export const keyOf = (path: readonly string[]): string => JSON.stringify(path)

function typeOf({ numbers, integers, booleans }: PathCounts, runs: number): ColumnType {
  if (booleans === runs) return 'boolean'
  if (numbers < runs) return 'text'
  return integers === runs ? 'integer' : 'float'
}

/** Turns `output.answer.text` into `output_answer_text`; characters that are invalid in a Python name become underscores. */
function toName(side: Side, path: readonly string[]): string {
  return [side, ...path].join('_').replace(/[^\p{ID_Continue}]/gu, '_')
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  let count = 2
  while (taken.has(`${name}_${count}`)) count += 1
  return `${name}_${count}`
}

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** A value at the end of its path. Arrays, and objects below `depth`, are not opened. */
type Leaf = { path: readonly string[]; value: unknown }

/**
 * Returns the leaves of a JSON value. Objects are opened down to `depth` (0 = not at all), empty objects are leaves, null gives no leaf.
 */
export function flatten(value: unknown, depth: number, path: readonly string[] = []): Leaf[] {
  if (value === null || value === undefined) return []
  if (depth === 0 || typeof value !== 'object' || Array.isArray(value)) return [{ path, value }]
  const entries = Object.entries(value)
  if (entries.length === 0) return [{ path, value }]
  return entries.flatMap(([key, item]) => flatten(item, depth - 1, [...path, key]))
}

type Split = 'train' | 'val'

/**
 * Assigns a key to a split: always the same one for a key and seed, and `val` for about `valShare` (0 to 1) of all keys. Examples that
 * share a key are therefore never in both splits.
 */
export function splitOf(key: string, valShare: number, seed: number): Split {
  return seededRng(fnv1a(key) ^ Math.imul(seed, 0x9e3779b1))() < valShare ? 'val' : 'train'
}
