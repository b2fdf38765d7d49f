import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { distFolder, ensureBuilt } from './provision/build'
import { generateClient } from './provision/generate-client'
import { discardPostgres, type RunningPostgres, startPostgres } from './provision/postgres'
import { print, Refusal, runTask, secondsSince, step, stopSignal } from './provision/progress'
import { runBeside, tellStarter } from './testing/beside'
import { lint, typecheck } from './testing/checks'
import { runCommand } from './testing/command'
import { checkFirstLoad } from './testing/first-load'
import { runJourneys } from './testing/journeys'
import { makeMemoryFolder } from './testing/memory-folder'
import { runProof } from './testing/proof'
import { type Tally, tallyCheck, tallyVitest } from './testing/tally'

const stop = stopSignal()
const dataDir = mkdtempSync(path.join(tmpdir(), 'veritas-test-'))
let database: { folder: string; server: RunningPostgres } | undefined

const stages: Record<string, () => Promise<Tally>> = {
  lint: async () => tallyCheck(await lint()),
  types: async () => tallyCheck(await typecheck()),
  build,
  unit: () => vitest('unit'),
  operations: async () => vitest('operations', { TEST_DATABASE_URL: await databaseUrl() }),
  proof,
  browser: journeys,
}

type Result = { name: string; tally: Tally; took: string }

/** `npm test`: runs all stages, or those given as arguments. Continues after a failed stage; the last line is the sum. */
runTask(async () => {
  const wanted = process.argv.slice(2)
  const unknown = wanted.filter((name) => !(name in stages))
  if (unknown.length > 0)
    throw new Refusal(`No stage ${unknown.join(', ')}: there are ${Object.keys(stages).join(', ')}.`)
  const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name)
  const results: Result[] = []
  const beside = new Map<string, Promise<Result>>()
  const logOf = (name: string) => path.join(dataDir, `${name}.log`)
  const startBeside = (name: string) =>
    beside.set(
      name,
      timed(name, () => runBeside(name, logOf(name), stop)),
    )
  try {
    await step('Prisma client', async (remark) => remark(generateClient() ? 'generated' : 'up to date'))
    // A build leaves a core idle at times.
    if (isWanted('build') && isWanted('unit')) startBeside('unit')
    for (const [name, run] of Object.entries(stages)) {
      if (stop.aborted || !isWanted(name)) continue
      print(`\n── ${name}`)
      const result = await (beside.get(name) ?? timed(name, run))
      if (beside.has(name)) print(readFileSync(logOf(name), 'utf8'))
      results.push(result)
      // Servers that were killed take a while to return, which leaves a core for the tests.
      if (name === 'build' && result.tally.failed === 0 && isWanted('operations') && isWanted('proof'))
        startBeside('proof')
    }
  } finally {
    await Promise.all(beside.values())
    if (database) await discardPostgres(database.folder, database.server)
    rmSync(dataDir, { recursive: true, force: true })
  }
  return report(results)
})

async function timed(name: string, run: () => Promise<Tally>): Promise<Result> {
  const startedAt = performance.now()
  return { name, tally: await attempt(run), took: secondsSince(startedAt) }
}

async function attempt(run: () => Promise<Tally>): Promise<Tally> {
  try {
    return await run()
  } catch (error) {
    print(error instanceof Refusal ? error.message : error instanceof Error ? String(error.stack) : String(error))
    return { passed: 0, failed: 1 }
  }
}

async function report(results: Result[]) {
  print('')
  for (const { name, tally, took } of results) {
    const counts = `${String(tally.passed).padStart(5)} passed${tally.failed > 0 ? `, ${tally.failed} failed` : ''}`
    print(`${tally.failed > 0 ? '✗' : '✓'} ${name.padEnd(12)}${took.padStart(8)}${counts}`)
  }
  const passed = results.reduce((sum, { tally }) => sum + tally.passed, 0)
  const failed = results.reduce((sum, { tally }) => sum + tally.failed, 0)
  print(`\n${passed} passed, ${failed} failed`)
  await tellStarter({ passed, failed })
  return failed === 0 && passed > 0 && !stop.aborted ? 0 : 1
}

async function vitest(project: string, environment: Record<string, string> = {}) {
  const reportFile = path.join(dataDir, `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`]
  const code = await runCommand('node_modules/vitest/vitest.mjs', ['run', '--project', project, ...reporters], {
    ...environment,
    ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }),
  })
  return tallyVitest(reportFile, code)
}

/** Returns the server of TEST_DATABASE_URL, else that of this run, started on first use. */
async function databaseUrl(): Promise<string> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return given
  if (!database) {
    const folder = makeMemoryFolder()
    database = { folder, server: await step('PostgreSQL', () => startPostgres(folder, { isDurable: false })) }
  }
  return database.server.url
}

async function build(): Promise<Tally> {
  await step('Build', async (remark) => remark(await ensureBuilt(stop)))
  return checkFirstLoad(distFolder)
}

async function proof(): Promise<Tally> {
  await build()
  return runProof(stop)
}

async function journeys(): Promise<Tally> {
  await build()
  return runJourneys(path.join(dataDir, 'journeys'), await databaseUrl(), stop)
}
