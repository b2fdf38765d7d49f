import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { floors, type Layer, layers, OTHERS } from './layers'

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
const SINGLE_FILES = ['auth', 'env', 'log', 'process-wide', 'tracing']

/**
 * Returns the overrides of biome.json that enforce the layers: one per layer, and one per row of folders. Biome copies all overrides for
 * every file that it checks: one per folder took two thirds of its time.
 */
export function layerOverrides(): Override[] {
  return layers.flatMap((layer) => [
    override(layer, [`${layer.folder}/**`], layerPatterns(layer)),
    ...rowOverrides(layer, layer.folder, layerPatterns(layer)),
  ])
}

/** The overrides for the rows of a folder, and of the folders in it: the last one that includes a file counts for it alone. */
function rowOverrides(layer: Layer, folder: string, patterns: Pattern[]): Override[] {
  const rows = floorsOf(folder)
  return rows.flatMap((row, floor) => {
    const within = [...patterns, floorPattern(folder, rows.slice(floor).flat())]
    const includes = row.map((name) => `${folder}/${name}/**`)
    return [
      override(layer, includes, within),
      ...row.flatMap((name) => rowOverrides(layer, `${folder}/${name}`, within)),
    ]
  })
}

/** The rows of {@link floors} for a folder, with the names of all its folders. */
export function floorsOf(folder: string): readonly (readonly string[])[] {
  const rows = floors[folder] ?? []
  const named = new Set(rows.flat())
  if (!named.has(OTHERS)) return rows
  const others = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'testing' && !named.has(entry.name))
    .map(({ name }) => name)
    .sort()
  return rows.map((row) => row.flatMap((name) => (name === OTHERS ? others : [name])))
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
function floorPattern(folder: string, folders: string[]): Pattern {
  const names = `{${folders.join(',')}}`
  return {
    group: [`../${names}/**`, `../../${names}/**`, `@/${folder}/${names}/**`],
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
