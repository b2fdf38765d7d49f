/** What a chart shows, as a table: the same numbers for whoever cannot or would rather not see the drawing. */
export type ChartTable = {
  columns: { label: string; numeric?: boolean }[]
  rows: { key: string; cells: string[]; href?: string }[]
}
