import path from 'node:path'
import { getDb } from '@/lib/db/client'
import type { Env } from '@/lib/env'
import { type CheckedCounts, checkCounts } from '@/lib/operations/rollups/check'
import { findPostgres } from '../provision/postgres'
import { bad, type Finding, good, warning } from './examination'

/** Compares the rollups of each project with its runs; `mends` also rebuilds wrong ones, as far as the runs still exist. */
export async function examineRollups(env: Env, { mends }: { mends: boolean }): Promise<Finding[]> {
  const url = env.DATABASE_URL ?? (await findPostgres(path.resolve(env.DATA_DIR)))
  if (!url)
    return [warning('rollups', 'not checked: the embedded server is not running', 'Start the desk and run this again.')]
  process.env.DATABASE_URL = url
  const db = getDb()
  try {
    const projects = await db.project.findMany({ where: { removedAt: null }, orderBy: { slug: 'asc' } })
    const findings: Finding[] = []
    for (const { id, slug } of projects) findings.push(toFinding(slug, await checkCounts(db, id, { mends }), mends))
    return findings.length > 0 ? findings : [good('rollups', 'no project')]
  } finally {
    await db.$disconnect()
  }
}

const SHOWN = 3

function toFinding(slug: string, { since, days, wrong, rebuilt }: CheckedCounts, mends: boolean): Finding {
  const from = since ? `, from ${since.toISOString().slice(0, 16)}Z by runs, before that by hours only` : ''
  const told = `${slug}: ${days} days recomputed${from}`
  if (wrong.length === 0) return good('rollups', `${told}: all agree`)
  const rows = wrong
    .slice(0, SHOWN)
    .map((row) => `${row.table} ${row.at.toISOString().slice(0, 16)}Z (${row.wrong.trim()})`)
  const more = wrong.length > SHOWN ? ` and ${wrong.length - SHOWN} more` : ''
  const seen = `${told}: ${wrong.length} rows wrong: ${rows.join(', ')}${more}`
  return mends
    ? warning('rollups', seen, `Rebuilt ${rebuilt} days, and the failure groups from them. Run this again to check.`)
    : bad('rollups', seen, 'npm run doctor -- --rollups --rebuild fixes them.')
}
