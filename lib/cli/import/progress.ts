import type { Terminal } from '../terminal'

const BAR_WIDTH = 24

export type Progress = { sent: number; rejected: number; bytesRead: number; bytesTotal: number }

/**
 * Shows how far a file is: a bar that redraws itself on a terminal, elsewhere a line at every tenth. `bytesTotal` is 0
 * where nobody knows it.
 */
export function progressOf(file: string, terminal: Terminal): (progress: Progress) => void {
  let lastTenth = 0
  return ({ sent, rejected, bytesRead, bytesTotal }) => {
    const counts = `${sent} sent${rejected > 0 ? `, ${rejected} rejected` : ''}`
    if (bytesTotal === 0) return terminal.redraw(`${counts}  ${file}`)
    const share = Math.min(1, bytesRead / bytesTotal)
    const percent = `${Math.floor(share * 100)} %`
    if (terminal.isInteractive) {
      const filled = Math.round(share * BAR_WIDTH)
      terminal.redraw(
        `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${percent.padStart(5)}  ${counts}  ${file}`,
      )
      return
    }
    const tenth = Math.floor(share * 10)
    if (tenth > lastTenth && tenth < 10) terminal.note(`${file}: ${percent}, ${counts}`)
    lastTenth = tenth
  }
}
