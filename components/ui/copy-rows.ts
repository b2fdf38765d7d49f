import type { ClipboardEvent } from 'react'

/**
 * Copies the selected cells of a table as text with a line for each row and tabs between its cells. The browser would break the line at every
 * part of a cell that is laid out as a box, so that a pasted row would fall apart.
 */
export function copyRows(event: ClipboardEvent<HTMLTableElement>): void {
  const selection = document.getSelection()
  if (!selection || selection.rangeCount === 0) return
  const range = selection.getRangeAt(0)
  const rows = [...event.currentTarget.rows]
    .filter((row) => range.intersectsNode(row) && row.ariaHidden !== 'true')
    .map((row) => [...row.cells].filter(isShown).map((cell) => (isSelected(cell, range) ? textOf(cell) : '')))
    .filter((cells) => cells.some(Boolean))
  // Checkboxes and buttons leave columns without a text.
  const isFilled = (column: number) => rows.some((cells) => cells[column])
  const filled = rows.map((cells) => cells.filter((_, column) => isFilled(column)))
  if (filled.flat().length < 2) return
  event.clipboardData.setData('text/plain', filled.map((cells) => cells.join('\t')).join('\n'))
  event.clipboardData.setData('text/html', toTable(filled))
  event.preventDefault()
}

// The text of a cell that is not rendered would be that of all its parts.
const isShown = (cell: HTMLElement) => cell.getClientRects().length > 0

// biome-ignore lint/performance/useDomNodeTextContent: the text as it is seen, with a gap between the parts of a cell.
const textOf = (cell: HTMLElement) => cell.innerText.replace(/\s+/g, ' ').trim()

/** Whether some of the cell's text is selected: a selection may also end before its first letter. */
function isSelected(cell: HTMLElement, range: Range): boolean {
  if (!range.intersectsNode(cell)) return false
  const part = document.createRange()
  part.selectNodeContents(cell)
  if (range.compareBoundaryPoints(Range.START_TO_START, part) > 0)
    part.setStart(range.startContainer, range.startOffset)
  if (range.compareBoundaryPoints(Range.END_TO_END, part) < 0) part.setEnd(range.endContainer, range.endOffset)
  return part.toString().trim() !== ''
}

/** The same for editors and spreadsheets, which take what is marked up. */
function toTable(rows: readonly (readonly string[])[]): string {
  const table = document.createElement('table')
  for (const cells of rows) {
    const row = table.insertRow()
    for (const cell of cells) row.insertCell().textContent = cell
  }
  return table.outerHTML
}
