import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { floors, type Layer, layers } from './layers'

const SERVER_PACKAGES = [
  'pg',
  'pg-boss',
  'pino',
  'prom-client',
  '@prisma/**',
  '@node-rs/**',
  'next-auth',
  'server-only',
]
const SINGLE_FILES = ['auth', 'env', 'log', 'tracing']

/**
 * Returns the overrides of biome.json that enforce the layers: one per layer, and one per row of folders. Biome copies all overrides for
 * every file that it checks: one per folder took two thirds of its time.
 */
export function layerOverrides(): Override[] {
  return layers.flatMap((layer) => {
    const patterns = layerPatterns(layer)
    const rows = floors[layer.folder] ?? []
    const ofRows = rows.map((row, floor) => {
      const includes = row.map((folder) => `${layer.folder}/${folder}/**`)
      return override(layer, includes, [...patterns, floorPattern(layer, rows.slice(floor).flat())])
    })
    return [override(layer, [`${layer.folder}/**`], patterns), ...ofRows]
  })
}

type Pattern = { group: string[]; message: string; importNamePattern?: string }
type Override = { includes: string[]; linter: { rules: Record<string, object> } }

function layerPatterns(layer: Layer): Pattern[] {
  const allowed = [nameOf(layer), ...layer.mayImport]
  const refused = [...layers.map(nameOf), ...SINGLE_FILES].filter(
    (name) => !name.includes('/') && !allowed.some((one) => one.split('/')[0] === name),
  )
  const aliases = layer.folder === 'lib/client' ? [] : ['!@/package.json', ...allowed.flatMap(toAliases)]
  const patterns: Pattern[] = [
    { group: ['@/**', ...aliases], message: layer.says },
    {
      group: [
        `../**/{${refused.join(',')}}/**`,
        `../**/{${SINGLE_FILES.filter((name) => refused.includes(name)).join(',')}}`,
      ],
      message: layer.says,
    },
  ]
  if (layer.packages)
    patterns.push({
      group: ['**', '!./**', '!../**', '!@/**', ...layer.packages.map((name) => `!${name}`)],
      message: layer.says,
    })
  if (layer.valuesOf)
    patterns.push({
      group: [
        '@/lib/contracts/**',
        `!@/lib/contracts/{${layer.valuesOf.join(',')}}`,
        '../contracts/**',
        '../../contracts/**',
      ],
      importNamePattern: '[a-z].*',
      message: 'Only types come from lib/contracts here.',
    })
  if (layer.inBrowser)
    patterns.push({ group: SERVER_PACKAGES, message: 'This runs in the browser: no server packages.' })
  return patterns
}

function toAliases(name: string): string[] {
  const alias = name === 'components' || name === 'app' ? `!@/${name}` : `!@/lib/${name}`
  return [alias, `${alias}/**`]
}

/** Files of one folder import each other from `./`, so that the names of a row need not be told apart. */
function floorPattern(layer: Layer, folders: string[]): Pattern {
  const names = `{${folders.join(',')}}`
  return {
    group: [`../${names}/**`, `../../${names}/**`, `@/${layer.folder}/${names}/**`],
    message:
      'This folder stands lower, or beside: folders import in one direction only (scripts/lint/layers.ts), and their own files from ./.',
  }
}

function override(layer: Layer, includes: string[], patterns: Pattern[]): Override {
  const rules: Record<string, object> = { style: { noRestrictedImports: { level: 'error', options: { patterns } } } }
  if (layer.noNode) rules.correctness = { noNodejsModules: 'error' }
  return {
    includes: [...includes, ...(layer.except ?? []).map((path) => `!${path}`), '!**/*.test.ts'],
    linter: { rules },
  }
}

const nameOf = (layer: Layer) => layer.folder.replace('lib/', '')

const isOfLayers = (entry: Override) =>
  entry.linter?.rules?.style !== undefined && 'noRestrictedImports' in (entry.linter.rules.style as object)

/** Replaces the layers in biome.json; returns whether that changed anything. */
export function writeLayers(): boolean {
  const file = 'biome.json'
  const before = readFileSync(file, 'utf8')
  const config = JSON.parse(before)
  const byHand = config.overrides.filter((entry: Override) => !isOfLayers(entry))
  const wanted = { ...config, overrides: [...layerOverrides(), ...byHand] }
  if (JSON.stringify(wanted) === JSON.stringify(config)) return false
  writeFileSync(file, `${JSON.stringify(wanted, null, 2)}\n`)
  const biome = 'node_modules/@biomejs/biome/bin/biome'
  execFileSync(process.execPath, [biome, 'format', '--write', file], { stdio: 'ignore' })
  return true
}
