import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

/** One layer: its folder, what it may import besides itself, and the linter's message. */
type Layer = {
  folder: string
  mayImport: readonly string[]
  says: string
  /** Contracts that may be imported with values; of all others only types. */
  valuesOf?: readonly string[]
  /** Packages it may import; any by default. */
  packages?: readonly string[]
  inBrowser?: true
  noNode?: true
  except?: readonly string[]
}

const ADAPTER = 'Adapters import operations, contracts, ingest, the api client and auth.'
const adapts = ['operations', 'contracts', 'ingest', 'api', 'presentation', 'auth', 'env', 'log', 'tracing']

/** The layers, from the bottom up. `npm run generate` writes them into biome.json. */
export const layers: readonly Layer[] = [
  {
    folder: 'lib/contracts',
    mayImport: [],
    packages: ['zod'],
    noNode: true,
    says: 'Contracts import zod and each other only.',
  },
  {
    folder: 'lib/engine',
    mayImport: ['contracts'],
    valuesOf: ['evaluators', 'is-record', 'thresholds'],
    packages: ['ajv', 'ajv/**', 'ajv-formats', '@hyperjump/**'],
    noNode: true,
    except: ['lib/engine/testing/**'],
    says: 'The engine is pure: it imports only the engine, and types of the contracts.',
  },
  {
    folder: 'lib/presentation',
    mayImport: ['contracts', 'engine', 'ingest/messages', 'ingest/documents', 'ingest/json'],
    inBrowser: true,
    noNode: true,
    says: 'Presentation is pure: it imports contracts, the engine, and of ingest what reads messages and documents.',
  },
  {
    folder: 'lib/ingest',
    mayImport: ['contracts', 'engine'],
    says: 'Ingest maps wire formats to contracts: it imports contracts and the engine.',
  },
  {
    folder: 'lib/sample',
    mayImport: ['contracts', 'engine'],
    says: 'The sample chains import contracts and the engine only, like a client of the API.',
  },
  {
    folder: 'lib/db',
    mayImport: ['env'],
    says: 'The database layer imports the generated client and the environment only.',
  },
  {
    folder: 'lib/operations',
    mayImport: ['contracts', 'engine', 'presentation', 'ingest', 'sample', 'db', 'env', 'log', 'tracing'],
    except: ['lib/operations/testing/**'],
    says: 'Operations import contracts, engine, presentation, ingest, db and env.',
  },
  {
    folder: 'lib/api',
    mayImport: ['contracts'],
    inBrowser: true,
    says: 'The api client imports contracts only: anything else would put the server into the browser.',
  },
  {
    folder: 'lib/client',
    mayImport: ['contracts', 'api'],
    says: 'The client is given away: it imports contracts and the api client, by relative paths.',
  },
  { folder: 'lib/http', mayImport: [...adapts, 'db/client'], says: ADAPTER },
  { folder: 'lib/mcp', mayImport: adapts, except: ['lib/mcp/testing/**'], says: ADAPTER },
  { folder: 'lib/cli', mayImport: [...adapts, 'mcp', 'sample'], says: ADAPTER },
  {
    folder: 'lib/queries',
    mayImport: ['contracts', 'api'],
    inBrowser: true,
    noNode: true,
    says: 'Queries import contracts and the api client: anything else would put the server into the browser.',
  },
  {
    folder: 'components',
    mayImport: ['contracts', 'presentation', 'queries'],
    inBrowser: true,
    noNode: true,
    says: 'Components import queries, presentation and contracts: never the server.',
  },
  {
    folder: 'app',
    mayImport: [
      'components',
      'http',
      'mcp',
      'queries',
      'operations',
      'contracts',
      'presentation',
      'auth',
      'env',
      'log',
    ],
    says: 'Routes and pages are shells over components, adapters and operations.',
  },
  {
    folder: 'lib/operations/engine-pool/thread',
    mayImport: ['engine', 'ingest', 'contracts'],
    packages: ['node:worker_threads'],
    says: 'This runs in a worker thread: it imports engine, ingest and contracts, no database and no environment.',
  },
]

/** Folders of one layer, from the bottom up: each imports only folders of earlier rows. Folders in one row do not import each other. */
export const floors: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'lib/engine': [
    ['json', 'work'],
    [
      'audit',
      'confidence',
      'dead-letters',
      'feedback',
      'gate-states',
      'hallucination',
      'iteration',
      'judge',
      'mail',
      'stats',
      'thinking',
      'trials',
      'webhooks',
    ],
    ['dspy', 'failures', 'judgement', 'output', 'redaction'],
    ['gate', 'quality-check', 'trace'],
    ['regression', 'scoring'],
    ['weekly'],
  ],
  'lib/operations': [
    ['payloads'],
    [
      'audit-log',
      'backup',
      'distribution',
      'engine-pool',
      'health',
      'live',
      'months',
      'outbound',
      'queue',
      'rate-limit',
      'redaction',
      'rollups',
    ],
    ['chain-rules', 'configuration', 'keys', 'members', 'notifications', 'overview', 'project-export', 'runs', 'views'],
    [
      'account',
      'checks',
      'comments',
      'failures',
      'judge',
      'reviews',
      'run-export',
      'search',
      'thinking',
      'versions',
      'work',
    ],
    ['connections', 'kept-scenarios', 'learning', 'mail', 'pairs', 'payload-sweep', 'pruning', 'setup', 'webhooks'],
    ['dead-letters', 'gates', 'invitations', 'password-reset', 'signals', 'weekly'],
    ['ingest', 'projects', 'quality', 'run-detail'],
    ['briefs', 'erasure', 'judgement', 'rederive', 'rescore', 'retries', 'review-queue', 'trials'],
    ['chains', 'data'],
    ['comparisons', 'configuration-preview', 'regressions', 'sample'],
    ['jobs'],
  ],
  components: [
    ['ui'],
    ['domain-ui'],
    ['brief', 'charts', 'configuration', 'shell', 'webhooks'],
    ['transcript'],
    [
      'audit',
      'calibration',
      'convergence',
      'dead-letters',
      'entry',
      'failures',
      'gates',
      'judge',
      'overview',
      'reference',
      'runs',
      'thinking',
      'week',
    ],
    ['chains', 'run', 'settings'],
    ['compare', 'review'],
  ],
}

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

/** Returns the overrides of biome.json that enforce the layers: one per layer, and one per folder with a floor. */
export function layerOverrides(): Override[] {
  return layers.flatMap((layer) => {
    const patterns = layerPatterns(layer)
    const rows = floors[layer.folder] ?? []
    const folders = rows.flatMap((row, floor) =>
      row.map((folder) => {
        const others = [...row.filter((other) => other !== folder), ...rows.slice(floor + 1).flat()]
        const includes = [`${layer.folder}/${folder}/**`]
        return others.length === 0
          ? []
          : [override(layer, includes, [...patterns, floorPattern(layer, folder, others)])]
      }),
    )
    return [override(layer, [`${layer.folder}/**`], patterns), ...folders.flat()]
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

function floorPattern(layer: Layer, folder: string, others: string[]): Pattern {
  const names = `{${others.join(',')}}`
  return {
    group: [`../${names}/**`, `../../${names}/**`, `@/${layer.folder}/${names}/**`],
    message: `${layer.folder}/${folder} stands lower: folders import in one direction only (scripts/lint/layers.ts).`,
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
export function writeLayers(file = 'biome.json'): boolean {
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
