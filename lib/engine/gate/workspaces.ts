const valued = '(?:-[wFC]|--(?:workspace|filter|prefix|cwd|dir))'
/** A package manager with options before the script `test`. */
export const packageTest = new RegExp(
  `^(npm|pnpm|yarn|bun)((?:\\s+(?:${valued}(?:=|\\s+)\\S+|(?!${valued}(?:=|\\s))-\\S+))*)\\s+(?:run\\s+)?(?:test(?::[\\w-]+)?|(?<=^npm.*\\s)(?:t|tst))(?!\\S)`,
)
const everyWorkspace = /^yarn\s+workspaces\s+(?:foreach|run)(?=\s)/
const oneWorkspace = /^yarn\s+workspace\s+(\S+)(?=\s)/

/** Yarn's commands for workspaces in the form of options: `yarn workspace a test` is `yarn --workspace=a test`. */
export function withWorkspaceOptions(command: string): string {
  if (!command.startsWith('yarn')) return command
  return command.replace(everyWorkspace, 'yarn --recursive').replace(oneWorkspace, 'yarn --workspace=$1')
}

const folderOption = new RegExp(`^(${valued})(?:=(.*))?$`)
/** A folder, or the name of a package in a folder of that name, with those it depends on. */
const plainFolder = /^(?:\.\/)?([\w-]+(?:[/.][\w-]+)*)\/?(?:\.\.\.)?$/

/**
 * Splits the arguments of a package manager into the folders its options choose and the rest; null where they choose packages by a pattern or
 * by what only the packages know.
 */
export function splitWorkspaces(words: readonly string[]): { folders: string[]; rest: string[] } | null {
  const folders: string[] = []
  const rest: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (word === '--') return { folders, rest: [...rest, ...words.slice(at)] }
    if (/^--(?:include|from|since|changed|filter-prod)(?:=|$)/.test(word)) return null
    if (word === '-r') continue
    const [option, , joined] = folderOption.exec(word) ?? []
    if (option === undefined) {
      rest.push(word)
      continue
    }
    const folder = plainFolder.exec((joined ?? words[++at] ?? '').replace(/^(["'])(.*)\1$/, '$2'))?.[1]
    if (folder === undefined) return null
    folders.push(folder)
  }
  return { folders, rest }
}
