export type Side = 'request' | 'output'

/** How often a path held what, over the runs of an export. */
export type PathCounts = {
  path: readonly string[]
  /** Runs in which it held anything but null. */
  present: number
  numbers: number
  /** Of the numbers, those that are whole and safe as an integer. */
  integers: number
  booleans: number
}

export type ColumnType = 'text' | 'float' | 'integer' | 'boolean'
export type Column = { side: Side; path: readonly string[]; name: string; type: ColumnType }

/**
 * One column for each path, by name. A column is a number or a boolean only where every one of `runs` holds one there;
 * all others are text, so that a missing value has an honest spelling: the empty string.
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

/** A path as the key of a map; two paths never share one. */
export const keyOf = (path: readonly string[]): string => JSON.stringify(path)

function typeOf({ numbers, integers, booleans }: PathCounts, runs: number): ColumnType {
  if (booleans === runs) return 'boolean'
  if (numbers < runs) return 'text'
  return integers === runs ? 'integer' : 'float'
}

/** `output.answer.text` is `output_answer_text`; what cannot stand in a Python name becomes an underscore. */
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
