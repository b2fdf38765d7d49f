#!/usr/bin/env node
// Command line entry point, usable from any folder: `veritas <command>`.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { execNode, projectRoot } from '../scripts/provision/exec-node.mjs'

execNode('lib/cli/main.ts', process.argv.slice(2), databaseOfThisDesk())

/** Commands that access the database directly use the desk's embedded server unless DATABASE_URL is set. */
function databaseOfThisDesk() {
  if (process.env.DATABASE_URL) return {}
  const dataDir = path.resolve(projectRoot, process.env.DATA_DIR || '.data')
  try {
    const { port, password } = JSON.parse(readFileSync(path.join(dataDir, 'postgres.json'), 'utf8'))
    return { DATABASE_URL: `postgresql://veritas:${password}@127.0.0.1:${port}/veritas` }
  } catch {
    return {}
  }
}
