/** How every plot draws its axes and grid: quiet, in the tokens of the page. */
export const axisTick = { fill: 'var(--ink-3)', fontSize: 11 } as const
export const axisLine = { stroke: 'var(--line-strong)' } as const
export const gridStroke = 'var(--line)'
export const cursorStroke = { stroke: 'var(--line-control)', strokeWidth: 1 } as const
export const plotMargin = { top: 20, right: 8, bottom: 0, left: 0 } as const
export const PLOT_HEIGHT = 232
