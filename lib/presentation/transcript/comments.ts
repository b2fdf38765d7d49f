import type { CommentView } from '@/lib/contracts/comments'
import { escapePattern } from '@/lib/engine/escape-pattern'

/** Groups the comments of a run by step; those on the whole run, or on a missing step, are separate. */
export function commentsByStep(comments: readonly CommentView[], stepIds: ReadonlySet<string>) {
  const isAtStep = ({ stepId }: CommentView) => stepId !== null && stepIds.has(stepId)
  return {
    ofSteps: Map.groupBy(comments.filter(isAtStep), ({ stepId }) => stepId ?? ''),
    ofRun: comments.filter((comment) => !isAtStep(comment)),
  }
}

/** A person as mentioned: by a name that is unique in the project, and by the one they share with namesakes, if any. */
export type Person = { userId: string; name: string; sharedName?: string; email?: string }

/** Returns the members as they are mentioned: namesakes with their e-mails, and nobody whose account is closed. */
export function toMentioned(
  members: readonly { userId: string; name: string | null; email: string | null }[],
): Person[] {
  const open = members.flatMap(({ userId, name, email }) =>
    email === null ? [] : [{ userId, email, name: name ?? email }],
  )
  const byName = Map.groupBy(open, ({ name }) => name)
  return open.map(({ userId, name, email }) =>
    byName.get(name)?.length === 1
      ? { userId, name, email }
      : { userId, name: `${name} (${email})`, sharedName: name, email },
  )
}

/** Returns the text that mentions a person and nobody else; with their e-mail while not all who may have their name are known. */
export function mentionText({ name, sharedName, email = name }: Person, areAllKnown: boolean): string {
  return `@${areAllKnown || sharedName !== undefined || email === name ? name : `${name} (${email})`}`
}

// Scripts in which a word follows a name without a space.
const UNSPACED = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}`
const NAME_ENDS = String.raw`(?!(?![${UNSPACED}])[\p{L}\p{M}\p{N}])`

/** Matches @name where the name ends: "@Annabel" does not mention Ann. */
function mentionOf(names: readonly string[]): RegExp {
  const escaped = names.map(escapePattern)
  return new RegExp(`(@(?:${escaped.join('|')})${NAME_ENDS})`, 'u')
}

/** Returns the people mentioned by @name; the longest matching name counts. A name without the e-mail mentions all namesakes. */
export function mentionedIn<T extends Person>(text: string, people: readonly T[]): T[] {
  const found = new Set<T>()
  let left = text
  const named = people.flatMap((person) =>
    [person.name, person.sharedName].flatMap((name) => (name ? [{ name, person }] : [])),
  )
  const byName = Map.groupBy(named, ({ name }) => name)
  for (const [name, those] of [...byName].toSorted(([a], [b]) => b.length - a.length)) {
    const parts = left.split(mentionOf([name]))
    if (parts.length === 1) continue
    for (const { person } of those) found.add(person)
    // The odd parts are the mentions.
    left = parts.filter((_, place) => place % 2 === 0).join('\u0000')
  }
  return people.filter((person) => found.has(person))
}

/** Returns what is typed of an @name before the caret; null if none is being typed. */
export const typedMention = (text: string, caret: number): string | null =>
  /(?:^|\s)@([^\s@][^@\n]{0,40}|)$/.exec(text.slice(0, caret))?.[1] ?? null

/** Returns the suggestions for the @name being typed before the caret; null if none is. */
export function suggestMentions<T extends Person>(text: string, caret: number, people: readonly T[]) {
  const typed = typedMention(text, caret)
  if (typed === null) return null
  const wanted = typed.toLowerCase()
  const matches = people.filter(({ name }) =>
    name
      .toLowerCase()
      .split(/\s+/)
      .some((_, at, words) => words.slice(at).join(' ').startsWith(wanted)),
  )
  return matches.length === 0 ? null : { start: caret - typed.length - 1, matches: matches.slice(0, 6) }
}

type Piece = { text: string; isMention: boolean }

/** Splits a comment's text at the names it mentions. */
export function mentionPieces({ body, mentions }: Pick<CommentView, 'body' | 'mentions'>): Piece[] {
  const names = mentions.map(({ name }) => name).sort((a, b) => b.length - a.length)
  if (names.length === 0) return [{ text: body, isMention: false }]
  return body
    .split(mentionOf(names))
    .filter(Boolean)
    .map((text) => ({ text, isMention: text.startsWith('@') && names.includes(text.slice(1)) }))
}
