import { briefly } from '../transcript/text'
import { readConversation } from '../transcript/turns'
import { diffValue } from './diff-value'

/** A place where two structured answers differ, with the value of each in one line; null where nothing is there. */
type DifferingPlace = { path: string; a: string | null; b: string | null }

/** Lists where two structured answers differ, in none if they are the same; null for texts and conversations, which are read as a whole. */
export function differingPlaces(a: unknown, b: unknown): DifferingPlace[] | null {
  const diff = diffValue(a, b)
  if (diff.kind === 'same') return []
  if (diff.kind !== 'json' || readConversation(a) || readConversation(b)) return null
  return diff.changes.map((change) =>
    change.kind === 'items'
      ? { path: change.path, a: lineOf(itemsOf(change.removed)), b: lineOf(itemsOf(change.added)) }
      : { path: change.path, ...linesOf(change.from, change.to) },
  )
}

const itemsOf = (items: readonly unknown[]) => (items.length > 0 ? items : undefined)

const lineOf = (value: unknown) => (value === undefined ? null : briefly(value))

/** How much of a shared beginning is shown, and how much of it before the texts part if there is more, in characters. */
const [SHARED_MAX, SHARED_KEPT] = [24, 12]

/** Both values in one line each. Each line is cut, so two texts that begin alike begin shortly before they part. */
function linesOf(from: unknown, to: unknown): { a: string | null; b: string | null } {
  const start = typeof from === 'string' && typeof to === 'string' ? partingOf(from, to) : 0
  const line = (value: unknown) => (start === 0 ? lineOf(value) : `…${lineOf(String(value).slice(start))}`)
  return { a: line(from), b: line(to) }
}

/** Returns where to begin with two texts: at a word before they part, or at 0 if they share little. */
function partingOf(from: string, to: string): number {
  let shared = 0
  while (shared < from.length && from[shared] === to[shared]) shared += 1
  if (shared <= SHARED_MAX) return 0
  const latest = shared - SHARED_KEPT
  const word = from.lastIndexOf(' ', latest) + 1
  return latest - word > SHARED_MAX ? latest : word
}
