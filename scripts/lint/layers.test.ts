import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { floorsOf, layerOverrides } from './layer-rules'
import { floors } from './layers'

// [file, import statement, whether the rule allows it]
const imports: [file: string, statement: string, isAllowed: boolean][] = [
  ['lib/engine/scoring/x.ts', `import { mean } from '@/lib/engine/stats/descriptive'`, true],
  ['lib/engine/scoring/x.ts', `import type { RunInput } from '@/lib/contracts/run-input'`, true],
  ['lib/engine/scoring/x.ts', `import { profiles } from '@/lib/contracts/primitives'`, false],
  ['lib/engine/scoring/x.ts', `import { evaluators } from '@/lib/contracts/evaluators'`, true],
  ['components/runs/x.tsx', `import { evaluators } from '@/lib/contracts/evaluators'`, true],
  ['lib/engine/scoring/x.ts', `import { z } from 'zod'`, false],
  ['lib/engine/scoring/x.ts', `import { readFile } from 'node:fs/promises'`, false],
  ['lib/engine/scoring/x.ts', `import { getDb } from '@/lib/db/client'`, false],
  ['lib/engine/scoring/x.ts', `import { getDb } from '../../db/client'`, false],
  ['lib/contracts/x.ts', `import { z } from 'zod'`, true],
  ['lib/contracts/x.ts', `import { mean } from '@/lib/engine/stats/descriptive'`, false],
  ['lib/ingest/x.ts', `import { runInput } from '@/lib/contracts/run-input'`, true],
  ['lib/ingest/x.ts', `import { ingestRuns } from '@/lib/operations/ingest/ingest-runs'`, false],
  ['lib/sample/x.ts', `import type { RunInput } from '@/lib/contracts/run-input'`, true],
  ['lib/sample/x.ts', `import { ingestRuns } from '@/lib/operations/ingest/ingest-runs'`, false],
  ['lib/db/x.ts', `import { ingestRuns } from '@/lib/operations/ingest/ingest-runs'`, false],
  ['lib/operations/x.ts', `import { getDb } from '@/lib/db/client'`, true],
  ['lib/operations/engine-pool/thread/x.ts', `import { mean } from '@/lib/engine/stats/descriptive'`, true],
  ['lib/operations/engine-pool/thread/x.ts', `import { getDb } from '@/lib/db/client'`, false],
  ['lib/operations/engine-pool/thread/x.ts', `import { getEnv } from '@/lib/env'`, false],
  ['lib/operations/x.ts', `import { route } from '@/lib/http/router'`, false],
  ['lib/operations/x.ts', `import { Badge } from '@/components/ui/badge'`, false],
  ['lib/http/x.ts', `import { listRuns } from '@/lib/operations/runs/list'`, true],
  ['lib/http/x.ts', `import { runQueries } from '@/lib/queries/runs'`, false],
  ['lib/cli/x.ts', `import { runQueries } from '@/lib/queries/runs'`, false],
  ['lib/mcp/x.ts', `import { Badge } from '@/components/ui/badge'`, false],
  ['lib/api/x.ts', `import { runs } from '@/lib/contracts/runs'`, true],
  ['lib/api/x.ts', `import { listRuns } from '@/lib/operations/runs/list'`, false],
  ['lib/queries/x.ts', `import { call } from '@/lib/api/call'`, true],
  ['lib/queries/x.ts', `import { listRuns } from '@/lib/operations/runs/list'`, false],
  ['lib/queries/x.ts', `import { getActor } from '@/lib/auth'`, false],
  ['lib/presentation/charts/x.ts', `import { formatScore } from '@/lib/presentation/format/number'`, true],
  ['lib/presentation/charts/x.ts', `import { runQueries } from '@/lib/queries/runs'`, false],
  ['lib/presentation/format/x.ts', `import { getEnv } from '@/lib/env'`, false],
  ['components/runs/x.tsx', `import { runQueries } from '@/lib/queries/runs'`, true],
  ['components/runs/x.tsx', `import { listRuns } from '@/lib/operations/runs/list'`, false],
  ['components/runs/x.tsx', `import { listRuns } from '../../lib/operations/runs/list-runs'`, false],
  ['components/runs/x.tsx', `import { getActor } from '@/lib/auth'`, false],
  ['components/runs/x.tsx', `import { getDb } from '@/lib/db/client'`, false],
  ['components/runs/x.tsx', `import { readFileSync } from 'node:fs'`, false],
  ['components/runs/x.tsx', `import { Pool } from 'pg'`, false],
  ['components/runs/x.tsx', `import type { listRuns } from '@/lib/contracts/runs'`, true],
  ['components/runs/x.tsx', `import { type RunRow } from '@/lib/contracts/runs'`, true],
  ['components/runs/x.tsx', `import { ranges } from '@/lib/contracts/vocabulary'`, true],
  ['components/runs/x.tsx', `import { listRuns } from '@/lib/contracts/runs'`, false],
  ['lib/queries/x.ts', `import { type RunRow, listRuns } from '@/lib/contracts/runs'`, false],
  ['lib/presentation/charts/x.ts', `import { grade } from '@/lib/contracts/primitives'`, false],
  ['app/page.tsx', `import { listRuns } from '@/lib/operations/runs/list'`, true],
  ['lib/operations/gates/x.ts', `import { announce } from '../live/changes'`, true],
  ['lib/operations/live/x.ts', `import { changeGate } from '../gates/change'`, false],
  ['lib/operations/live/x.ts', `import { changeGate } from '@/lib/operations/gates/change'`, false],
  ['lib/operations/gates/x.ts', `import { getDb } from '@/lib/queries/runs'`, false],
  ['lib/operations/gates/x.ts', `import { changeGate } from './change'`, true],
  ['lib/operations/gates/x.ts', `import { changeGate } from '@/lib/operations/gates/change'`, false],
  ['lib/operations/gates/x.ts', `import { makeWeek } from '../weekly/make'`, false],
  ['lib/operations/engine-pool/thread/x.ts', `import { limits } from '../limits'`, true],
  ['lib/engine/stats/x.ts', `import type { MeasuredRun } from '@/lib/engine/scoring/scored-run'`, false],
  ['lib/engine/hallucination/words/x.ts', `import { stemOf } from '../text/stems'`, true],
  ['lib/engine/hallucination/text/x.ts', `import { isContent } from '../words/tokens'`, false],
  ['lib/engine/hallucination/text/x.ts', `import { mean } from '../../stats/descriptive'`, false],
  ['components/ui/x.tsx', `import { RunScreen } from '@/components/run/run-screen'`, false],
  ['components/runs/x.tsx', `import { Badge } from '@/components/ui/badge'`, true],
  ['app/page.tsx', `import { getDb } from '@/lib/db/client'`, false],
  ['components/runs/x.tsx', `import Link from 'next/link'`, false],
  ['app/page.tsx', `import { Link } from '@/components/ui/link'`, true],
]

const impurities = ['Date.now()', 'new Date()', 'Math.random()', 'performance.now()', 'process.env.HOME', 'fetch("/")']

const cases = [
  ...imports.map(([file, statement, isAllowed]) => ({ file, source: statement, isAllowed })),
  ...impurities.map((call) => ({
    file: 'lib/engine/x.ts',
    source: `export const x = () => ${call}`,
    isAllowed: false,
  })),
  { file: 'lib/engine/x.ts', source: 'export const x = (iso: string) => new Date(iso)', isAllowed: true },
  { file: 'lib/operations/x.ts', source: 'export const x = (ctx: Ctx) => ctx.db.$transaction(y)', isAllowed: false },
  {
    file: 'lib/http/x.ts',
    source: 'export const x = () => getDb().$transaction(async (tx) => z(tx))',
    isAllowed: false,
  },
  { file: 'lib/operations/x.ts', source: 'export const x = () => db.$queryRaw`SELECT 1`', isAllowed: true },
  { file: 'lib/presentation/format/x.ts', source: 'export const x: any = 1', isAllowed: false },
  { file: 'lib/presentation/format/x.ts', source: 'export const x = (y: { z?: string }) => y.z!', isAllowed: false },
]

let root: string
let refused: Set<string>

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'veritas-layers-'))
  const plugins = ['pure-engine', 'light-pages', 'one-link', 'one-transaction'].map(
    (name) => `scripts/lint/${name}.grit`,
  )
  for (const shared of ['biome.json', '.gitignore', ...plugins]) put(shared, readFileSync(shared, 'utf8'))
  for (const [index, { file, source }] of cases.entries()) put(placeOf(file, index), `${source}\n`)
  const biome = path.resolve('node_modules/@biomejs/biome/bin/biome')
  const { stdout } = spawnSync(process.execPath, [biome, 'lint', '--reporter=github', '--max-diagnostics=none', '.'], {
    cwd: root,
    encoding: 'utf8',
  })
  const rules =
    'lint/(?:style/noRestricted\\w+|style/noNonNullAssertion|correctness/noNodejsModules|suspicious/noExplicitAny)|plugin'
  const finding = new RegExp(`title=(?:${rules}),file=([^,]+),`, 'g')
  refused = new Set(
    [...stdout.matchAll(finding)].map((match) => path.relative(root, path.resolve(root, match[1] ?? ''))),
  )
})

test('biome.json contains the layers of the table (npm run generate writes it)', () => {
  const { overrides } = JSON.parse(readFileSync('biome.json', 'utf8'))
  expect(overrides.slice(0, layerOverrides().length)).toEqual(JSON.parse(JSON.stringify(layerOverrides())))
})

test.each(Object.keys(floors))('every folder of %s has a floor', (layer) => {
  const folders = readdirSync(layer, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== 'testing',
  )
  expect(floorsOf(layer).flat().sort()).toEqual(folders.map((entry) => entry.name).sort())
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

test.each(cases.map((entry, index) => ({ ...entry, index })))('$file: $source', ({ file, index, isAllowed }) => {
  expect(refused.has(placeOf(file, index))).toBe(!isAllowed)
})

/** Each case is a separate file in the folder it names. */
function placeOf(file: string, index: number) {
  return path.join(path.dirname(file), `case-${index}${path.extname(file)}`)
}

function put(file: string, text: string) {
  mkdirSync(path.join(root, path.dirname(file)), { recursive: true })
  writeFileSync(path.join(root, file), text)
}
