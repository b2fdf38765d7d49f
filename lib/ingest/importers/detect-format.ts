export const importFormats = ['tau-bench', 'inspect', 'who-when', 'jsonl'] as const
export type ImportFormat = (typeof importFormats)[number]

const SIGNS: readonly (readonly [ImportFormat, readonly string[]])[] = [
  ['inspect', ['eval', 'version', 'status']],
  ['who-when', ['history', 'question']],
  ['who-when', ['history', 'mistake_agent']],
  ['tau-bench', ['task_id', 'reward']],
  ['jsonl', ['chain', 'id']],
]

/**
 * Tells the format of a file by its name and its first kilobytes, or null when nothing is certain. The keys of a format
 * need not all be in the beginning of a long first record, so a few that no other format has will do.
 */
export function detectFormat(fileName: string, head: string): ImportFormat | null {
  if (/\.eval$/i.test(fileName) || head.startsWith('PK\u0003\u0004')) return 'inspect'
  const found = SIGNS.find(([, keys]) => keys.every((key) => new RegExp(`"${key}"\\s*:`).test(head)))
  return found?.[0] ?? null
}
