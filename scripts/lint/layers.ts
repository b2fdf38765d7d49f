/** One layer: its folder, what it may import besides itself, and the linter's message. */
export type Layer = {
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
const adapts = [
  'operations',
  'contracts',
  'ingest',
  'api',
  'presentation',
  'auth',
  'env',
  'log',
  'process-wide',
  'tracing',
]

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
    valuesOf: ['durations', 'evaluators', 'is-record', 'thresholds', 'vocabulary'],
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
    mayImport: ['env', 'process-wide'],
    says: 'The database layer imports the generated client, the environment and what is process-wide only.',
  },
  {
    folder: 'lib/operations',
    mayImport: [
      'contracts',
      'engine',
      'presentation',
      'ingest',
      'sample',
      'db',
      'env',
      'log',
      'process-wide',
      'tracing',
    ],
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

/** In a row: every folder that no other row names. */
export const OTHERS = '*'

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
  'lib/engine/hallucination': [
    ['text'],
    ['numbers'],
    ['words'],
    ['sources'],
    ['tables'],
    ['fields', 'statements'],
    ['checks'],
  ],
  'lib/operations': [
    ['payloads'],
    [
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
    ['configuration'],
    ['blind-reviews'],
    ['audit-log', 'notifications'],
    ['chain-rules', 'keys', 'members', 'overview', 'project-export', 'views'],
    ['runs'],
    ['account', 'checks', 'comments', 'judge', 'reviews', 'run-export', 'search', 'thinking', 'versions', 'work'],
    ['connections', 'kept-scenarios', 'learning', 'mail', 'pairs', 'payload-sweep', 'pruning', 'setup', 'webhooks'],
    ['failures', 'gates', 'invitations', 'password-reset', 'signals', 'weekly'],
    ['dead-letters'],
    ['ingest', 'projects', 'quality', 'run-detail'],
    ['briefs', 'erasure', 'rederive', 'rescore', 'retries', 'review-queue', 'trials'],
    ['chains', 'data'],
    ['comparisons', 'configuration-preview', 'regressions', 'sample'],
    ['jobs'],
  ],
  components: [
    ['ui'],
    ['domain-ui'],
    ['charts'],
    ['brief', 'configuration', 'shell', 'webhooks'],
    ['transcript'],
    [OTHERS],
    ['chains', 'run', 'settings'],
    ['compare', 'review'],
  ],
}
