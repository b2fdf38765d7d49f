import type { Entry } from './entries'
import type { EntryClaim, EntryConflict } from './entry-claim'
import { type EntryWord, entryWordsIn } from './entry-words'

const denied = /\b(?:not|instead|rather)\b|n['’]t\b|\?\s*$/i
const before = /(\p{L}+)\W+(?:the |an? )?$/u
const coverMin = 0.5
/** Words from the name of a role to who has it. */
const nearMax = 2

/**
 * Finds a value of a line or record in the place of another: "from B to A" where it has `from=A to=B`, "reported by Marta" where it has
 * `Reporter: Yusuf | Assignee: Marta`.
 */
export function exchangedIn(claim: EntryClaim): EntryConflict | null {
  if (denied.test(claim.text)) return null
  const { best, share } = claim.cover()
  const [entry, other] = best
  if (!entry || other || share < coverMin) return null
  for (const [at, word] of claim.words.entries()) {
    const own = fieldsOf(word.key, entry)
    if (own.length > 0 && (isExchanged(word, own, entry, claim) || hasOtherRole(at, own, entry, claim)))
      return { start: word.start, end: word.end, entry }
  }
  return null
}

/** Whether a value stands behind the name of another's field, and that behind the name of its own. */
function isExchanged(word: EntryWord, own: readonly string[], entry: Entry, { keys, text }: EntryClaim): boolean {
  const nameBefore = ({ start }: EntryWord) => before.exec(text.slice(0, start))?.[1]?.toLowerCase() ?? ''
  const name = nameBefore(word)
  if (name === '' || own.some((field) => isCalled(field, name))) return false
  for (const [key, other] of keys) {
    const theirs = key === word.key ? [] : fieldsOf(key, entry)
    if (theirs.some((field) => own.includes(field)) || !theirs.some((field) => isCalled(field, name))) continue
    if (own.some((field) => isCalled(field, nameBefore(other)))) return true
  }
  return false
}

/** Whether the name of a field stands near a value that the line has in another. */
function hasOtherRole(at: number, own: readonly string[], entry: Entry, { words, keys }: EntryClaim): boolean {
  const word = words[at] as EntryWord
  if (entry.isTable || (!word.isCapital && !word.isCode)) return false
  if (own.some((field) => keys.has(rootOf(field) ?? ''))) return false
  const roles = words.slice(Math.max(0, at - nearMax), at + nearMax + 1).filter((one) => one !== word)
  const holders = [...entry.slots.keys()].filter((key) => {
    const fields = fieldsOf(key, entry)
    return (
      !fields.some((field) => own.includes(field)) &&
      roles.some((role) => fields.some((field) => rootOf(field) === role.key))
    )
  })
  return holders.length > 0 && holders.every((key) => !keys.has(key))
}

/** The names of the fields in which an entry has a value. */
function fieldsOf(key: string, { slots }: Entry): string[] {
  return slots.get(key)?.filter((slot) => /^[\p{L}_]/u.test(slot)) ?? []
}

function isCalled(field: string, name: string): boolean {
  const root = rootOf(field)
  return field === name || (root !== undefined && root === entryWordsIn(name)[0]?.key)
}

/** The key of a field whose name is one word. */
function rootOf(field: string): string | undefined {
  const [word, more] = entryWordsIn(field)
  return more ? undefined : word?.key
}
