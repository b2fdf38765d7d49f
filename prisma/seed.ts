import { parseArgs } from 'node:util'
import { v7 as uuid } from 'uuid'
import { slug as slugSchema } from '@/lib/contracts/projects'
import { type Db, getDb } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import type { ProjectContext } from '@/lib/operations/context'
import { setRole } from '@/lib/operations/setup/first-run'
import { million } from './scenarios/million'
import type { Scenario } from './scenarios/scenario'
import { empty, failures, iterations, sample } from './scenarios/small'

const scenarios = new Map<string, Scenario>(Object.entries({ sample, empty, iterations, failures, million }))

type SeedRequest = { name: string; scenario: Scenario; project: string; count: number }

/**
 * Parses `<scenario> [--project slug] [--count n]`. The project is named after the scenario by default.
 * @param refuse creates the usage error to throw
 */
export function readSeedRequest(args: readonly string[], refuse: (words: string) => Error): SeedRequest {
  const { values, positionals } = readArguments(args, refuse)
  const [name = ''] = positionals
  const scenario = scenarios.get(name)
  if (!scenario || positionals.length > 1) throw refuse(usage())
  const project = slugSchema.safeParse(values.project ?? name)
  if (!project.success) throw refuse(`--project: ${project.error.issues[0]?.message}`)
  const count = Number(values.count ?? scenario.counts?.usual ?? 0)
  if (values.count !== undefined && scenario.counts === null)
    throw refuse(`--count: the scenario "${name}" has no size`)
  if (!Number.isInteger(count) || count < 0 || count > 100_000_000) throw refuse('--count: must be a whole number')
  return { name, scenario, project: project.data, count }
}

/** Creates a scenario. @returns a summary and the pages to open, line by line */
export async function seed(request: SeedRequest, appUrl: string, print: (line: string) => void): Promise<string[]> {
  const { scenario, project, count } = request
  const db = getDb()
  const ctx = await seedProject(db, project)
  const before = await countRuns(ctx.project.id)
  await scenario.make({ ctx, count, now: new Date(), print })
  const after = await countRuns(ctx.project.id)
  await db.$disconnect()
  return [
    `${after - before} new runs, ${after} in the project "${project}"`,
    ...scenario.pages.map((page) => `  ${appUrl}/p/${project}${page}`),
  ]
}

function readArguments(args: readonly string[], refuse: (words: string) => Error) {
  try {
    const options = { project: { type: 'string' }, count: { type: 'string' } } as const
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw refuse(`${error instanceof Error ? error.message : error}\n\n${usage()}`)
  }
}

function usage(): string {
  const lines = [...scenarios].map(([name, { summary, counts }]) => {
    const usual = counts ? ` (--count ${counts.unit}, default ${counts.usual.toLocaleString('en')})` : ''
    return `  ${name.padEnd(12)}${summary}${usual}`
  })
  return ['Usage: npm run seed -- <scenario> [--project slug] [--count n]', '', ...lines].join('\n')
}

async function countRuns(projectId: string): Promise<number> {
  const { _sum } = await getDb().rollupHour.aggregate({ where: { projectId }, _sum: { runs: true } })
  return _sum.runs ?? 0
}

/** Returns the project with that slug, created if missing, with the admins of the first project. */
async function seedProject(db: Db, slug: string): Promise<ProjectContext> {
  const project = await inTransaction({ db }, async (tx) => {
    const made = await tx.project.upsert({
      where: { slug },
      create: { slug, name: slug.charAt(0).toUpperCase() + slug.slice(1) },
      update: {},
      select: { id: true, slug: true, name: true },
    })
    const admins = await tx.membership.findMany({ where: { role: 'admin', project: { slug: 'default' } } })
    for (const { userId } of admins) await setRole(tx, made.id, userId, 'admin')
    return made
  })
  const actor = { kind: 'system', name: 'seed', project } as const
  return { actor, db, now: () => new Date(), requestId: uuid(), project, role: null }
}
