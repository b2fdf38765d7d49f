import { existsSync } from 'node:fs'
import { type Env, EnvError, parseEnv } from '@/lib/env'
import { bad, type Finding, good } from './doctor/examination'
import {
  examineBrowser,
  examineDisk,
  examineMemory,
  examineNode,
  examinePort,
  examineServerPrograms,
} from './doctor/machine'
import { readArguments } from './provision/arguments'
import { loadEnvironment } from './provision/environment'
import { generateClient } from './provision/generate-client'
import { print, Refusal, runTask } from './provision/progress'

const USAGE = `Usage: npm run doctor [-- --rollups [--rebuild]]

  --rollups   recompute everything that charts show, and compare
  --rebuild   and fix what is wrong, as far as the runs still exist`

/**
 * `npm run doctor`: reports what is wrong with this machine or its configuration, and how to fix it. Exits with 1 if something is. With
 * --rollups it also recomputes the rollups behind the charts.
 */
runTask(async () => {
  const asked = readOptions()
  generateClient()
  const { examineDatabase, examineRollups } = await import('./doctor/database')
  const { examineMail, examinePayloadStore } = await import('./doctor/services')
  const { env, findings: aboutEnv } = examineEnvironment()
  const findings: Finding[] = [examineNode(), examineMemory(), ...aboutEnv]
  findings.push(...examineDisk(env), await examinePort(env))
  if (!env.DATABASE_URL) findings.push(examineServerPrograms())
  findings.push(
    ...(await examineDatabase(env)),
    await examineMail(env),
    await examinePayloadStore(env),
    await examineBrowser(),
  )
  if (asked.rollups) findings.push(...(await examineRollups(env, { repairs: asked.rebuild })))
  for (const { subject, state, seen, advice } of findings) {
    print(`${{ good: '✓', warning: '!', bad: '✗' }[state]} ${subject.padEnd(20)} ${seen}`)
    if (advice) print(`  ${''.padEnd(20)} → ${advice}`)
  }
  const wrong = findings.filter((finding) => finding.state === 'bad').length
  print(wrong === 0 ? '\nNo problems found.' : `\n${wrong} to fix.`)
  return wrong === 0 ? 0 : 1
})

function readOptions(): { rollups: boolean; rebuild: boolean } {
  const options = { rollups: { type: 'boolean' }, rebuild: { type: 'boolean' } } as const
  const { rollups = false, rebuild = false } = readArguments({ options }, USAGE).values
  if (rebuild && !rollups) throw new Refusal(USAGE)
  return { rollups, rebuild }
}

/** Invalid values are replaced by their defaults, so that the rest can be checked. */
function examineEnvironment(): { env: Env; findings: Finding[] } {
  try {
    const env = loadEnvironment()
    return { env, findings: [good('environment', existsSync('.env') ? 'valid, .env read' : 'valid')] }
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    const findings = error.issues.map(({ variable, message }) =>
      bad('environment', `${variable} ${message}`, `Set or unset ${variable}.`),
    )
    const wrong = new Set(error.issues.map((issue) => issue.variable))
    const rest = Object.entries(process.env).filter(([name]) =>
      ['DATABASE_URL', 'DATA_DIR', 'PORT', 'HOST'].includes(name),
    )
    return { env: parseEnv(Object.fromEntries(rest.filter(([name]) => !wrong.has(name)))), findings }
  }
}
