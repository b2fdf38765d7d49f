import { type Column, keyOf, type Side } from './choose-columns'
import { flatten } from './flatten'

/** What every line has beside the columns of its request and output. */
export type ExampleFacts = {
  /** 0 to 1 */
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
 * One example as a line of JSON, without its line break: the same keys with values of the same types whatever the run.
 * Missing text is "", what is no text in a text column is its JSON, and floats always have a decimal point, so that a
 * reader that infers types from the first lines infers them right.
 * @returns null when the run does not fit the columns: it changed since they were chosen.
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
  const told = Object.entries(rest).map(([name, value]) => `"${name}":${JSON.stringify(value)}`)
  return `{${[...cells, `"score":${toFloat(score)}`, ...told].join(',')}}`
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

/** A number that reads as a float: 1 is 1.0. */
function toFloat(value: number): string {
  const text = JSON.stringify(value)
  return /[.e]/.test(text) ? text : `${text}.0`
}
