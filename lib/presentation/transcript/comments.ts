import type { CommentView } from '@/lib/contracts/comments'

/** Groups the comments of a run by step; those on the whole run, or on a missing step, are separate. */
export function commentsByStep(comments: readonly CommentView[], stepIds: ReadonlySet<string>) {
  const isAtStep = ({ stepId }: CommentView) => stepId !== null && stepIds.has(stepId)
  return {
    ofSteps: Map.groupBy(comments.filter(isAtStep), ({ stepId }) => stepId ?? ''),
    ofRun: comments.filter((comment) => !isAtStep(comment)),
  }
}

type Person = { userId: string; name: string }

/** Returns the people mentioned by @name; the longest matching name counts. */
export function mentionedIn<T extends Person>(text: string, people: readonly T[]): T[] {
  const found = new Set<T>()
  let left = text
  for (const person of people.toSorted((a, b) => b.name.length - a.name.length)) {
    const parts = left.split(`@${person.name}`)
    if (parts.length === 1) continue
    found.add(person)
    left = parts.join('\u0000')
  }
  return people.filter((person) => found.has(person))
}

/** Returns the suggestions for the @name being typed before the caret; null if none is. */
export function suggestMentions<T extends Person>(text: string, caret: number, people: readonly T[]) {
  const typed = /(?:^|\s)@([^\s@][^@\n]{0,40}|)$/.exec(text.slice(0, caret))?.[1]
  if (typed === undefined) return null
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
  const names = mentions.map(({ name }) => `@${name}`).sort((a, b) => b.length - a.length)
  if (names.length === 0) return [{ text: body, isMention: false }]
  const pattern = new RegExp(`(${names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`)
  return body
    .split(pattern)
    .filter(Boolean)
    .map((text) => ({ text, isMention: names.includes(text) }))
}
