import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

// Started only by other scripts, when everything is generated.
const LATER = ['set-up.ts']
const scripts = readdirSync('scripts').filter((name) => name.endsWith('.ts') && !LATER.includes(name))

/** Matches static imports of values: not types, nor dynamic imports. */
const IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?from\s+)?'([^']+)'/gm

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(([, name = '']) => {
    if (!/^[.@]\.?\//.test(name)) return []
    const target = name.startsWith('@/') ? name.slice(2) : path.join(path.dirname(file), name)
    const found = [target, `${target}.ts`, `${target}.tsx`].find((at) => existsSync(at) && statSync(at).isFile())
    return [found ?? target]
  })
}

function wayTo(folder: string, file: string, seen = new Set<string>()): string[] | null {
  if (file.startsWith(folder)) return [file]
  if (seen.has(file) || !existsSync(file)) return null
  seen.add(file)
  for (const next of importsOf(file)) {
    const way = wayTo(folder, next, seen)
    if (way) return [file, ...way]
  }
  return null
}

describe('in a clean clone', () => {
  it.each(scripts)('%s starts without generated files', (name) => {
    expect(wayTo('lib/db/generated', `scripts/${name}`)).toBeNull()
  })

  it('a script that needs them is detected', () => {
    expect(wayTo('lib/db/generated', 'scripts/set-up.ts')).not.toBeNull()
  })
})
