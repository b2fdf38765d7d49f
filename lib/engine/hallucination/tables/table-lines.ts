/** The values of a line or object by the names of their fields. */
export type Row = Map<string, string>

const ruler = /^[\s|:+-]+$/
const pair = /^\s*(?:[-*]\s+)?\**([A-Z][\w /()-]{0,38}?|[a-z]\w{0,38})\**:\s+(\S.*)$/
const separators = ['|', '\t', ';', ',', '  '] as const

/** Reads the blocks of lines with equal shape, and returns the others. */
export function readLines(text: string, add: (rows: Row[]) => void): string {
  const rest: string[] = []
  for (const block of text.split(/\n\s*\n/)) {
    const lines = block.includes('-+-') ? barredLines(block) : block.split('\n').filter((line) => line.trim() !== '')
    const barred = new Map<string, number>()
    for (let at = 0; at < lines.length; ) {
      const pairs = runOf(lines, at, (line) => (pair.test(line) ? 1 : 0))
      const found = pairs.length > 2 ? pairs : []
      if (found.length > 0) {
        const fields = found.map((line) => pair.exec(line) as RegExpExecArray)
        if (new Set(fields.map(([, key]) => key)).size === fields.length)
          add([new Map(fields.map(([, key = '', value = '']) => [key, value]))])
        else rest.push(...found)
        at += found.length
        continue
      }
      const table = tableAt(lines, at, barred)
      if (table) {
        add(toRows(table.cells))
        at += table.size
      } else rest.push(lines[at++] as string)
    }
  }
  return rest.join('\n')
}

/** The border that database clients draw below a heading, "-----+-----", and around a table. */
const border = /^\s*\+?-+(?:\+-+)+\+?\s*$/

/** Returns lines with the borders of database clients as rulers of Markdown, without those above a heading and below the last row. */
function barredLines(block: string): string[] {
  const lines = block.split('\n').filter((line) => line.trim() !== '')
  const isRow = (line: string | undefined) => line?.includes('|') === true
  return lines.flatMap((line, at) => {
    if (!border.test(line)) return [line]
    return isRow(lines[at - 1]) && isRow(lines[at + 1]) ? [line.replaceAll('+', '|')] : []
  })
}

/** Returns the lines from a position on for which a measure is the same and not 0. */
function runOf(lines: readonly string[], from: number, measure: (line: string) => number): string[] {
  const first = measure(lines[from] ?? '')
  if (first === 0) return []
  let to = from
  while (to < lines.length && measure(lines[to] as string) === first) to++
  return lines.slice(from, to)
}

/**
 * Returns the cells and the number of lines of a table that begins here. `barred` has the line up to which each separator makes none, so that
 * no line is split again for every line before it.
 */
function tableAt(
  lines: readonly string[],
  from: number,
  barred: Map<string, number>,
): { cells: string[][]; size: number } | null {
  for (const separator of separators) {
    if (from < (barred.get(separator) ?? 0)) continue
    const placed = separator === '  ' ? rowsUnder(lines, from) : null
    if (placed) return { cells: placed, size: placed.length }
    const run = runOf(lines, from, (line) => cellsOf(line, separator).length)
    const cells =
      run.length < rowsMin && !isHeaded(run)
        ? []
        : run.filter((line) => !isRuler(line)).map((line) => cellsOf(line, separator))
    if (isTable(cells, separator, run)) return { cells, size: run.length }
    barred.set(separator, from + run.length)
  }
  return null
}

/** Lines of a table with its heading, and characters of that. */
const [rowsMin, headMax] = [3, 400]

/** Returns the cells of lines that begin directly under those of a heading, which may leave some out or fill others to their end. */
function rowsUnder(lines: readonly string[], from: number): string[][] | null {
  const head = lines[from] ?? ''
  if (lines.length - from < rowsMin || head.length > headMax || !head.includes('  ')) return null
  const places = [...head.matchAll(/(?<=^|\s{2})\S/g)].map(({ index }) => index)
  if (places.length < 3 || !cellsOf(head, '  ').every((cell) => title.test(cell))) return null
  const rows: string[][] = []
  for (let at = from; at < lines.length && !(at > from && isRuler(lines[at])); at++) {
    const line = lines[at] as string
    const isUnder = places.every((place) => place === 0 || line.length < place || line.charAt(place - 1) === ' ')
    const cells = places.map((place, column) => line.slice(place, places[column + 1]).trim())
    if (!isUnder || cells.filter((cell) => cell !== '').length < 2) break
    rows.push(cells)
  }
  return rows.length >= rowsMin ? rows : null
}

/** Whether the heading is one by its names alone, "order_id,customer,total", so that one line makes a table. */
function isHeaded([head = '', ...body]: readonly string[]): boolean {
  return body.length > 0 && (isRuler(body[0]) ? body.length > 1 : fieldNames.test(head))
}

/** A heading of CSV whose cells are names of fields. */
export const fieldNames = /^[a-z]\w*(?:,[a-z]\w*){3,}$/
const isRuler = (line: string | undefined) => ruler.test(line ?? '')

const quotedCell = /"[^"]*"/g
const title = /^[\p{L}#][^.!?]{0,40}$/u

function isTable([head, ...body]: readonly string[][], separator: string, run: readonly string[]): boolean {
  if (
    !head ||
    body.length < (isHeaded(run) ? 1 : 2) ||
    (head.length < (separator === ',' || separator === '  ' ? 3 : 2) &&
      !(separator === ',' && head.length === 2 && body.every(isAmount))) ||
    !head.every((cell, at) => title.test(cell) || (at === 0 && cell === '' && isRuler(run[1])))
  )
    return false
  // Sentences have commas, too.
  return separator !== ',' || !run.some((line) => /,\s|[.!?]$/.test(line.replace(quotedCell, '')))
}

/** Whether a line has a name and a number: only so are lines with one comma known to be of a table. */
const isAmount = ([name = '', value = '']: readonly string[]) =>
  /^\p{L}/u.test(name) && /^[$€£]?\d+(?:\.\d+)?%?$/.test(value)

function cellsOf(line: string, separator: string): string[] {
  if (separator === '  ') return /\s\s/.test(line) ? line.trim().split(/\s{2,}/) : []
  if (!line.includes(separator)) return []
  const bare = separator === '|' ? line.trim().replace(/^\||\|$/g, '') : line
  if (!bare.includes('"')) return bare.split(separator).map((cell) => cell.trim())
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (const sign of bare)
    if (sign === '"') isQuoted = !isQuoted
    else if (sign === separator && !isQuoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += sign
  return [...cells, cell.trim()]
}

function toRows([head = [], ...body]: readonly string[][]): Row[] {
  return body.map((cells) => new Map(cells.map((cell, at) => [head[at] ?? '', cell])))
}

const linesMin = 3
const settingsHead = /^\s*\[{1,2}([\w.$ -]{1,60})\]{1,2}\s*$/
const setting = /^(\s*)(?:- )?["']?([a-z$][\w.$-]{0,60})["']?\s*(?:=|:(?=\s|$))\s*(.*)$/i
const firstSetting = /^\s*(?:#|;|\/\/|\[|---|(?:- )?["']?[a-z$][\w.$-]{0,60}["']?\s*[=:])/i
const comment = /^\s*(?:#|;|\/\/)/
const trailing = /\s+(?:#|\/\/).*$/

/**
 * Reads a file of settings, `key = value` under `[section]` or nested `key: value`, as the fields of one record; null if a line in ten is
 * anything else.
 */
export function settingsIn(text: string): Row | null {
  // Most texts begin as prose.
  if (!firstSetting.test(text)) return null
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !comment.test(line))
  if (lines.length < linesMin) return null
  const row: Row = new Map()
  let others = 0
  let prefix = ''
  let open: { indent: number; key: string }[] = []
  for (const line of lines) {
    const head = settingsHead.exec(line)
    if (head) {
      prefix = head[1] ?? ''
      open = []
      continue
    }
    const [, space = '', key = '', rest = ''] = setting.exec(line) ?? []
    if (key === '') {
      others++
      continue
    }
    open = open.filter(({ indent }) => indent < space.length)
    const value = rest.replace(trailing, '').replace(/^["']|["'],?$/g, '')
    const path = [prefix, ...open.map((one) => one.key), key].filter(Boolean).join(' ')
    if (value === '') open.push({ indent: space.length, key })
    // A key that repeats belongs to items of a list, which are no single record.
    else if (row.has(path)) others++
    else row.set(path, value)
  }
  return row.size >= linesMin && others * 10 <= lines.length ? row : null
}
