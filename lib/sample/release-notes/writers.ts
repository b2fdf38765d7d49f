import type { Draw } from '../draw'
import type { Change, Release } from './changes'
import { type Critique, type Issue, inOrder, type NoteEntry, type Notes } from './notes'

const writers = ['swift', 'careful', 'stubborn', 'seesaw', 'forgetful'] as const
export type Writer = (typeof writers)[number]

/** Revises a writer's last notes after the critique. */
type Revise = (release: Release, last: Notes, found: Critique) => Notes

const FIXED_AT_ONCE = 3
const FORGOTTEN_AT_ONCE = 2

const plain = ({ id, kind, benefit }: Change): NoteEntry => ({ change: id, kind, text: benefit })
const wordy = ({ id, kind, benefit, commit }: Change): NoteEntry => ({
  change: id,
  kind,
  text: `${benefit}, which we did in "${commit}" after many of you had asked us for it`,
})
const atLength = ({ id, kind, benefit }: Change): NoteEntry => ({
  change: id,
  kind,
  text: `${benefit}, and we very much hope that this makes your work a good deal easier every single day`,
})
const headlineOf = ({ product, version }: Release) => `${product} ${version}`
const upgradesOf = ({ changes }: Release) =>
  changes.flatMap(({ id, upgrade }) => (upgrade ? [{ change: id, text: upgrade }] : []))

/** Returns a writer's first draft. The swift one gets everything right; the others leave defects. */
export function firstDraft(release: Release, writer: Writer, draw: Draw): Notes {
  const { changes } = release
  if (writer === 'swift')
    return { headline: headlineOf(release), entries: inOrder(changes.map(plain)), upgradeNotes: upgradesOf(release) }
  if (writer === 'seesaw') return inFull(release)
  if (writer === 'forgetful')
    return { headline: headlineOf(release), entries: changes.map(plain), upgradeNotes: upgradesOf(release).slice(1) }
  const left = draw.whole(1, 3)
  const wordyShare = draw.whole(1, 5) / 10
  return {
    headline: draw.chance(0.5) ? headlineOf(release) : '',
    entries: changes
      .slice(0, changes.length - left)
      .map((change) => (draw.chance(wordyShare) ? wordy(change) : plain(change))),
    upgradeNotes: [],
  }
}

/** How each writer takes criticism. */
export const revise: Record<Writer, Revise> = {
  swift: (release, last, { issues }) => issues.reduce((notes, issue) => fix(release, notes, issue), last),
  careful: (release, last, { issues }) =>
    issues.slice(0, FIXED_AT_ONCE).reduce((notes, issue) => fix(release, notes, issue), last),
  stubborn: (_, last) => last,
  seesaw: (release, _, { issues }) =>
    issues.some((issue) => issue.rule === 'covered' || issue.rule === 'upgrade') ? inFull(release) : inShort(release),
  forgetful: (_, last) => ({
    headline: '',
    entries: last.entries.slice(0, -FORGOTTEN_AT_ONCE),
    upgradeNotes: last.upgradeNotes.slice(1),
  }),
}

/** Complete but long entries. */
function inFull(release: Release): Notes {
  return { headline: headlineOf(release), entries: release.changes.map(atLength), upgradeNotes: upgradesOf(release) }
}

/** Brief entries that omit the second half and the upgrade notes. */
function inShort(release: Release): Notes {
  const half = Math.ceil(release.changes.length / 2)
  return {
    headline: headlineOf(release),
    entries: inOrder(release.changes.slice(0, half).map(plain)),
    upgradeNotes: [],
  }
}

function fix(release: Release, notes: Notes, { rule, change: id }: Issue): Notes {
  const change = release.changes.find((one) => one.id === id)
  if (rule === 'headline') return { ...notes, headline: headlineOf(release) }
  if (rule === 'order') return { ...notes, entries: inOrder(notes.entries) }
  if (!change) return notes
  if (rule === 'covered') return { ...notes, entries: [...notes.entries, plain(change)] }
  if (rule === 'upgrade')
    return { ...notes, upgradeNotes: [...notes.upgradeNotes, { change: change.id, text: change.upgrade ?? '' }] }
  return { ...notes, entries: notes.entries.map((entry) => (entry.change === id ? plain(change) : entry)) }
}
