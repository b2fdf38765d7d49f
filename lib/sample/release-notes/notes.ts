import type { Change } from './changes'

export type NoteEntry = { change: string; kind: Change['kind']; text: string }
export type UpgradeNote = { change: string; text: string }

/** Release notes as a writer hands them in. */
export type Notes = { headline: string; entries: NoteEntry[]; upgradeNotes: UpgradeNote[] }

const TITLES: Record<Change['kind'], string> = {
  breaking: 'Before you upgrade',
  security: 'Security',
  feature: 'New',
  fix: 'Fixed',
}

/** The notes as Markdown, a section for each kind in the order the entries come in. */
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
