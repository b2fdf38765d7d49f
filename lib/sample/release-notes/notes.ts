import type { Change, Release } from './changes'

export type NoteEntry = { change: string; kind: Change['kind']; text: string }
type UpgradeNote = { change: string; text: string }

/** Release notes as a writer submits them. */
export type Notes = { headline: string; entries: NoteEntry[]; upgradeNotes: UpgradeNote[] }

const TITLES: Record<Change['kind'], string> = {
  breaking: 'Before you upgrade',
  security: 'Security',
  feature: 'New',
  fix: 'Fixed',
}

/** Formats the notes as Markdown with a section for each kind, in the order of the entries. */
export function toMarkdown({ headline, entries, upgradeNotes }: Notes): string {
  const kinds = [...new Set(entries.map((entry) => entry.kind))]
  const sections = kinds.map((kind) =>
    [
      `## ${TITLES[kind]}`,
      ...entries.filter((entry) => entry.kind === kind).map((entry) => `- ${entry.text} (${entry.change})`),
    ].join('\n'),
  )
  const upgrade = upgradeNotes.map((note) => `- ${note.text} (${note.change})`)
  return [
    ...(headline ? [`# ${headline}`] : []),
    ...sections,
    ...(upgrade.length > 0 ? [['## What to do', ...upgrade].join('\n')] : []),
  ].join('\n\n')
}

export function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0
}

const ENTRY_WORDS_MAX = 14
const INSIDE_WORDS =
  /\b(?:feat|fix|WIP|refactor|ctor|regex|cron|endpoint|[A-Z]\w+(?:Svc|Dto|Cfg|Utils|Parser|Model|Menu))\b|[!(]\w*\)?:/

/** One defect: the rule it breaks, and the change it is about. */
export type Issue = {
  rule: 'covered' | 'short' | 'plain' | 'upgrade' | 'headline' | 'order'
  change?: string
  issue: string
}

export type Critique = { checks: number; issues: Issue[] }

/** Checks the notes against the release: every change is covered, briefly, in plain words, with the upgrade steps. */
export function critique({ changes }: Release, { headline, entries, upgradeNotes }: Notes): Critique {
  const isIn = (list: readonly { change: string }[], id: string) => list.some((item) => item.change === id)
  const breaking = changes.filter((change) => change.upgrade)
  const issues: Issue[] = [
    ...changes
      .filter((change) => !isIn(entries, change.id))
      .map((change): Issue => ({ rule: 'covered', change: change.id, issue: `${change.id} is not mentioned` })),
    ...breaking
      .filter((change) => !isIn(upgradeNotes, change.id))
      .map((change): Issue => ({ rule: 'upgrade', change: change.id, issue: `${change.id} does not say what to do` })),
    ...(headline ? [] : [{ rule: 'headline', issue: 'there is no headline' } as const]),
    ...entries
      .filter((entry) => INSIDE_WORDS.test(entry.text))
      .map(
        (entry): Issue => ({ rule: 'plain', change: entry.change, issue: `${entry.change} uses developers' words` }),
      ),
    ...entries
      .filter((entry) => countWords(entry.text) > ENTRY_WORDS_MAX)
      .map((entry): Issue => ({ rule: 'short', change: entry.change, issue: `${entry.change} is too long` })),
    ...(isInOrder(entries) ? [] : [{ rule: 'order', issue: 'breaking changes and security come first' } as const]),
  ]
  return { checks: changes.length + breaking.length + 2 * entries.length + 2, issues }
}

/** Returns the share of the checks that the notes pass, 0 to 1. */
export function shareKept({ checks, issues }: Critique): number {
  return Math.max(0, 1 - issues.length / checks)
}

const URGENCY = ['breaking', 'security', 'feature', 'fix']

function isInOrder(entries: Notes['entries']): boolean {
  const ranks = entries.map((entry) => URGENCY.indexOf(entry.kind))
  return ranks.every((rank, index) => index === 0 || rank >= (ranks[index - 1] ?? 0))
}

export function inOrder(entries: Notes['entries']): Notes['entries'] {
  return [...entries].sort((a, b) => URGENCY.indexOf(a.kind) - URGENCY.indexOf(b.kind))
}

/** Simulates the publishing page, which accepts notes that miss no change or upgrade note and fit its length. */
export function publish(release: Release, notes: Notes): { accepted: boolean; reason: string } {
  const { issues } = critique(release, notes)
  const missing = issues.filter((issue) => issue.rule === 'covered' || issue.rule === 'upgrade')
  const wordsMax = 16 * release.changes.length + 20
  const words = countWords(toMarkdown(notes))
  if (missing.length > 0)
    return { accepted: false, reason: `refused: ${missing.map((issue) => issue.issue).join(', ')}` }
  if (words > wordsMax) return { accepted: false, reason: `refused: ${words} words, the page holds ${wordsMax}` }
  return { accepted: true, reason: 'published' }
}

/** Returns the writer's own estimate: the share of its entries that are brief enough. */
export function estimateItself({ entries }: Notes): number {
  return entries.length === 0
    ? 0
    : entries.filter((entry) => countWords(entry.text) <= ENTRY_WORDS_MAX).length / entries.length
}
