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
      : { path: change.path, a: lineOf(change.from), b: lineOf(change.to) },
  )
}

const itemsOf = (items: readonly unknown[]) => (items.length > 0 ? items : undefined)

const lineOf = (value: unknown) => (value === undefined ? null : briefly(value))
