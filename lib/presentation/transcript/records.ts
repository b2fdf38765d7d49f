import { isRecord } from '@/lib/contracts/is-record'

/** A list of like records as a table: a cell is undefined where its record has no such field. */
export type Records = { columns: { name: string; isNumeric: boolean }[]; rows: Cell[][] }
export type Cell = string | number | boolean | null | undefined

const COLUMNS_MAX = 12
/** A longer text is read better below its name than in a column. */
const CELL_MAX = 240
const NAME_MAX = 60
/** Share of the cells that are filled, below which the records are not alike. */
const FILLED_MIN = 0.7

/**
 * Reads a list of two or more like records as a table, a column for each field: those that tell the records apart by a short text first, as
 * the order of fields is lost in storage. Fields of inner records are columns of their own, `price.total`; a short list of texts or numbers is
 * one text. Returns null for anything that a table would show worse: many columns, long texts, deeper nesting, records that share little.
 */
export function readRecords(value: unknown): Records | null {
  if (!Array.isArray(value) || value.length < 2) return null
  const records: Map<string, Cell>[] = []
  const names = new Set<string>()
  for (const item of value) {
    const cells = isRecord(item) ? readCells(item) : null
    if (cells === null || cells.size === 0) return null
    for (const name of cells.keys()) names.add(name)
    if (names.size > COLUMNS_MAX) return null
    records.push(cells)
  }
  const filled = records.reduce((sum, { size }) => sum + size, 0)
  if (names.size < 2 || filled < FILLED_MIN * names.size * records.length) return null
  const isName = (name: string) => {
    const texts = records.map((cells) => cells.get(name))
    const isShort = (text: Cell) => typeof text === 'string' && text !== '' && text.length <= NAME_MAX
    return texts.every(isShort) && new Set(texts).size === texts.length
  }
  const ordered = [...names].toSorted((a, b) => Number(isName(b)) - Number(isName(a)))
  const columns = ordered.map((name) => {
    const held = records.flatMap((cells) => cells.get(name) ?? [])
    return { name, isNumeric: held.length > 0 && held.every((cell) => typeof cell === 'number') }
  })
  return { columns, rows: records.map((cells) => columns.map(({ name }) => cells.get(name))) }
}

/** The cells of a record by column name; null if one does not fit a cell. */
function readCells(record: Record<string, unknown>, outer = ''): Map<string, Cell> | null {
  const cells = new Map<string, Cell>()
  for (const [name, value] of Object.entries(record)) {
    if (outer === '' && isRecord(value) && Object.keys(value).length > 0) {
      const inner = readCells(value, `${name}.`)
      if (inner === null) return null
      for (const [key, cell] of inner) cells.set(key, cell)
      continue
    }
    const cell = toCell(value)
    if (cell === undefined) return null
    cells.set(outer + name, cell)
  }
  return cells
}

function toCell(value: unknown): Cell {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value
  if (typeof value === 'string') return value.length <= CELL_MAX ? value : undefined
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string' || typeof item === 'number'))
    return undefined
  return toCell(value.join(', '))
}
