import { commentMost } from '@/lib/contracts/vocabulary'

type SelectedText = { place: number; quote: string; isTooLong: boolean; range: Range }

/** Returns the text selected within one step, and the index of that step; null if nothing is selected or the selection spans steps. */
export function selectedText(frame: HTMLElement | null): SelectedText | null {
  const selection = document.getSelection()
  if (!frame || !selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const { commonAncestorContainer: node } = range
  const step = (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>('[data-step]')
  const quote = selection.toString().trim()
  if (!step || !frame.contains(step) || quote === '') return null
  return { place: Number(step.dataset.step), quote, isTooLong: quote.length > commentMost.quote, range }
}
