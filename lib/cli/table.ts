/** Rows under their titles as lines with the columns in line. Numbers stand to the right. */
export function toTable(titles: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const shapes = titles.map((title, place) => {
    const cells = rows.map((row) => row[place] ?? '')
    return {
      width: Math.max(title.length, ...cells.map((cell) => cell.length)),
      isNumber:
        cells.some((cell) => /\d/.test(cell)) &&
        cells.every((cell) => /^([-+\u2212<>]?[\d.,]+( %)?|\u2014)$/.test(cell)),
    }
  })
  const toLine = (cells: readonly string[]) =>
    shapes
      .map(({ width, isNumber }, place) => (isNumber ? cells[place]?.padStart(width) : cells[place]?.padEnd(width)))
      .join('  ')
      .trimEnd()
  return [toLine(titles), ...rows.map(toLine)]
}
