import { existsSync } from 'node:fs'
import type { Finding } from './doctor/examination'
import {
  examineBrowser,
  examineDisk,
  examineEnvironment,
  examineMemory,
  examineNode,
  examinePort,
  examineServerPrograms,
} from './doctor/machine'
import { readArguments } from './provision/arguments'
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
  const hasFile = existsSync('.env')
  if (hasFile) process.loadEnvFile('.env')
  const { env, findings: aboutEnv } = examineEnvironment(process.env, { hasFile })
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
